package io.github.leaderelection.internal.ballot;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The last known message of a leader.
 *
 * @param term its term, 0 for none
 * @param number its number, 0 if this node sent it
 * @param leader its sender, null for none
 */
record Seen(long term, long number, @Nullable NodeId leader) {

	static final Seen NOTHING = new Seen(0, 0, null);

	boolean isNewerThan(long otherTerm, long otherNumber) {
		return this.term > otherTerm || (this.term == otherTerm && this.number > otherNumber);
	}

}
