package io.github.leaderelection.simulator.network;

import io.github.leaderelection.spi.Envelope;

/**
 * A message under way.
 *
 * @param to the index of the machine it is sent to
 */
public record Transit(int from, int to, long link, Envelope<?> envelope) {
}
