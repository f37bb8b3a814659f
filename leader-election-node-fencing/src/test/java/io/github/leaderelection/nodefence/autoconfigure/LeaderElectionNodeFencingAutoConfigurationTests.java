package io.github.leaderelection.nodefence.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.fencing.NodeFence;
import io.github.leaderelection.internal.actuate.RequestDescriptor;
import io.github.leaderelection.internal.nodefence.application.FencePart;
import io.github.leaderelection.internal.nodefence.application.NodeFencing;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LeaderElectionNodeFencingAutoConfiguration} in an application that
 * leads alone.
 */
class LeaderElectionNodeFencingAutoConfigurationTests {

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionNodeFencingAutoConfiguration.class))
		.withPropertyValues("leader-election.lease-duration=500ms");

	private static FencePart leading(ApplicationContext context) {
		Awaitility.await().atMost(Standalone.PATIENCE).until(context.getBean(LeaderElector.class)::isLeader);
		return new FencePart(context.getBean(ElectionNode.class), context.getBean(NodeFencing.class));
	}

	@Test
	void withoutAFenceNothingIsFenced() {
		this.runner.run((context) -> {
			FencePart part = leading(context);
			assertThat(part.read("default", true)).isNull();
			assertThat(part.request("default", "confirm-fenced", null, null, "a").outcome())
				.isEqualTo(RequestDescriptor.Outcome.UNKNOWN_GROUP);
		});
	}

	@Test
	void aNodeWithAFenceLeadsAgainAfterARestart(@TempDir Path directory) {
		AtomicInteger fenced = new AtomicInteger();
		ApplicationContextRunner durable = this.runner
			.withPropertyValues("leader-election.state-directory=" + directory, "leader-election.node-id=a")
			.withBean(NodeFence.class, () -> (target) -> {
				fenced.incrementAndGet();
				return NodeFence.Outcome.UNKNOWN;
			});
		for (int i = 0; i < 2; i++) {
			durable.run((context) -> {
				FencePart part = leading(context);
				assertThat(part.read("default", false)).hasToString("Unsettled[unsettled=[], problem=null, node=a]");
				assertThat(part.request("default", "confirm-fenced", null, null, "b").outcome())
					.isEqualTo(RequestDescriptor.Outcome.REFUSED);
				assertThat(part.request("default", "confirm-fenced", null, null, null).outcome())
					.isEqualTo(RequestDescriptor.Outcome.INVALID);
				assertThat(part.request("default", "confirm-fenced", null, null, " ").outcome())
					.isEqualTo(RequestDescriptor.Outcome.INVALID);
			});
		}
		assertThat(fenced).hasValue(0);
		assertThat(directory).isDirectoryContaining("glob:**.unsettled").isDirectoryContaining("glob:**.led");
	}

	@Test
	void aFenceNeedsAStateDirectory() {
		this.runner.withPropertyValues("leader-election.fence.command=/bin/false")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("A fence is set, and what it confirms would be forgotten"));
	}

	@Test
	void anElectionWithTwoLeadersIsRefused() {
		ElectionNodeBuilder node = ElectionNodeBuilder.forNode(NodeId.of("a"))
			.stateDirectory(Path.of("unused"))
			.members(List.of(new Member(NodeId.of("a"), null), new Member(NodeId.of("b"), null),
					new Member(NodeId.of("c"), null)))
			.group("jobs", GroupOptions.defaults().withAlgorithm("bully"));
		try (NodeFencing fencing = new NodeFencing((target) -> NodeFence.Outcome.UNKNOWN, Duration.ofSeconds(1),
				Duration.ZERO)) {
			assertThatExceptionOfType(InvalidElectionConfigurationException.class)
				.isThrownBy(() -> fencing.extend(node))
				.withMessageContaining(
						"'jobs' cannot be fenced, for its election 'bully' may have two leaders at once");
		}
	}

}
