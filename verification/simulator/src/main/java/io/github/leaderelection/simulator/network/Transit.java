package io.github.leaderelection.simulator.network;

import io.github.leaderelection.spi.Envelope;

/**
 * A message under way.
 *
 * @param from the index of the sending machine
 * @param to the index of the machine it is sent to
 * @param link the link it was sent on
 * @param envelope the message
 */
public record Transit(int from, int to, long link, Envelope<?> envelope) {
}
