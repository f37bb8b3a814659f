package io.github.leaderelection.link;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.protocol.MemberList;
import io.github.leaderelection.link.SharedSecret.Side;
import io.github.leaderelection.wire.HandshakeFrame;
import io.github.leaderelection.wire.HandshakeFrame.Hello;
import io.github.leaderelection.wire.HandshakeFrame.Proof;
import org.jspecify.annotations.Nullable;

/**
 * What one side says and checks on a new connection: both greet, the one that dialled
 * first; then both prove that they know the secret, in the same order. Pure, but for the
 * nonce it draws; used by one thread at a time.
 */
final class Handshake {

	private final PeerTransportSettings settings;

	private final SharedSecret secret;

	private final Side side;

	private final @Nullable NodeId expected;

	private final Hello own;

	private @Nullable Hello theirs;

	private boolean over;

	/**
	 * Begins a handshake.
	 * @param settings who this node is
	 * @param secret what both must know
	 * @param incarnation of this process
	 * @param dialled the member that was dialled, or null if this side was
	 */
	Handshake(PeerTransportSettings settings, SharedSecret secret, long incarnation, @Nullable NodeId dialled) {
		this.settings = settings;
		this.secret = secret;
		this.side = (dialled != null) ? Side.DIALLER : Side.ACCEPTOR;
		this.expected = dialled;
		this.own = new Hello(settings.cluster(), settings.self(), incarnation, settings.members(), secret.freshNonce());
	}

	/**
	 * What to say first.
	 * @return a greeting, or null if it is the other side's turn
	 */
	@Nullable HandshakeFrame open() {
		return (this.side == Side.DIALLER) ? this.own : null;
	}

	Outcome receive(HandshakeFrame frame) {
		Hello greeted = this.theirs;
		if (this.over) {
			return refuse(RefusalReason.MALFORMED, "a handshake frame after the handshake");
		}
		if (frame instanceof Hello hello && greeted == null) {
			this.theirs = hello;
			return greeted(hello);
		}
		if (frame instanceof Proof proof && greeted != null) {
			return proven(proof, greeted);
		}
		return refuse(RefusalReason.MALFORMED, "a handshake frame out of turn");
	}

	private Outcome greeted(Hello hello) {
		if (!hello.cluster().equals(this.settings.cluster())) {
			return refuse(RefusalReason.CLUSTER,
					"cluster '" + hello.cluster() + "', this node's is '" + this.settings.cluster() + "'");
		}
		if (hello.node().equals(this.settings.self())) {
			return refuse(RefusalReason.OWN_ID, "id '" + hello.node() + "'");
		}
		if (this.expected != null && !hello.node().equals(this.expected)) {
			return refuse(RefusalReason.WRONG_NODE, "'" + hello.node() + "' instead of '" + this.expected + "'");
		}
		if (!this.settings.members().contains(hello.node())) {
			return refuse(listsDiffer(hello) ? RefusalReason.MEMBER_LIST : RefusalReason.UNKNOWN_MEMBER, lists(hello));
		}
		return new Say((this.side == Side.DIALLER) ? new Proof(proof(Side.DIALLER, hello)) : this.own);
	}

	private Outcome proven(Proof proof, Hello greeted) {
		this.over = true;
		if (!this.secret.proves(proof.mac(), this.side.other(), dialler(greeted), acceptor(greeted))) {
			return refuse(RefusalReason.SECRET, "'" + greeted.node() + "'");
		}
		Proof answer = (this.side == Side.ACCEPTOR) ? new Proof(proof(Side.ACCEPTOR, greeted)) : null;
		return new Authenticated(greeted.node(), greeted.incarnation(), answer,
				listsDiffer(greeted) ? lists(greeted) : null);
	}

	/**
	 * What both sides know once both have greeted.
	 * @return null before
	 */
	@Nullable Agreed agreed() {
		Hello greeted = this.theirs;
		return (greeted != null)
				? new Agreed(greeted.node(), this.secret.sessionKey(dialler(greeted), acceptor(greeted))) : null;
	}

	private String proof(Side by, Hello greeted) {
		return this.secret.proof(by, dialler(greeted), acceptor(greeted));
	}

	private Hello dialler(Hello greeted) {
		return (this.side == Side.DIALLER) ? this.own : greeted;
	}

	private Hello acceptor(Hello greeted) {
		return (this.side == Side.DIALLER) ? greeted : this.own;
	}

	/**
	 * By ids alone: whether members keep state on disk is for the election to compare.
	 */
	private boolean listsDiffer(Hello hello) {
		MemberList own = new MemberList(this.settings.members(), false);
		return !own.compatibleWith(new MemberList(hello.members(), false));
	}

	private String lists(Hello hello) {
		return "'" + hello.node() + "' has the members " + hello.members() + ", this node " + this.settings.members();
	}

	private Refuse refuse(RefusalReason reason, String detail) {
		this.over = true;
		Hello greeted = this.theirs;
		return new Refuse(reason, (greeted != null) ? greeted.node() : this.expected, detail);
	}

	/**
	 * What both sides know.
	 *
	 * @param peer who the other side says it is
	 * @param key what only those can compute who know the secret
	 */
	record Agreed(NodeId peer, byte[] key) {
	}

	/**
	 * What follows from a frame.
	 */
	sealed interface Outcome {

	}

	/**
	 * Go on.
	 *
	 * @param frame what to say next
	 */
	record Say(HandshakeFrame frame) implements Outcome {
	}

	/**
	 * The other side knows the secret.
	 *
	 * @param peer its id
	 * @param incarnation of its process
	 * @param answer what is left to say once the link is taken, or null
	 * @param foreignList how its member list differs by more than one, or null
	 */
	record Authenticated(NodeId peer, long incarnation, @Nullable Proof answer,
			@Nullable String foreignList) implements Outcome {
	}

	/**
	 * Close the connection.
	 *
	 * @param reason why
	 * @param peer who the other side says it is, or null
	 * @param detail what was seen
	 */
	record Refuse(RefusalReason reason, @Nullable NodeId peer, String detail) implements Outcome {
	}

}
