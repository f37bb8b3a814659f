package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.spi.Envelope;

/**
 * A proposal that arrived a little before the promise to another ends.
 *
 * @param envelope the proposal
 * @param untilNanos how long it is held at most
 */
record HeldProposal(Envelope<QuorumMessage> envelope, long untilNanos) {
}
