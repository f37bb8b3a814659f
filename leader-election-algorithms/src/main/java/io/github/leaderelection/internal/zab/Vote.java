package io.github.leaderelection.internal.zab;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import org.jspecify.annotations.Nullable;

/**
 * A vote for a member.
 */
public record Vote(long positionTerm, long positionIndex, NodeId member) {

	static Vote of(Position position, NodeId member) {
		return new Vote(position.term(), position.index(), member);
	}

	Position position() {
		return new Position(this.positionTerm, this.positionIndex);
	}

	/**
	 * Compares by position, then by id.
	 */
	boolean isBetterThan(@Nullable Vote other) {
		if (other == null) {
			return true;
		}
		int byPosition = position().compareTo(other.position());
		return (byPosition != 0) ? byPosition > 0 : this.member.compareTo(other.member) > 0;
	}

}
