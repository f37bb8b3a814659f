/**
 * What a search is limited to: nodes, terms, faults and time.
 */
@NullMarked
package io.github.leaderelection.simulator.explorer.bounds;

import org.jspecify.annotations.NullMarked;
