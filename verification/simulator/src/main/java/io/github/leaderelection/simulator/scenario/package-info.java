/**
 * Directed scenarios: scripts over a simulated cluster that construct what random runs
 * are known to miss. Each has a name, so that others can run it too.
 */
@NullMarked
package io.github.leaderelection.simulator.scenario;

import org.jspecify.annotations.NullMarked;
