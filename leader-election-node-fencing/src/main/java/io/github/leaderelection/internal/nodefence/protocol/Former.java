package io.github.leaderelection.internal.nodefence.protocol;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.Metadata;

/**
 * A leadership that was granted, or was about to be.
 *
 * @param incarnation of the start that won it
 */
public record Former(NodeId member, long incarnation, long token) {

	/**
	 * Reads what {@link #entry()} wrote, and refuses anything else by an
	 * {@link IllegalArgumentException}.
	 */
	public static Former of(Metadata.Entry entry) {
		int end = entry.value().indexOf(' ');
		if (end < 0) {
			throw new IllegalArgumentException("the leader '" + entry.value() + "' has no incarnation");
		}
		return new Former(NodeId.of(entry.value().substring(end + 1)), Long.parseLong(entry.value().substring(0, end)),
				Long.parseLong(entry.key()));
	}

	/** The leadership as an entry of the register. */
	public Metadata.Entry entry() {
		return new Metadata.Entry(Long.toString(this.token), this.incarnation + " " + this.member.value());
	}

	/** Whether this leadership and all earlier ones of its start include another. */
	public boolean covers(Former other) {
		return this.member.equals(other.member) && this.incarnation == other.incarnation && this.token >= other.token;
	}

	@Override
	public String toString() {
		return "'" + this.member + "' (token " + this.token + ")";
	}

}
