package io.github.leaderelection.link;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.link.Handshake.Authenticated;
import io.github.leaderelection.link.Handshake.Outcome;
import io.github.leaderelection.link.Handshake.Refuse;
import io.github.leaderelection.link.Handshake.Say;
import io.github.leaderelection.link.SharedSecret.Side;
import io.github.leaderelection.wire.HandshakeFrame;
import io.github.leaderelection.wire.HandshakeFrame.Hello;
import io.github.leaderelection.wire.HandshakeFrame.Proof;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Handshake} and {@link SharedSecret}.
 */
class HandshakeTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static final NodeId D = NodeId.of("d");

	private static final NodeId E = NodeId.of("e");

	private static final SharedSecret SECRET = new SharedSecret("s3cret");

	private static PeerTransportSettings settings(NodeId self, String cluster, NodeId... members) {
		return new PeerTransportSettings(cluster, self, Map.of(), "/x", "s3cret", List.of(members));
	}

	private static Handshake dialler(NodeId self, NodeId peer) {
		return new Handshake(settings(self, "c", A, B, C), SECRET, 1, peer);
	}

	private static Handshake acceptor(NodeId self) {
		return new Handshake(settings(self, "c", A, B, C), SECRET, 2, null);
	}

	private static HandshakeFrame said(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Say.class);
		return ((Say) outcome).frame();
	}

	private static void refused(Outcome outcome, RefusalReason reason) {
		assertThat(outcome).isInstanceOfSatisfying(Refuse.class, (r) -> assertThat(r.reason()).isEqualTo(reason));
	}

	@Test
	void twoMembersWithOneSecretKnowEachOther() {
		Handshake dialler = dialler(A, B);
		Handshake acceptor = acceptor(B);
		assertThat(acceptor.open()).isNull();
		HandshakeFrame greeting = said(acceptor.receive(dialler.open()));
		Outcome accepted = acceptor.receive(said(dialler.receive(greeting)));
		assertThat(accepted).isInstanceOf(Authenticated.class);
		Authenticated peer = (Authenticated) accepted;
		assertThat(peer.peer()).isEqualTo(A);
		assertThat(peer.incarnation()).isEqualTo(1);
		assertThat(peer.foreignList()).isNull();
		assertThat(dialler.receive(peer.answer())).isEqualTo(new Authenticated(B, 2, null, null));
	}

	@Test
	void aWrongSecretIsRefusedByEitherSide() {
		SharedSecret wrong = new SharedSecret("wrong");
		Handshake stranger = new Handshake(settings(A, "c", A, B, C), wrong, 1, B);
		Handshake acceptor = acceptor(B);
		HandshakeFrame greeting = said(acceptor.receive(stranger.open()));
		refused(acceptor.receive(said(stranger.receive(greeting))), RefusalReason.SECRET);

		Handshake dialler = dialler(A, B);
		Hello hello = (Hello) dialler.open();
		Hello false_ = new Hello("c", B, 9, List.of(A, B, C), SECRET.freshNonce());
		dialler.receive(false_);
		refused(dialler.receive(new Proof(wrong.proof(Side.ACCEPTOR, hello, false_))), RefusalReason.SECRET);
	}

	@Test
	void aProofIsBoundToDirectionIdsClusterAndBothNonces() {
		Hello dialler = new Hello("c", A, 1, List.of(A, B), SECRET.freshNonce());
		Hello acceptor = new Hello("c", B, 2, List.of(A, B), SECRET.freshNonce());
		String proof = SECRET.proof(Side.DIALLER, dialler, acceptor);
		assertThat(SECRET.proves(proof, Side.DIALLER, dialler, acceptor)).isTrue();
		assertThat(SECRET.proves(proof, Side.ACCEPTOR, dialler, acceptor)).isFalse();
		assertThat(SECRET.proves(proof, Side.DIALLER, acceptor, dialler)).isFalse();
		assertThat(SECRET.proves(proof, Side.DIALLER, with(dialler, "d", A), with(acceptor, "d", B))).isFalse();
		assertThat(SECRET.proves(proof, Side.DIALLER, with(dialler, "c", C), acceptor)).isFalse();
		assertThat(SECRET.proves(proof, Side.DIALLER, dialler, with(acceptor, "c", C))).isFalse();
		assertThat(SECRET.proves(proof, Side.DIALLER, fresh(dialler), acceptor)).isFalse();
		assertThat(SECRET.proves(proof, Side.DIALLER, dialler, fresh(acceptor))).isFalse();
		assertThat(new SharedSecret(null).proves(proof, Side.DIALLER, dialler, acceptor)).isFalse();
	}

	private static Hello with(Hello hello, String cluster, NodeId node) {
		return new Hello(cluster, node, hello.incarnation(), hello.members(), hello.nonce());
	}

	private static Hello fresh(Hello hello) {
		return new Hello(hello.cluster(), hello.node(), hello.incarnation(), hello.members(), SECRET.freshNonce());
	}

	@Test
	void partsOfAProofCannotBeShiftedIntoEachOther() {
		Hello acceptor = new Hello("c", NodeId.of("x"), 1, List.of(), "00".repeat(32));
		String one = SECRET.proof(Side.DIALLER, new Hello("cc", NodeId.of("n"), 1, List.of(), "00".repeat(32)),
				acceptor);
		String other = SECRET.proof(Side.DIALLER, new Hello("c", NodeId.of("cn"), 1, List.of(), "00".repeat(32)),
				acceptor);
		assertThat(one).isNotEqualTo(other);
	}

	@Test
	void aReplayedConversationIsRefused() {
		Handshake dialler = dialler(A, B);
		Handshake acceptor = acceptor(B);
		HandshakeFrame hello = dialler.open();
		HandshakeFrame proof = said(dialler.receive(said(acceptor.receive(hello))));
		assertThat(acceptor.receive(proof)).isInstanceOf(Authenticated.class);

		Handshake later = acceptor(B);
		said(later.receive(hello));
		refused(later.receive(proof), RefusalReason.SECRET);
	}

	@Test
	void whatANodeSaysIsRefusedWhenItIsReflected() {
		Handshake acceptor = acceptor(B);
		refused(dialler(A, B).receive(dialler(A, B).open()), RefusalReason.OWN_ID);
		Handshake dialler = dialler(A, B);
		HandshakeFrame hello = dialler.open();
		HandshakeFrame proof = said(dialler.receive(said(acceptor.receive(hello))));
		refused(dialler.receive(proof), RefusalReason.SECRET);
	}

	@Test
	void aProofMadeForOneMemberIsOfNoUseWithAnother() {
		Handshake dialler = dialler(A, B);
		Handshake other = acceptor(C);
		HandshakeFrame greeting = said(other.receive(dialler.open()));
		Hello disguised = with((Hello) greeting, "c", B);
		refused(other.receive(said(dialler.receive(disguised))), RefusalReason.SECRET);
	}

	@Test
	void anotherClusterAnotherNodeAndStrangersAreRefused() {
		refused(acceptor(B).receive(hello("other", A, A, B, C)), RefusalReason.CLUSTER);
		refused(acceptor(B).receive(hello("c", B, A, B, C)), RefusalReason.OWN_ID);
		refused(acceptor(B).receive(hello("c", D, A, B, C, D)), RefusalReason.UNKNOWN_MEMBER);
		refused(acceptor(B).receive(hello("c", D, A, B, C, D, E)), RefusalReason.MEMBER_LIST);
		refused(dialler(A, B).receive(hello("c", C, A, B, C)), RefusalReason.WRONG_NODE);
	}

	@Test
	void aMemberWhoseListDiffersByMoreThanOneIsKnownWithTheDifference() {
		Handshake dialler = new Handshake(settings(A, "c", A, B, C, D, E), SECRET, 1, B);
		Handshake acceptor = acceptor(B);
		Outcome accepted = acceptor.receive(said(dialler.receive(said(acceptor.receive(dialler.open())))));
		assertThat(((Authenticated) accepted).foreignList()).contains("[a, b, c, d, e]").contains("[a, b, c]");

		Handshake next = new Handshake(settings(A, "c", A, B, C, D), SECRET, 1, B);
		Handshake again = acceptor(B);
		Outcome fine = again.receive(said(next.receive(said(again.receive(next.open())))));
		assertThat(((Authenticated) fine).foreignList()).isNull();
	}

	private static Hello hello(String cluster, NodeId node, NodeId... members) {
		return new Hello(cluster, node, 1, List.of(members), SECRET.freshNonce());
	}

	@Test
	void framesOutOfTurnAreRefused() {
		refused(acceptor(B).receive(new Proof("00".repeat(32))), RefusalReason.MALFORMED);
		Handshake acceptor = acceptor(B);
		said(acceptor.receive(hello("c", A, A, B, C)));
		refused(acceptor.receive(hello("c", A, A, B, C)), RefusalReason.MALFORMED);
		refused(acceptor.receive(new Proof("00".repeat(32))), RefusalReason.MALFORMED);
	}

}
