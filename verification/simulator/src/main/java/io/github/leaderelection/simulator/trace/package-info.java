/**
 * What happened, line by line, for those who look into a run. Costs nothing while nobody
 * does.
 */
@NullMarked
package io.github.leaderelection.simulator.trace;

import org.jspecify.annotations.NullMarked;
