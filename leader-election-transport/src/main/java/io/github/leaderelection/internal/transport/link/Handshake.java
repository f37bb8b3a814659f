package io.github.leaderelection.internal.transport.link;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.MemberList;
import io.github.leaderelection.internal.transport.spi.BaseUrl;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.seal.Nonces;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.seal.Side;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Challenge;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Hello;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Opening;
import io.github.leaderelection.spi.ForeignRules;
import org.jspecify.annotations.Nullable;

/**
 * The frames that one side sends and checks on a new connection. The dialled side first
 * proves that it knows the secret. Neither side reveals its id before the other one has
 * proven that. The dialler proves it by the seal of its {@link Hello}, which the caller
 * has opened. Does no I/O; used by one thread at a time.
 */
final class Handshake {

	private final PeerTransportSettings settings;

	private final Rulebook rules;

	private final SharedSecret secret;

	private final long incarnation;

	private final @Nullable NodeId expected;

	private final @Nullable X509Certificate presented;

	private final @Nullable Integer alive;

	private final String nonce;

	private boolean keyed;

	private boolean over;

	/**
	 * Begins a handshake.
	 * @param dialled the member that was dialled, or null if the other side dialled
	 * @param presented the certificate of the side that dialled this one, or null
	 * @param alive the port on which this process listens until it ends, or null
	 */
	Handshake(PeerTransportSettings settings, Rulebook rules, SharedSecret secret, long incarnation,
			@Nullable NodeId dialled, @Nullable X509Certificate presented, @Nullable Integer alive) {
		this.settings = settings;
		this.rules = rules;
		this.secret = secret;
		this.incarnation = incarnation;
		this.expected = dialled;
		this.presented = presented;
		this.alive = alive;
		this.nonce = secret.freshNonce();
	}

	/** Begins a handshake of a process without a listener for crash detection. */
	Handshake(PeerTransportSettings settings, Rulebook rules, SharedSecret secret, long incarnation,
			@Nullable NodeId dialled, @Nullable X509Certificate presented) {
		this(settings, rules, secret, incarnation, dialled, presented, null);
	}

	Side side() {
		return (this.expected != null) ? Side.DIALLER : Side.ACCEPTOR;
	}

	/**
	 * The first frame of this side, or null if the other side begins.
	 */
	@Nullable HandshakeFrame open() {
		return (this.expected != null) ? new Opening(this.nonce) : null;
	}

	Outcome receive(HandshakeFrame frame) {
		if (!this.over && !this.keyed && this.expected == null && frame instanceof Opening opening) {
			Nonces nonces = new Nonces(opening.nonce(), this.nonce);
			this.keyed = true;
			Challenge challenge = new Challenge(this.nonce, this.secret.proof(nonces),
					this.secret.presentProof(nonces));
			return new Say(challenge, this.secret.session(nonces));
		}
		if (!this.over && !this.keyed && this.expected != null && frame instanceof Challenge challenge) {
			return challenged(challenge, this.expected);
		}
		if (!this.over && this.keyed && frame instanceof Hello hello) {
			this.over = true;
			return greeted(hello);
		}
		return refuse(RefusalReason.MALFORMED, null, "an unexpected handshake frame");
	}

	private Outcome challenged(Challenge challenge, NodeId member) {
		Nonces nonces = new Nonces(this.nonce, challenge.nonce());
		SharedSecret common = this.secret.provenBy(nonces, challenge.present(), challenge.mac());
		if (common == null) {
			this.over = true;
			return new Refuse(RefusalReason.SECRET, member, "it does not prove that it knows this node's secret",
					this.secret.session(nonces));
		}
		this.keyed = true;
		return new Say(own(), common.session(nonces));
	}

	private Hello own() {
		return new Hello(this.settings.cluster(), this.settings.self(), this.incarnation, this.settings.members(),
				this.expected, this.rules.told(), this.settings.applications().own(), this.alive);
	}

