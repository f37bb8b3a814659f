package io.github.leaderelection.test.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.ForeignRules;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.PeerTransport.Receiver;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link InMemoryNetwork}.
 */
class InMemoryNetworkTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private final InMemoryNetwork network = new InMemoryNetwork();

	private final Ear a = new Ear();

	private final Ear b = new Ear();

	InMemoryNetworkTests() {
		this.network.add(A);
		this.network.add(B);
	}

	@Test
	void linkOpensOnceBothWantIt() {
		startA();
		assertThat(this.a.heard()).containsExactly("b REFUSED");
		this.network.plugIn(B, this.b);
		assertThat(this.a.heard()).isEmpty();
		this.network.connect(B, A);
		assertThat(this.a.heard()).containsExactly("b connected");
		assertThat(this.b.heard()).containsExactly("a connected");
		this.network.connect(B, A);
		assertThat(this.b.heard()).isEmpty();
	}

	@Test
	void messagesArriveInOrderOverAnOpenLinkAlone() {
		startA();
		send(A, B, "lost");
		startB();
		forgetAll();
		send(A, B, "one");
		send(A, B, "two");
		send(B, A, "three");
		assertThat(this.b.heard()).containsExactly("one", "two");
		assertThat(this.a.heard()).containsExactly("three");
	}

	@Test
	void cutIsSilentAndTheLinkStaysOpen() {
		startBoth();
		this.network.change((firewall) -> firewall.cut(A, B));
		send(A, B, "lost");
		send(B, A, "answer");
		assertThat(this.b.heard()).isEmpty();
		assertThat(this.a.heard()).containsExactly("answer");
		this.network.change((firewall) -> firewall.heal(B, A));
		send(A, B, "heard");
		assertThat(this.b.heard()).containsExactly("heard");
		assertThat(this.a.heard()).isEmpty();
	}

	@Test
	void noLinkOpensOverACutOneWayOrTheOther() {
		this.network.change((firewall) -> firewall.cut(B, A));
		startA();
		startB();
		assertThat(this.a.heard()).isEmpty();
		assertThat(this.b.heard()).isEmpty();
		this.network.change(Firewall::heal);
		assertThat(this.a.heard()).containsExactly("b connected");
		assertThat(this.b.heard()).containsExactly("a connected");
	}

	@Test
	void endOfALinkIsToldToTheOtherSide() {
		startBoth();
		this.network.unplug(A);
		send(A, B, "lost");
		send(B, A, "lost");
		assertThat(this.a.heard()).isEmpty();
		assertThat(this.b.heard()).containsExactly("a CLOSED");
	}

	@Test
	void endBehindACutIsToldOnceThatHeals() {
		startBoth();
		this.network.change((firewall) -> firewall.cut(A, B));
		this.network.unplug(A);
		assertThat(this.b.heard()).isEmpty();
		this.network.change(Firewall::heal);
		assertThat(this.b.heard()).containsExactly("a CLOSED");
	}

	@Test
	void restartBehindACutIsToldOnceThatHeals() {
		startBoth();
		this.network.change((firewall) -> firewall.cut(A, B));
		this.network.unplug(A);
		startA();
		assertThat(this.b.heard()).isEmpty();
		this.network.change(Firewall::heal);
		assertThat(this.b.heard()).containsExactly("a CLOSED", "a connected");
		assertThat(this.a.heard()).containsExactly("b connected");
	}

	@Test
	void linkThatOneForgetsEnds() {
		startBoth();
		this.network.forget(A, B);
		assertThat(this.a.heard()).isEmpty();
		assertThat(this.b.heard()).containsExactly("a CLOSED");
		this.network.connect(A, B);
		assertThat(this.a.heard()).containsExactly("b connected");
		assertThat(this.b.heard()).containsExactly("a connected");
	}

	@Test
	void messagesMayBeDroppedByWhatTheySay() {
		startBoth();
		this.network.change((firewall) -> firewall
			.drop((envelope) -> ((Text) (ElectionMessage) envelope.body()).text().equals("secret")));
		send(A, B, "secret");
		send(A, B, "open");
		assertThat(this.b.heard()).containsExactly("open");
		this.network.change(Firewall::heal);
		send(A, B, "secret");
		assertThat(this.b.heard()).containsExactly("secret");
	}

	@Test
	void nodeThatIsNotThereIsTold() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.network.connect(A, NodeId.of("c")))
			.withMessageContaining("'c'")
			.withMessageContaining("[a, b]");
	}

	private void startBoth() {
		startA();
		startB();
		forgetAll();
	}

	private void startA() {
		this.network.plugIn(A, this.a);
		this.network.connect(A, B);
	}

	private void startB() {
		this.network.plugIn(B, this.b);
		this.network.connect(B, A);
	}

	private void forgetAll() {
		this.a.heard();
		this.b.heard();
	}

	private void send(NodeId from, NodeId to, String text) {
		this.network.send(from, to, new Envelope<>("cluster", "group", from, "id", 1, "list", 0, new Text(text)));
	}

	record Text(String text) implements ElectionMessage {

		@Override
		public long term() {
			return 0;
		}

	}

	/**
	 * Remembers what it hears until that is asked for.
	 */
	private static final class Ear implements Receiver {

		private final List<String> heard = new ArrayList<>();

		List<String> heard() {
			List<String> copy = List.copyOf(this.heard);
			this.heard.clear();
			return copy;
		}

		@Override
		public void connected(NodeId peer, Map<String, ForeignRules> foreign) {
			this.heard.add(peer + " connected");
		}

		@Override
		public void disconnected(NodeId peer, LinkLoss loss) {
			this.heard.add(peer + " " + loss);
		}

		@Override
		public void received(Envelope<? extends ElectionMessage> envelope) {
			this.heard.add(((Text) (ElectionMessage) envelope.body()).text());
		}

		@Override
		public void refused(NodeId peer, String reason) {
			this.heard.add(peer + " refused: " + reason);
		}

	}

}
