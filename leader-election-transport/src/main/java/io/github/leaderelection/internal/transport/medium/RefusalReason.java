package io.github.leaderelection.internal.transport.medium;

import org.jspecify.annotations.Nullable;

/**
 * Why a connection or a frame is refused. The names are meter tags.
 */
public enum RefusalReason {

	/** A browser asked. */
	ORIGIN(4400, "a request with an Origin header comes from a browser, and no browser is a member"),

	/** There is no secret and the other side is not on this machine. */
	NOT_LOOPBACK(4401,
			"without a secret only loopback peers are accepted: set leader-election.transport.secret on all "
					+ "nodes"),

	/** The two sides speak no common version. */
	VERSION(4402, "no common version of the transport: bring all nodes to releases next to each other"),

	/** Too many connections are not authenticated yet. */
	TOO_MANY(4403, "its place was needed: too many connections that are not authenticated"),

	/** The other side belongs to another cluster. */
	CLUSTER(4404, "another cluster: give all nodes one leader-election.cluster, or correct leader-election.peers"),

	/** The other side uses this node's own id. */
	OWN_ID(4405,
			"another process, or a peer URL that leads back to this node, uses this node's id: give each node an "
					+ "id and a URL of its own"),

	/** The other side is not in the member list. */
	UNKNOWN_MEMBER(4406, "not in the member list: give all nodes the same leader-election.peers"),

	/** Another node than expected answered. */
	WRONG_NODE(4407,
			"another node than expected answers at the URL: correct the ids and URLs in " + "leader-election.peers"),

	/** The member lists differ by more than one. */
	MEMBER_LIST(4408,
			"the member lists differ by more than one: give all nodes the same list and change it by one "
					+ "member at a time"),

	/** The other side does not know the secret. */
	SECRET(4409, "wrong secret: set the same leader-election.transport.secret on all nodes"),

	/** Another process with the same id is linked and alive. */
	SECOND_NODE(4410, "a second process with one id, while the first is alive: give each node an id of its own"),

	/** The other side did not authenticate itself in time. */
	SLOW_HANDSHAKE(4411, "not authenticated in time"),

	/** A text that is not of the wire form. */
	MALFORMED(4412, "a frame that is not of the wire form"),

	/** A binary frame. */
	BINARY(4413, "a binary frame"),

	/** A frame that is too long. */
	OVERSIZED(4414, "a frame that is too long"),

	/** A message of another sender or cluster than was authenticated. */
	FOREIGN(4415, "a message of another sender or cluster than the authenticated one"),

	/**
	 * A message of a group or an algorithm this node has not; the link stays.
	 */
	UNKNOWN_MESSAGE(4416, "a message of a group or an algorithm this node has not: give all nodes the same groups"),

	/** The other side refused this node. */
	BY_PEER(4417, "refused by the other side"),

	/** The other side uses another transport. */
	TRANSPORT(4418, "another transport: give all nodes one leader-election.transport.type"),

	/**
	 * A POST of a session this node has not, or not by whom it belongs to; sessions stay.
	 */
	SESSION(4419, "a POST of no session of this node, or not by the member it belongs to"),

	/** A message that was taken before or overtook another. */
	REPLAYED(4420,
			"a message that was taken before, or that overtook another: look for what stands between the two "
					+ "nodes and repeats what they say or leaves some of it out"),

	/** The other side proves that it is a member, but is not where that member is. */
	UNREACHED(4421,
			"a member that reaches this node is not reached at its own URL: correct leader-election.peers, give "
					+ "each node an id of its own, or let this node through to it"),

	/** A message on a link that the member did not seal. */
	SEAL(4422,
			"a message that the member did not seal: look for what stands between the two nodes and changes or "
					+ "forges what they say"),

	/** A group whose elections the two sides hold by other rules; the link stays. */
	ALGORITHM(4423,
			"other rules for the elections of a group: stop all nodes, give the group one algorithm and, where it "
					+ "has one, one minimum-cluster-size, and start them");

	private final int closeCode;

	private final String text;

	RefusalReason(int closeCode, String text) {
		this.closeCode = closeCode;
		this.text = text;
	}

	/**
	 * With which code a connection is closed.
	 * @return the code, above 4000
	 */
	public int closeCode() {
		return this.closeCode;
	}

	/**
	 * With which status a request is refused that is no connection.
	 * @return the HTTP status
	 */
	public int httpStatus() {
		return switch (this) {
			case TOO_MANY -> 503;
			case VERSION, TRANSPORT, MALFORMED -> 400;
			case SLOW_HANDSHAKE -> 408;
			case REPLAYED -> 409;
			case OVERSIZED -> 413;
			default -> 403;
		};
	}

	/** Why, with the remedy. */
	public String text() {
		return this.text;
	}

	public static @Nullable RefusalReason ofCloseCode(int code) {
		for (RefusalReason reason : values()) {
			if (reason.closeCode == code) {
				return reason;
			}
		}
		return null;
	}

}
