package io.github.leaderelection.internal.transport.spi;

import org.jspecify.annotations.Nullable;

/**
 * Why a connection or a frame is refused. The names are meter tags.
 */
public enum RefusalReason {

	/** The request comes from a browser. */
	ORIGIN(4400, "a request with an Origin header comes from a browser, and browsers are not members"),

	/** There is no secret and the other side is not on this machine. */
	NOT_LOOPBACK(4401,
			"without a secret only loopback peers are accepted: set leader-election.transport.secret on all "
					+ "nodes"),

	/** The two sides speak no common version. */
	VERSION(4402,
			"no common version of the transport: run the same or neighbouring releases on all nodes, and keep "
					+ "other programs away from the transport's path"),

	/** Too many unauthenticated connections are open. */
	TOO_MANY(4403,
			"too many unauthenticated connections, or two POSTs of one session at once: find out who opens them"),

	/** The other side belongs to another cluster. */
	CLUSTER(4404, "another cluster: give all nodes the same leader-election.cluster, or correct leader-election.peers"),

	/** The other side uses this node's own id. */
	OWN_ID(4405,
			"another process uses this node's id, or a peer URL leads back to this node: give each node its own "
					+ "id and URL"),

	/** The other side is not in the member list. */
	UNKNOWN_MEMBER(4406, "not in the member list: give all nodes the same leader-election.peers"),

	/** An unexpected node answered. */
	WRONG_NODE(4407, "an unexpected node answers at the URL: correct the ids and URLs in leader-election.peers"),

	/** The member lists differ by more than one member. */
	MEMBER_LIST(4408,
			"the member lists differ by more than one member: give all nodes the same list, and change it by one "
					+ "member at a time"),

	/** The other side does not know the secret. */
	SECRET(4409, "wrong secret: set the same leader-election.transport.secret on all nodes"),

	/** Another process with the same id is linked and alive. */
	SECOND_NODE(4410, "a second process uses the id of a linked member: give each node its own id"),

	/** The other side did not authenticate itself in time. */
	SLOW_HANDSHAKE(4411, "not authenticated in time"),

	/** A frame that does not have the wire form. */
	MALFORMED(4412, "a frame that does not have the wire form"),

	/** A binary frame. */
	BINARY(4413, "a binary frame"),

	/** A frame that is too long. */
	OVERSIZED(4414, "a frame that is too long"),

	/** A message with another sender or cluster than the authenticated one. */
	FOREIGN(4415, "a message with another sender or cluster than the authenticated one"),

	/**
	 * A message of an unknown group or type; the link stays.
	 */
	UNKNOWN_MESSAGE(4416, "a message of an unknown group or type: give all nodes the same groups and algorithms"),

	/** The other side refused this node. */
	BY_PEER(4417, "refused by the other side"),

	/** The other side uses another transport. */
	TRANSPORT(4418, "another transport: give all nodes the same leader-election.transport.type"),

	/**
	 * A POST for an unknown session, or without the seal of its member; sessions stay.
	 */
	SESSION(4419, "a POST for an unknown session, or without the seal of its member"),

	/** A message that arrived before or overtook another one. */
	REPLAYED(4420,
			"a message that arrived before, or overtook another one: find out what repeats or drops messages "
					+ "between the two nodes"),

	/** The other side is a member, but this node does not reach it at its URL. */
	UNREACHED(4421,
			"a member reaches this node, but is not reached at its own URL: correct leader-election.peers, give "
					+ "each node its own id, or open the firewall from this node to it"),

	/** A message on a link without the member's seal. */
	SEAL(4422, "a message without the member's seal: find out what changes or forges messages between the two nodes"),

	/** The two sides hold the elections of a group by different rules; the link stays. */
	ALGORITHM(4423,
			"different rules for the elections of a group: stop all nodes, give the group one algorithm and, where "
					+ "it has one, one minimum-cluster-size, and start them"),

	/** An observer has the id of a member. */
	OBSERVER_ID(4425,
			"an observer has the id of a member: give it an id of its own by leader-election.node-id, or remove "
					+ "leader-election.observe"),

	/** This member already has the most observers that it accepts. */
	TOO_MANY_OBSERVERS(4426,
			"too many observers: raise leader-election.transport.max-observers on all members, or run fewer observers"),

	/** This node already has the most workers that it accepts. */
	TOO_MANY_WORKERS(4428, "too many workers: run fewer instances that own partitions"),

	/** The other side has not proven by a certificate that it is at the member's host. */
	CERTIFICATE(4427,
			"no certificate for the host of the member's URL: give each node one by leader-election.transport.ssl."
					+ "bundle, and the host an https URL in leader-election.peers");

	private final int closeCode;

	private final String text;

	RefusalReason(int closeCode, String text) {
		this.closeCode = closeCode;
		this.text = text;
	}

	/**
	 * The code with which a connection is closed, above 4000.
	 */
	public int closeCode() {
		return this.closeCode;
	}

	/**
	 * The HTTP status with which a request is refused.
	 */
	public int httpStatus() {
		return switch (this) {
			case TOO_MANY, TOO_MANY_OBSERVERS, TOO_MANY_WORKERS -> 503;
			case VERSION, TRANSPORT, MALFORMED -> 400;
			case SLOW_HANDSHAKE -> 408;
			case REPLAYED -> 409;
			case OVERSIZED -> 413;
			default -> 403;
		};
	}

	/** The reason and the remedy. */
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
