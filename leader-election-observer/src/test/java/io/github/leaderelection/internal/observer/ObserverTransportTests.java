package io.github.leaderelection.internal.observer;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.link.TestViews;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.Observers;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import io.github.leaderelection.internal.view.GroupValue;
import io.github.leaderelection.internal.view.GroupView;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ObserverTransport}, with one member on a WebSocket and one that POSTs.
 */
class ObserverTransportTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private final Map<NodeId, TestNode> members = new HashMap<>(
			Map.of(A, new TestNode(WebSocketPeerTransport::new, "a"), B, new TestNode(HttpPeerTransport::new, "b")));

	private final Map<NodeId, TestViews> views = Map.of(A, new TestViews(), B, new TestViews());

	private final Heard heard = new Heard();

	private ObserverTransport observer;

	@AfterEach
	void stop() {
		if (this.observer != null) {
			this.observer.close();
		}
		this.members.values().forEach(TestNode::stop);
	}

	private void start(NodeId member, int places) {
		TestNode node = this.members.get(member);
		Map<NodeId, URI> others = new HashMap<>();
		this.members.values()
			.stream()
			.filter((each) -> each != node)
			.forEach((each) -> others.put(each.id, each.url()));
		this.views.get(member).show(TestViews.view(1, member.value()));
		node.start(new PeerTransportSettings("test", member, others, TestServer.PATH, Protection.of("secret"),
				List.of(A, B), (id) -> null, Duration.ofSeconds(1), Map.of(), new ApplicationUrls(null),
				new Observers(places, this.views.get(member))));
	}

	private void observe(String secret, ObserverTimes times) {
		Map<NodeId, URI> urls = new HashMap<>();
		this.members.forEach((id, node) -> urls.put(id, node.url()));
		this.observer = new ObserverTransport(
				new PeerTransportSettings("test", NodeId.of("x"), urls, TestServer.PATH, secret, List.of(A, B)),
				CircuitBreakerRegistry.ofDefaults(), times);
		this.observer.start(this.heard);
	}

	private void await(Predicate<List<String>> condition) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.pollInterval(Duration.ofMillis(10))
			.until(() -> condition.test(this.heard.all));
	}

	private int observers(NodeId member) {
		return this.members.get(member).status().observers();
	}

	@Test
	void linksOneMemberAndAnotherWhenThatOneStops() {
		start(A, 10);
		start(B, 10);
		observe("secret", ObserverTimes.DEFAULT);
		await((all) -> this.heard.ofLinks().size() == 2);
		NodeId first = this.heard.member();
		NodeId second = first.equals(A) ? B : A;
		assertThat(this.heard.ofLinks()).containsExactly("linked " + first, "shown 1 " + first);
		assertThat(observers(first)).isEqualTo(1);
		await((all) -> observers(second) == 0);
		this.members.get(first).transport().close();
		await((all) -> all.contains("shown 1 " + second));
		assertThat(this.heard.all).containsSubsequence("unlinked", "linked " + second, "shown 1 " + second);
		this.views.get(second).show(TestViews.view(5, "c"));
		await((all) -> all.contains("shown 5 c"));
		this.views.get(second).show(TestViews.value(7, "v"));
		await((all) -> all.contains("kept 7"));
	}

	@Test
	void aMemberWithoutAPlaceIsLeftForOneThatHasSome() {
		start(A, 0);
		start(B, 1);
		observe("secret", ObserverTimes.DEFAULT);
		await((all) -> all.contains("shown 1 b"));
		this.observer.moveOn();
		await((all) -> all.stream().anyMatch((each) -> each.contains("TOO_MANY_OBSERVERS")));
		await((all) -> all.stream().filter("linked b"::equals).count() == 2);
		assertThat(this.heard.all).doesNotContain("linked a");
	}

	@Test
	void anObserverWithAnotherSecretIsToldWhyAndLearnsNothing() {
		start(A, 10);
		start(B, 10);
		observe("wrong", ObserverTimes.DEFAULT);
		await((all) -> all.stream().anyMatch((each) -> each.contains("leader-election.transport.secret")));
		assertThat(this.heard.all).noneMatch((each) -> each.startsWith("linked") || each.startsWith("shown"));
	}

	@Test
	void anotherMemberIsDrawnNowAndThen() {
		start(A, 10);
		start(B, 10);
		observe("secret", new ObserverTimes(10_000, 1));
		await((all) -> all.contains("linked a") && all.contains("linked b"));
		this.observer.close();
		await((all) -> observers(A) + observers(B) == 0);
	}

	@Test
	void aMemberThatFallsSilentIsLeft() {
		start(A, 10);
		start(B, 10);
		observe("secret", new ObserverTimes(1, 60_000));
		await((all) -> all.stream().anyMatch((each) -> each.equals("unlinked")));
		await((all) -> all.stream().filter((each) -> each.startsWith("linked")).count() > 1);
	}

	@Test
	void nothingIsHeardAfterTheClose() {
		start(A, 10);
		start(B, 10);
		observe("secret", ObserverTimes.DEFAULT);
		await((all) -> this.heard.ofLinks().size() == 2);
		this.observer.close();
		List<String> before = List.copyOf(this.heard.all);
		await((all) -> observers(A) + observers(B) == 0);
		this.views.values().forEach((each) -> each.show(TestViews.view(9, "c")));
		assertThat(this.heard.all).isEqualTo(before);
	}

	private static final class Heard implements MemberLink.Receiver {

		private final List<String> all = new CopyOnWriteArrayList<>();

		/** On a loaded machine the first dial may be given up. */
		List<String> ofLinks() {
			return this.all.stream().filter((each) -> !each.startsWith("failed")).toList();
		}

		NodeId member() {
			return NodeId.of(ofLinks().get(0).split(" ")[1]);
		}

		@Override
		public void linked(NodeId member) {
			this.all.add("linked " + member);
		}

		@Override
		public void unlinked(String why) {
			this.all.add("unlinked");
		}

		@Override
		public void failed(String why) {
			this.all.add("failed " + why);
		}

		@Override
		public void shown(GroupView view) {
			this.all.add("shown " + view.term() + " " + view.leader().id());
		}

		@Override
		public void kept(GroupValue value) {
			this.all.add("kept " + value.sequence().counter());
		}

	}

}
