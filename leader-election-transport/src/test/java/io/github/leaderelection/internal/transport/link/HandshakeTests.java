package io.github.leaderelection.internal.transport.link;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.Handshake.Authenticated;
import io.github.leaderelection.internal.transport.link.Handshake.Outcome;
import io.github.leaderelection.internal.transport.link.Handshake.Refuse;
import io.github.leaderelection.internal.transport.link.Handshake.Say;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.seal.Nonces;
import io.github.leaderelection.internal.transport.seal.SealException;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.seal.Side;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.tls.TestCertificates;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Challenge;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Hello;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Opening;
import io.github.leaderelection.spi.ForeignRules;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Handshake}.
 */
class HandshakeTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static final NodeId D = NodeId.of("d");

	private static final NodeId E = NodeId.of("e");

	private static final String TEXT = "a-secret-of-these-tests";

	private static final SharedSecret SECRET = new SharedSecret(TEXT);

	private static final Rulebook RULES = new Rulebook(Map.of("default", "quorum", "jobs", "raft"));

	private static PeerTransportSettings settings(NodeId self, String cluster, NodeId... members) {
		return new PeerTransportSettings(cluster, self, Map.of(), "/x", TEXT, List.of(members));
	}

	private static Handshake dialler(NodeId self, NodeId peer) {
		return new Handshake(settings(self, "c", A, B, C), RULES, SECRET, 1, peer, null);
	}

	private static Handshake acceptor(NodeId self) {
		return new Handshake(settings(self, "c", A, B, C), RULES, SECRET, 2, null, null);
	}

	private static HandshakeFrame said(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Say.class);
		return ((Say) outcome).frame();
	}

	private static void refused(Outcome outcome, RefusalReason reason, NodeId peer) {
		assertThat(outcome).isInstanceOfSatisfying(Refuse.class, (r) -> {
			assertThat(r.reason()).isEqualTo(reason);
			assertThat(r.peer()).isEqualTo(peer);
		});
	}

	/** An acceptor that was challenged with good reason. */
	private static Handshake greeted(NodeId self) {
		Handshake acceptor = acceptor(self);
		said(acceptor.receive(new Opening(SECRET.freshNonce())));
		return acceptor;
	}

	@Test
	void twoMembersWithOneSecretKnowEachOther() throws SealException {
		Handshake dialler = dialler(A, B);
		Handshake acceptor = acceptor(B);
		assertThat(acceptor.open()).isNull();
		Say challenge = (Say) acceptor.receive(dialler.open());
		Say hello = (Say) dialler.receive(challenge.frame());
		assertThat(challenge.keys().opener(Side.DIALLER).open(hello.keys().sealer(Side.DIALLER).seal("x")))
			.isEqualTo("x");
		Authenticated peer = (Authenticated) acceptor.receive(hello.frame());
		assertThat(peer.peer()).isEqualTo(A);
		assertThat(peer.incarnation()).isEqualTo(1);
		assertThat(peer.foreignList()).isNull();
		assertThat(dialler.receive(peer.answer())).isEqualTo(new Authenticated(B, 2, null, null, Map.of(), null, null));
	}

	@Test
	void nothingIsToldButANonceBeforeTheOtherSideHasProvenThatItKnowsTheSecret() {
		Handshake dialler = dialler(A, B);
		Handshake acceptor = acceptor(B);
		HandshakeFrame opening = dialler.open();
		assertThat(opening.toString()).matches("Opening\\[nonce=[0-9a-f]{64}]");
		HandshakeFrame challenge = said(acceptor.receive(opening));
		assertThat(challenge.toString()).matches("Challenge\\[nonce=[0-9a-f]{64}, mac=[0-9a-f]{64}, present=null]");
	}

	@Test
	void whoWasDialledAndDoesNotKnowTheSecretIsRefusedBeforeItIsToldAnything() {
		for (SharedSecret wrong : List.of(new SharedSecret("wrong"), new SharedSecret(null))) {
			Handshake dialler = dialler(A, B);
			Handshake stranger = new Handshake(settings(B, "c", A, B, C), RULES, wrong, 1, null, null);
			refused(dialler.receive(said(stranger.receive(dialler.open()))), RefusalReason.SECRET, B);
		}
	}

	@Test
	void whoDialledAndDoesNotKnowTheSecretCannotSealWhoItIs() {
		Say challenge = (Say) acceptor(B).receive(new Opening("00".repeat(32)));
		Nonces nonces = new Nonces("00".repeat(32), ((Challenge) challenge.frame()).nonce());
		String forged = new SharedSecret("wrong").session(nonces).sealer(Side.DIALLER).seal("{}");
		assertThatExceptionOfType(SealException.class)
			.isThrownBy(() -> challenge.keys().opener(Side.DIALLER).open(forged));
	}

	@Test
	void aReplayedConversationIsRefused() {
		Handshake dialler = dialler(A, B);
		HandshakeFrame opening = dialler.open();
		Say challenge = (Say) acceptor(B).receive(opening);
		Say hello = (Say) dialler.receive(challenge.frame());
		String sealed = hello.keys().sealer(Side.DIALLER).seal("hello");

		Say later = (Say) acceptor(B).receive(opening);
		assertThatExceptionOfType(SealException.class).isThrownBy(() -> later.keys().opener(Side.DIALLER).open(sealed));
		refused(dialler(A, B).receive(challenge.frame()), RefusalReason.SECRET, B);
	}

	@Test
	void whatANodeSaysIsRefusedWhenItIsReflected() {
		Handshake dialler = dialler(A, B);
		HandshakeFrame opening = dialler.open();
		refused(dialler.receive(opening), RefusalReason.MALFORMED, B);

		Handshake again = dialler(A, B);
		Say challenge = (Say) acceptor(A).receive(again.open());
		Say hello = (Say) again.receive(challenge.frame());
		String sealed = hello.keys().sealer(Side.DIALLER).seal("hello");
		assertThatExceptionOfType(SealException.class)
			.isThrownBy(() -> hello.keys().opener(Side.ACCEPTOR).open(sealed));
	}

	@Test
	void aNodeThatReachesItselfIsRefusedAndNotNamedAsItsOwnPeer() {
		refused(greeted(A).receive(hello("c", A, A, B, C)), RefusalReason.OWN_ID, null);
		Handshake dialler = dialler(A, B);
		said(dialler.receive(said(acceptor(A).receive(dialler.open()))));
		refused(dialler.receive(hello("c", A, A, B, C)), RefusalReason.OWN_ID, B);
	}

	@Test
	void whoReachesAnotherNodeThanItDialledIsRefusedByBoth() {
		Handshake dialler = dialler(A, B);
		Handshake other = acceptor(C);
		HandshakeFrame hello = said(dialler.receive(said(other.receive(dialler.open()))));
		refused(other.receive(hello), RefusalReason.WRONG_NODE, A);
		refused(dialler.receive(hello("c", C, A, B, C)), RefusalReason.WRONG_NODE, B);
	}

	@Test
	void anotherClusterAndStrangersAreRefusedByTheirNames() {
		refused(greeted(B).receive(hello("other", A, A, B, C)), RefusalReason.CLUSTER, A);
		refused(greeted(B).receive(hello("c", D, A, B, C, D)), RefusalReason.UNKNOWN_MEMBER, D);
		refused(greeted(B).receive(hello("c", D, A, B, C, D, E)), RefusalReason.MEMBER_LIST, D);
	}

	@Test
	void aMemberWhoseListDiffersByMoreThanOneIsKnownWithTheDifference() {
		assertThat(foreignList(A, B, C, D, E)).contains("[a, b, c, d, e]").contains("[a, b, c]");
		assertThat(foreignList(A, B, C, D)).isNull();
	}

	private static String foreignList(NodeId... members) {
		Handshake dialler = new Handshake(settings(A, "c", members), RULES, SECRET, 1, B, null);
		Handshake acceptor = acceptor(B);
		HandshakeFrame hello = said(dialler.receive(said(acceptor.receive(dialler.open()))));
		return ((Authenticated) acceptor.receive(hello)).foreignList();
	}

	@Test
	void groupsWhoseElectionsAreHeldByOtherRulesAreKnownToBothAndTheMemberIsNotRefused() {
		Rulebook other = new Rulebook(Map.of("default", "bully with minimum-cluster-size=1", "jobs", "raft"));
		Handshake dialler = new Handshake(settings(A, "c", A, B, C), other, SECRET, 1, B, null);
		Handshake acceptor = acceptor(B);
		HandshakeFrame hello = said(dialler.receive(said(acceptor.receive(dialler.open()))));
		Authenticated peer = (Authenticated) acceptor.receive(hello);
		assertThat(peer.foreignRules())
			.containsExactly(Map.entry("default", new ForeignRules("bully with minimum-cluster-size=1", "quorum")));
		assertThat(((Authenticated) dialler.receive(peer.answer())).foreignRules())
			.containsExactly(Map.entry("default", new ForeignRules("quorum", "bully with minimum-cluster-size=1")));
	}

	@Test
	void eachSideLearnsWhereTheApplicationOfTheOtherIs() {
		Handshake dialler = new Handshake(told(A, ""), RULES, SECRET, 1, B, null);
		Handshake acceptor = new Handshake(told(B, "http://b:8080/app"), RULES, SECRET, 2, null, null);
		HandshakeFrame hello = said(dialler.receive(said(acceptor.receive(dialler.open()))));
		Authenticated peer = (Authenticated) acceptor.receive(hello);
		assertThat(peer.application()).isEmpty();
		assertThat(((Authenticated) dialler.receive(peer.answer())).application()).isEqualTo("http://b:8080/app");
	}

	@Test
	void memberThatDialsHasToPresentACertificateOfItsHost() {
		for (TestCertificates each : TestCertificates.values()) {
			Handshake acceptor = new Handshake(certified(B), RULES, SECRET, 2, null, each.certificate());
			Handshake dialler = new Handshake(certified(A), RULES, SECRET, 1, B, null);
			Outcome outcome = acceptor.receive(said(dialler.receive(said(acceptor.receive(dialler.open())))));
			if (each == TestCertificates.ELSEWHERE) {
				refused(outcome, RefusalReason.CERTIFICATE, A);
			}
			else {
				assertThat(dialler.receive(((Authenticated) outcome).answer()))
					.as("the host of whom it dialled is proven")
					.isInstanceOf(Authenticated.class);
			}
		}
	}

	@Test
	void urlOfAnApplicationOnAHostThatTheCertificateDoesNotNameIsRefused() {
		for (String url : List.of("http://localhost:8080/app", "http://169.254.169.254:80")) {
			Handshake acceptor = new Handshake(certified(B), RULES, SECRET, 2, null,
					TestCertificates.LOCALHOST.certificate());
			Handshake dialler = new Handshake(certified(A, url), RULES, SECRET, 1, B, null);
			Outcome outcome = acceptor.receive(said(dialler.receive(said(acceptor.receive(dialler.open())))));
			if (url.contains("localhost")) {
				assertThat(((Authenticated) outcome).application()).isEqualTo(url);
			}
			else {
				refused(outcome, RefusalReason.CERTIFICATE, A);
			}
		}
	}

	@Test
	void memberThatDialsWithoutACertificateIsToldNothing() {
		Handshake acceptor = new Handshake(certified(B), RULES, SECRET, 2, null, null);
		Handshake dialler = dialler(A, B);
		refused(acceptor.receive(said(dialler.receive(said(acceptor.receive(dialler.open()))))),
				RefusalReason.CERTIFICATE, A);
	}

	private static PeerTransportSettings certified(NodeId self) {
		return certified(self, null);
	}

	private static PeerTransportSettings certified(NodeId self, @Nullable String application) {
		PeerTls needed = new PeerTls(TestCertificates::trustOnly, true);
		URI url = URI.create("https://localhost:1");
		return new PeerTransportSettings("c", self, Map.of(A, url, B, url), "/x", new Protection(TEXT, null, needed),
				List.of(A, B, C), (member) -> null, Duration.ofSeconds(1), Map.of(), new ApplicationUrls(application));
	}

	private static PeerTransportSettings told(NodeId self, String application) {
		return new PeerTransportSettings("c", self, Map.of(), "/x", Protection.of(TEXT), List.of(A, B, C),
				(member) -> null, Duration.ofSeconds(1), Map.of(), new ApplicationUrls(application));
	}

	private static Hello hello(String cluster, NodeId node, NodeId... members) {
		return new Hello(cluster, node, 1, List.of(members), null, List.of(), null);
	}

	@Test
	void framesOutOfTurnAreRefused() {
		Opening opening = new Opening("00".repeat(32));
		Challenge challenge = new Challenge("00".repeat(32), "00".repeat(32));
		Hello hello = hello("c", A, A, B, C);
		refused(acceptor(B).receive(challenge), RefusalReason.MALFORMED, null);
		refused(acceptor(B).receive(hello), RefusalReason.MALFORMED, null);
		refused(greeted(B).receive(opening), RefusalReason.MALFORMED, null);
		refused(dialler(A, B).receive(hello), RefusalReason.MALFORMED, B);
		refused(dialler(A, B).receive(opening), RefusalReason.MALFORMED, B);
		Handshake over = greeted(B);
		assertThat(over.receive(hello)).isInstanceOf(Authenticated.class);
		refused(over.receive(hello), RefusalReason.MALFORMED, null);
	}

}
