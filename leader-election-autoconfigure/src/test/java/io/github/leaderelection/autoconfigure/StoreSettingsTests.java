package io.github.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StoreSettings}.
 */
@ExtendWith(OutputCaptureExtension.class)
class StoreSettingsTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class));

	@Test
	void aNodeLeadsByALeaseInTheStoreOfTheApplication() {
		this.runner.withPropertyValues("leader-election.store=bean", "leader-election.retry-interval=50ms")
			.withBean(LeaseStore.class, EmptyStore::new)
			.run((context) -> {
				LeaderElector elector = Standalone.awaitLeader(context);
				assertThat(elector.status().algorithm()).isEqualTo("lease");
				assertThat(elector.status().node()).as("an id of its own").isNotEqualTo(NodeId.of("localhost"));
			});
	}

	@Test
	void theStartSaysInWhichClusterAndStoreANodeMayLead(CapturedOutput output) {
		this.runner
			.withPropertyValues("leader-election.store=bean", "leader-election.cluster=orders",
					"leader-election.node-id=a")
			.withBean(LeaseStore.class, EmptyStore::new)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).contains("Node a in cluster 'orders' may lead by a lease in ");
			});
	}

	@Test
	void theStartSaysWhereTheNameOfTheClusterComesFrom(CapturedOutput output) {
		ApplicationContextRunner stored = this.runner.withPropertyValues("leader-election.store=bean")
			.withBean(LeaseStore.class, EmptyStore::new);
		stored.withPropertyValues("spring.application.name=orders")
			.run((context) -> assertThat(output.getAll().lines())
				.filteredOn((line) -> line.contains("of cluster 'orders', as spring.application.name says"))
				.singleElement()
				.asString()
				.contains("INFO"));
		stored.run((context) -> assertThat(output).contains("of cluster 'default', for neither"));
		stored.withPropertyValues("leader-election.cluster=ours")
			.run((context) -> assertThat(output).contains("of cluster 'ours', as leader-election.cluster says"));
		this.runner.withPropertyValues("spring.application.name=alone")
			.run((context) -> assertThat(output).doesNotContain("'alone'"));
	}

	@Test
	void blankBesideTheNameIsShownInQuotes() {
		this.runner
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("file", Map.of("leader-election.store", "bean "))))
			.withBean(LeaseStore.class, EmptyStore::new)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContaining("There is no store \"bean \""));
	}

	@Test
	void theLeaseIsTenSecondsAndRenewedEachFifthUnlessSet() {
		this.runner.withPropertyValues("leader-election.store=bean")
			.withBean(LeaseStore.class, EmptyStore::new)
			.run((context) -> assertThat(Plans.of(context.getEnvironment()).node().groups().get("default"))
				.satisfies((options) -> {
					assertThat(options.lease()).isEqualTo(Duration.ofSeconds(10));
					assertThat(options.heartbeat()).isEqualTo(Duration.ofSeconds(2));
					assertThat(options.settings()).containsEntry("retry-interval", "1000ms");
				}));
	}

	@Test
	void whoTakesAMissingLeaseForANewOneIsWarned(CapturedOutput output) {
		this.runner.withPropertyValues("leader-election.store=bean")
			.withBean(LeaseStore.class, EmptyStore::new)
			.run((context) -> assertThat(output).doesNotContain("assume-new"));
		this.runner.withPropertyValues("leader-election.store=bean", "leader-election.assume-new=true")
			.withBean(LeaseStore.class, EmptyStore::new)
			.run((context) -> assertThat(output.getAll().lines())
				.filteredOn((line) -> line.contains("leader-election.assume-new is set"))
				.singleElement()
				.asString()
				.contains("WARN"));
	}

	@Test
	void heartbeatsOfPeersAreWarnedOf(CapturedOutput output) {
		this.runner
			.withPropertyValues("leader-election.store=bean", "leader-election.heartbeat-interval=100ms",
					"leader-election.groups.mails.heartbeat-interval=200ms",
					"leader-election.groups.reports.lease-duration=12s")
			.withBean(LeaseStore.class, EmptyStore::new)
			.run((context) -> assertThat(output.getAll().lines())
				.filteredOn((line) -> line.contains("heartbeat-interval="))
				.singleElement()
				.asString()
				.contains("WARN", "leader-election.heartbeat-interval=100ms renews the lease 600 times a minute",
						"each request 80 ms", "Remove it"));
		this.runner.withPropertyValues("leader-election.heartbeat-interval=100ms")
			.run((context) -> assertThat(output.getAll().lines())
				.filteredOn((line) -> line.contains("heartbeat-interval="))
				.hasSize(1));
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1s" })
	void noHeartbeatAtAllIsRefusedByNameBesideAStore(String interval) {
		this.runner.withPropertyValues("leader-election.store=bean", "leader-election.heartbeat-interval=" + interval)
			.withBean(LeaseStore.class, EmptyStore::new)
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("heartbeat-interval=")
				.hasMessageContaining("below 5ms"));
	}

	@Test
	void eachPriorityThatHasNoEffectIsWarnedOfOnce(CapturedOutput output) {
		this.runner.withPropertyValues("leader-election.store=bean", "leader-election.priority=1")
			.withBean(LeaseStore.class, EmptyStore::new)
			.run((context) -> assertThat(output).doesNotContain("priority"));
		this.runner
			.withPropertyValues("leader-election.store=bean", "leader-election.priority=5",
					"leader-election.groups.reports.lease-duration=12s", "leader-election.groups.mails.priority=7")
			.withBean(LeaseStore.class, EmptyStore::new)
			.run((context) -> assertThat(output.getAll().lines().filter((line) -> line.contains("priority=")))
				.satisfiesExactlyInAnyOrder(
						(line) -> assertThat(line).contains("WARN", "leader-election.priority=5 has no effect",
								"Remove it"),
						(line) -> assertThat(line).contains("WARN",
								"leader-election.groups.mails.priority=7 has no effect", "Remove it")));
	}

	@Test
	void anElectionAndAStoreDoNotGoTogetherInAGroupEither() {
		for (String key : new String[] { "leader-election.algorithm", "leader-election.groups.mails.algorithm" }) {
			this.runner.withPropertyValues("leader-election.store=bean", key + "=quorum")
				.withBean(LeaseStore.class, EmptyStore::new)
				.run((context) -> assertThat(context.getStartupFailure()).rootCause()
					.hasMessageContaining("leader-election.store=bean")
					.hasMessageContaining(key + " names another way"));
		}
	}

	@Test
	void aLeaseBelowTheLeastOfTheStoreFailsTheStart() {
		this.runner.withPropertyValues("leader-election.store=bean", "leader-election.lease-duration=500ms")
			.withBean(LeaseStore.class, EmptyStore::new)
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining("leader-election.lease-duration=500ms")
				.hasStackTraceContaining("below 1s, the least that a store in this test can serve"));
	}

	/**
	 * A store that this node has for itself.
	 */
	static final class EmptyStore implements LeaseStore {

		private final AtomicReference<@Nullable LeaseRecord> record = new AtomicReference<>();

		@Override
		public CompletionStage<Answer> ask(Request request, Duration deadline) {
			LeaseRecord before = this.record.get();
			if (request instanceof Request.Create create) {
				return written(new LeaseRecord(null, 0, 0, null, create.leastToken(), create.durationNanos(),
						create.free(), null, 0, "created"));
			}
			if (request instanceof Request.Take take) {
				return written(new LeaseRecord(take.holder(), take.incarnation(), take.attempt(), take.url(),
						take.leastToken(), take.durationNanos(), false, null, 0, "taken"));
			}
			if (request instanceof Request.Renew && before != null) {
				return written(before);
			}
			return CompletableFuture.completedStage(Answer.read(before));
		}

		private CompletionStage<Answer> written(LeaseRecord after) {
			this.record.set(after);
			return CompletableFuture.completedStage(new Answer.Mine(after));
		}

		@Override
		public boolean outlivesProcess() {
			return false;
		}

		@Override
		public String description() {
			return "a store in this test";
		}

		@Override
		public void close() {
			// holds nothing
		}

	}

}