	private Outcome greeted(Hello hello) {
		if (!hello.cluster().equals(this.settings.cluster())) {
			return refuse(RefusalReason.CLUSTER, hello.node(),
					"its cluster is '" + hello.cluster() + "', this node's is '" + this.settings.cluster() + "'");
		}
		if (hello.node().equals(this.settings.self())) {
			return refuse(RefusalReason.OWN_ID, this.expected, "its id is '" + hello.node() + "'");
		}
		if (this.expected != null && !hello.node().equals(this.expected)) {
			return refuse(RefusalReason.WRONG_NODE, this.expected,
					"it is '" + hello.node() + "' instead of '" + this.expected + "'");
		}
		if (!this.settings.members().contains(hello.node())) {
			return refuse(listsDiffer(hello) ? RefusalReason.MEMBER_LIST : RefusalReason.UNKNOWN_MEMBER, hello.node(),
					lists(hello));
		}
		if (hello.dialled() != null && !hello.dialled().equals(this.settings.self())) {
			return refuse(RefusalReason.WRONG_NODE, hello.node(),
					"it dialled '" + hello.dialled() + "', this node is '" + this.settings.self() + "'");
		}
		String flaw = (this.expected != null) ? null : flaw(hello);
		if (flaw != null) {
			return refuse(RefusalReason.CERTIFICATE, hello.node(), flaw);
		}
		return new Authenticated(hello.node(), hello.incarnation(), (this.expected != null) ? null : own(),
				listsDiffer(hello) ? lists(hello) : null, this.rules.differing(hello.rules()), hello.application(),
				hello.alive());
	}

	/** Why the certificate does not prove the member's or its application's host. */
	private @Nullable String flaw(Hello hello) {
		PeerTls tls = this.settings.protection().tls();
		String flaw = tls.flaw(this.presented, this.settings.dialUrl(hello.node()));
		URI application = (hello.application() != null) ? BaseUrl.parse(hello.application()) : null;
		return (flaw == null && application != null) ? tls.flaw(this.presented, application) : flaw;
	}

	/**
	 * Compares only the ids in the two lists. The election itself compares whether
	 * members keep state on disk.
	 */
	private boolean listsDiffer(Hello hello) {
		MemberList own = new MemberList(this.settings.members(), false);
		return !own.compatibleWith(new MemberList(hello.members(), false));
	}

	private String lists(Hello hello) {
		return "'" + hello.node() + "' has the members " + hello.members() + ", this node " + this.settings.members();
	}

	private Refuse refuse(RefusalReason reason, @Nullable NodeId peer, String detail) {
		this.over = true;
		return new Refuse(reason, (peer != null) ? peer : this.expected, detail, null);
	}

	/**
	 * The action that follows from a received frame.
	 */
	sealed interface Outcome {

	}

	/**
	 * Send a frame and go on. Everything is sealed from now on, except for the first
	 * frame of each side.
	 */
	record Say(HandshakeFrame frame, SessionKeys keys) implements Outcome {
	}

	/**
	 * The other side knows the secret and has named its id.
	 *
	 * @param answer the last frame to send when the link is taken, or null
	 * @param foreignList describes a member list that differs by more than one member, or
	 * null
	 * @param foreignRules the groups for which the other side uses other election rules
	 * @param application the URL of its application as it announced it, or null
	 * @param alive the port on which its process listens until it ends, or null
	 */
	record Authenticated(NodeId peer, long incarnation, @Nullable Hello answer, @Nullable String foreignList,
			Map<String, ForeignRules> foreignRules, @Nullable String application,
			@Nullable Integer alive) implements Outcome {
	}

	/**
	 * Close the connection.
	 *
	 * @param peer the other side as far as it is known, or null
	 * @param keys the keys of this side, or null; they show the other side that the
	 * secrets differ
	 */
	record Refuse(RefusalReason reason, @Nullable NodeId peer, String detail,
			@Nullable SessionKeys keys) implements Outcome {
	}

}
