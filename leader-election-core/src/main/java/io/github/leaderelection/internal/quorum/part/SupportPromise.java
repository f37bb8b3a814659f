package io.github.leaderelection.internal.quorum.part;

import io.github.leaderelection.NodeId;

/**
 * The promise to support nobody else until a moment. There is one at a time.
 *
 * @param member to whom it was given
 * @param incarnation to which start of it
 * @param term in which term
 * @param untilNanos the monotonic clock when it ends
 */
public record SupportPromise(NodeId member, long incarnation, long term, long untilNanos) {

	public boolean isTo(NodeId other, long itsIncarnation) {
		return this.member.equals(other) && this.incarnation == itsIncarnation;
	}

}
