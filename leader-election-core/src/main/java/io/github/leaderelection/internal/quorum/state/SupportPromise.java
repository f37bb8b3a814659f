package io.github.leaderelection.internal.quorum.state;

import io.github.leaderelection.NodeId;

/**
 * The promise to support nobody else until a moment. There is one at a time.
 */
public record SupportPromise(NodeId member, long incarnation, long term, long untilNanos) {

	public boolean isTo(NodeId other, long itsIncarnation) {
		return this.member.equals(other) && this.incarnation == itsIncarnation;
	}

}
