/**
 * What scripts play on: a simulated cluster whose links a script cuts, slows and listens
 * to, and the preludes that many scripts begin with.
 */
@NullMarked
package io.github.leaderelection.simulator.scenario.stage;

import org.jspecify.annotations.NullMarked;
