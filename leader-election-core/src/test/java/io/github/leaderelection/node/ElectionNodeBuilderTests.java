package io.github.leaderelection.node;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.OutlivedLeadership;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ElectionNodeBuilderTests {

	private static final NodeId A = NodeId.of("a");

	@Test
	void aNodeHasTheGroupDefaultUnlessOthersAreNamed() {
		assertThat(ElectionNodeBuilder.forNode(A).build().groups()).containsExactly("default");
		assertThat(ElectionNodeBuilder.forNode(A)
			.group("two", GroupOptions.defaults())
			.group("one", GroupOptions.defaults())
			.build()
			.groups()).containsExactly("two", "one");
	}

	@Test
	void anElectorIsTheSameObjectAtEveryCall() {
		ElectionNode node = ElectionNodeBuilder.forNode(A).cluster("c").build();

		assertThat(node.elector("default")).isSameAs(node.elector("default"));
		assertThat(node.cluster()).isEqualTo("c");
		assertThat(node.id()).isEqualTo(A);
		assertThat(node.isRunning()).isFalse();
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> node.elector("other"))
			.withMessageContaining("other")
			.withMessageContaining("[default]");
	}

	@Test
	void theTypesOfMessagesAreToldByGroup() {
		ElectionNodeBuilder builder = ElectionNodeBuilder.forNode(A);

		assertThat(ElectionNodeBuilder.algorithms()).containsExactly("quorum");
		assertThat(builder.messageTypes()).isEqualTo(Map.of("default", QuorumMessage.class));
		assertThat(builder.group("one", GroupOptions.defaults()).messageTypes())
			.isEqualTo(Map.of("one", QuorumMessage.class));
	}

	@Test
	void aGroupIsGivenItsExtensions() {
		ExtensionFactory toy = new Toy("toy");
		ExtensionFactory other = new Toy("other");
		ElectionNodeBuilder builder = ElectionNodeBuilder.forNode(A)
			.group("one", GroupOptions.defaults())
			.group("two", GroupOptions.defaults())
			.extension("one", new Toy("toy"))
			.extension("one", other)
			.extension("one", toy);

		assertThat(builder.extensionTypes())
			.isEqualTo(Map.of("one", Map.of("toy", QuorumMessage.class, "other", QuorumMessage.class)));
		assertThat(builder.plan().groups().get(0).extensions()).satisfiesExactly(
				(first) -> assertThat(first).isSameAs(toy), (second) -> assertThat(second).isSameAs(other));
		assertThat(builder.plan().groups().get(1).extensions()).isEmpty();
	}

	@Test
	void otherMembersNeedATransport() {
		ElectionNodeBuilder builder = ElectionNodeBuilder.forNode(A)
			.members(
					List.of(new Member(A, URI.create("http://a")), new Member(NodeId.of("b"), URI.create("http://b"))));

		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(builder::build)
			.withMessageContaining("no transport");
	}

	@Test
	void whatOutlivesItsGrantIsToldOnAThreadOfItsOwnThoughListenersBlock() throws Exception {
		CompletableFuture<OutlivedLeadership> told = new CompletableFuture<>();
		CompletableFuture<Void> release = new CompletableFuture<>();
		CompletableFuture<String> thread = new CompletableFuture<>();
		try (ElectionNode node = ElectionNodeBuilder.forNode(A).drainTimeout(Duration.ZERO).onOutlived((grant) -> {
			thread.complete(Thread.currentThread().getName());
			told.complete(grant);
		}).build()) {
			node.start();
			LeaderElector elector = node.elector("default");
			Leadership leadership = elector.awaitLeadership().get(10, TimeUnit.SECONDS);
			elector.addListener(new LeadershipListener() {

				@Override
				public void onGranted(Leadership granted) {
					release.join();
				}

			});
			LeaderWork work = elector.beginWork("work");
			assertThat(work).isNotNull();
			elector.resign();
			assertThat(told.get(10, TimeUnit.SECONDS)).isEqualTo(new OutlivedLeadership("default",
					leadership.fencingToken(), RevocationReason.RESIGNED, List.of("work")));
			assertThat(thread.get()).isEqualTo("leader-election-a-outlived");
			assertThat(release).isNotDone();
			release.complete(null);
			work.close();
		}
	}

	@Test
	void aDrainOfMoreThanADayIsRefusedHoweverLong() {
		ElectionNodeBuilder builder = ElectionNodeBuilder.forNode(NodeId.of("a"));
		builder.drainTimeout(Duration.ofDays(1)).build();
		for (Duration drain : List.of(Duration.ofDays(1).plusMillis(1), Duration.ofSeconds(Long.MAX_VALUE))) {
			assertThatExceptionOfType(InvalidSettingException.class).isThrownBy(builder.drainTimeout(drain)::build)
				.withMessageContaining("drain-timeout");
		}
	}

	@Test
	void aHeartbeatComesEachFifthOfTheLeaseUnlessChosen() {
		GroupOptions options = GroupOptions.defaults();
		assertThat(options.heartbeat()).isEqualTo(Duration.ofMillis(200));
		assertThat(options.withLease(Duration.ofMillis(50)).heartbeat()).isEqualTo(Duration.ofMillis(10));
		assertThat(options.withLease(Duration.ofMillis(50)).withLease(Duration.ofSeconds(5)).heartbeat())
			.isEqualTo(Duration.ofMillis(200));
		assertThat(options.withAlgorithm("lease").withLease(Duration.ofSeconds(5)).heartbeat())
			.isEqualTo(Duration.ofSeconds(1));
		assertThat(options.withAlgorithm("raft").heartbeat()).isEqualTo(Duration.ofMillis(100));
		assertThat(options.withHeartbeat(Duration.ofMillis(70)).withLease(Duration.ofSeconds(5)).heartbeat())
			.isEqualTo(Duration.ofMillis(70));
	}

	/**
	 * An extension that does nothing.
	 */
	private record Toy(String name) implements ExtensionFactory {

		@Override
		public Class<? extends ElectionMessage> messageType() {
			return QuorumMessage.class;
		}

		@Override
		public GroupExtension create(GroupHost host) {
			return new GroupExtension() {
			};
		}

	}

}
