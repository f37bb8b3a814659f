package io.github.leaderelection.simulator.explorer;

import java.util.List;

/**
 * The nomination's own part of a node's state.
 *
 * @param state the state, with nothing in place of that of the election below
 * @param timers which of the nomination's own timers are set, one bit for each
 * @param reads the readings of the application's position that are under way
 */
record Nominee(Object state, int timers, List<Long> reads) {
}
