/**
 * What an action does to one node: steps of the election as it is shipped.
 */
@NullMarked
package io.github.leaderelection.simulator.explorer.node;

import org.jspecify.annotations.NullMarked;
