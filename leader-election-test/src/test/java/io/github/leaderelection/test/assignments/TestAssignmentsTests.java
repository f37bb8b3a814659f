package io.github.leaderelection.test.assignments;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.assignments.AssignmentGrantedEvent;
import io.github.leaderelection.assignments.AssignmentRevokedEvent;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.assignments.PartitionLostException;
import io.github.leaderelection.assignments.PartitionSource;
import io.github.leaderelection.assignments.PartitionedWork;
import io.github.leaderelection.test.TestElection;
import io.github.leaderelection.test.autoconfigure.AutoConfigureLeaderElection;
import io.github.leaderelection.test.autoconfigure.WithPartitions;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link TestAssignments} and {@link WithPartitions} as tests of applications
 * use them.
 */
@SpringBootTest(classes = TestAssignmentsTests.Shop.class, webEnvironment = WebEnvironment.NONE,
		properties = { "leader-election.peers=http://a:1,http://b:1,http://c:1", "leader-election.node-id=a",
				"leader-election.assignments.orders.partitions=8", "leader-election.assignments.tenants=",
				"leader-election.assignments.mails.partitions=in,out",
				"leader-election.assignments.mails.group=mailing", "leader-election.groups.mailing.priority=1" })
@WithPartitions(assignment = "orders", partitions = { "1", "p5" })
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TestAssignmentsTests {

	@Autowired
	private TestAssignments assignments;

	@Autowired
	@Qualifier("orders")
	private AssignedPartitions orders;

	@Autowired
	private Poller poller;

	@Autowired
	private Heard heard;

	@BeforeEach
	void forget() {
		this.poller.polled().clear();
		this.poller.during((partition) -> {
		});
		this.heard.refused = "";
	}

	private static List<String> names(AssignedPartitions partitions) {
		return partitions.owned().stream().map(AssignedPartition::name).toList();
	}

	@Test
	void pollsExactlyWhatItOwnsAndListenersHaveHeardOfIt() {
		assertThat(names(this.orders)).containsExactly("p1", "p5");
		assertThat(this.orders.owns("p2")).isFalse();
		this.poller.poll(null);
		assertThat(this.poller.polled()).containsExactly("p1", "p5");
		assertThat(this.heard.present()).containsExactlyInAnyOrder("orders/p1", "orders/p5");
		String key = "customer-1";
		assertThat(this.orders.ownsKey(key)).isEqualTo(List.of("p1", "p5").contains(this.orders.partitionOf(key)));
	}

	@Test
	@WithPartitions(assignment = "orders", partitions = "7")
	@WithPartitions(assignment = "tenants", partitions = { "acme", "globex" })
	@WithPartitions(assignment = "mails", partitions = "out")
	void aMethodReplacesWhatItsClassSays(@Autowired @Qualifier("tenants") AssignedPartitions tenants,
			@Autowired @Qualifier("mails") AssignedPartitions mails) {
		this.poller.poll(null);
		assertThat(this.poller.polled()).containsExactly("p7");
		assertThat(names(tenants)).containsExactly("acme", "globex");
		assertThat(names(mails)).containsExactly("out");
	}

	@Test
	@WithPartitions(assignment = "orders", partitions = {})
	void withoutPartitionsNothingIsPolled() {
		this.poller.poll(null);
		assertThat(this.poller.polled()).isEmpty();
	}

	@Test
	void tokensRiseFromGiftToGift() {
		LeaderSequenceNumber first = this.orders.owned("p1").orElseThrow().token();
		LeaderSequenceNumber second = this.assignments.give("orders", "2", "3");
		assertThat(second).isGreaterThan(first);
		assertThat(this.orders.owned("p2").orElseThrow().token()).isEqualTo(second);
		assertThat(this.orders.owned("p3").orElseThrow().token()).isEqualTo(second);
		this.assignments.take("orders", "p1").toCompletableFuture().join();
		LeaderSequenceNumber third = this.assignments.give("orders", "p1");
		assertThat(third).isGreaterThan(second);
		this.assignments.expire();
		assertThat(this.assignments.give("orders", "p1")).isGreaterThan(third);
		assertThat(this.heard.tokens("p1")).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void takeDrainsRunningWork() {
		CompletableFuture<Void> begun = new CompletableFuture<>();
		CompletableFuture<Void> work = new CompletableFuture<>();
		CompletableFuture<Boolean> run = CompletableFuture.supplyAsync(() -> this.orders.runIfOwned("p1", () -> {
			begun.complete(null);
			work.join();
		}));
		begun.join();
		AssignedPartition first = this.orders.owned("p1").orElseThrow();
		CompletionStage<Void> taken = this.assignments.take("orders", "1");
		assertThat(taken.toCompletableFuture()).isNotDone();
		assertThat(first.isDraining()).isTrue();
		assertThat(first.isOwned()).isTrue();
		this.poller.poll(null);
		assertThat(this.poller.polled()).containsExactly("p5");
		assertThatIllegalStateException().isThrownBy(() -> this.assignments.give("orders", "1"))
			.withMessageContaining("owned already");

		work.complete(null);
		taken.toCompletableFuture().join();
		assertThat(run.join()).isTrue();
		assertThat(first.isOwned()).isFalse();
		assertThat(names(this.orders)).containsExactly("p5");
		assertThat(this.heard.last("orders/p1", 3)).containsExactly("assigned", "revoking", "revoked MOVED");
		assertThat(this.heard.ends).last()
			.satisfies((end) -> assertThat(end.partition() + " " + end.reason()).isEqualTo("p1 MOVED"));
	}

	@Test
	void whatIsNotOwnedIsTakenAtOnce() {
		assertThat(this.assignments.take("orders", "p2").toCompletableFuture()).isCompleted();
		assertThat(names(this.orders)).containsExactly("p1", "p5");
	}

	@Test
	void expiryEndsAllAtOnceThoughWorkRuns() {
		List<String> lost = new ArrayList<>();
		this.poller.during((partition) -> {
			partition.checkStillOwned();
			this.assignments.expire();
			assertThat(partition.isOwned()).isFalse();
			assertThat(this.heard.last("orders/p1", 2)).containsExactly("assigned", "revoked EXPIRED");
			assertThatExceptionOfType(PartitionLostException.class).isThrownBy(partition::checkStillOwned)
				.withMessageContaining("'p1' of 'orders'");
			lost.add(partition.name());
			assertThatIllegalStateException().isThrownBy(() -> this.assignments.give("orders", "p1"))
				.withMessageContaining("orders/p1")
				.withMessageContaining("still runs");
		});
		this.poller.poll(null);
		assertThat(lost).containsExactly("p1");
		assertThat(this.poller.polled()).as("p5 ended before it was called").containsExactly("p1");
		assertThat(this.orders.owned()).isEmpty();
		// Its former work has returned, and was to be told so.
		Awaitility.await().untilAsserted(() -> assertThat(this.assignments.give("orders", "p1")).isNotNull());
		assertThat(names(this.orders)).containsExactly("p1");
	}

	@Test
	void whatAListenerDoesNotTakeIsNotOwned() {
		this.heard.refused = "p6";
		LeaderSequenceNumber token = this.assignments.give("orders", "6", "7");
		assertThat(names(this.orders)).containsExactly("p1", "p5", "p7");
		assertThat(this.orders.owned("p7").orElseThrow().token()).isEqualTo(token);
		assertThat(this.heard.last("orders/p6", 1)).containsExactly("revoked REFUSED");
		assertThatIllegalStateException().isThrownBy(() -> this.assignments.give("orders", "6"))
			.withMessageContaining("refuses the partition orders/p6");
		this.heard.refused = "";
		this.assignments.reset();
		this.assignments.give("orders", "6");
		assertThat(names(this.orders)).containsExactly("p6");
	}

	@Test
	void whatTheApplicationGivesBackEndsHere() {
		this.orders.release("p1");
		Awaitility.await().untilAsserted(() -> assertThat(names(this.orders)).containsExactly("p5"));
	}

	@Test
	@Order(1)
	void leavesSomethingBehind() {
		this.assignments.give("orders", "0", "7");
		assertThat(names(this.orders)).containsExactly("p0", "p1", "p5", "p7");
	}

	@Test
	@Order(2)
	void beginsWithItsOwnPartitionsAfterEachTest() {
		assertThat(names(this.orders)).containsExactly("p1", "p5");
		assertThat(this.heard.last("orders/p7", 2)).containsExactly("assigned", "revoked STOPPED");
		assertThat(this.heard.tokens("p1")).hasSizeGreaterThanOrEqualTo(2).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void mistakesOfTestsAreTold() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.assignments.give("parcels", "1"))
			.withMessageContaining("'parcels'")
			.withMessageContaining("orders");
		assertThatIllegalArgumentException().isThrownBy(() -> this.assignments.give("orders", "8"))
			.withMessageContaining("p8");
		assertThatIllegalArgumentException().isThrownBy(() -> this.assignments.take("mails", "1"))
			.withMessageContaining("in, out");
	}

	@Test
	void leadershipIsAnotherMatter(@Autowired TestElection election) {
		assertThat(election.elector().isLeader()).isFalse();
		election.grant();
		election.expireLease();
		assertThat(names(this.orders)).containsExactly("p1", "p5");
	}

	@Nested
	class Inherited {

		@Test
		void aNestedTestOwnsWhatTheOneAroundOwns() {
			assertThat(names(TestAssignmentsTests.this.orders)).containsExactly("p1", "p5");
		}

	}

	@Nested
	@AutoConfigureLeaderElection(leading = true)
	@WithPartitions(assignment = "orders", partitions = "2")
	class Overridden {

		@Test
		void aNestedTestMayOwnOthers(@Autowired @Qualifier("orders") AssignedPartitions own,
				@Autowired TestElection election) {
			assertThat(names(own)).containsExactly("p2");
			assertThat(election.elector().isLeader()).isTrue();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Shop {

		@Bean
		Poller poller() {
			return new Poller();
		}

		@Bean
		Heard heard() {
			return new Heard();
		}

		@Bean
		PartitionSource tenants() {
			return new PartitionSource() {

				@Override
				public String assignment() {
					return "tenants";
				}

				@Override
				public List<String> partitions() {
					throw new IllegalStateException("a test asks no source");
				}

			};
		}

	}

	static class Poller {

		private final List<String> polled = new CopyOnWriteArrayList<>();

		private Consumer<AssignedPartition> during = (partition) -> {
		};

		List<String> polled() {
			return this.polled;
		}

		void during(Consumer<AssignedPartition> task) {
			this.during = task;
		}

		@PartitionedWork("orders")
		void poll(@Nullable AssignedPartition partition) {
			this.polled.add(partition.name());
			this.during.accept(partition);
		}

	}

	static class Heard implements PartitionListener {

		private final List<String> told = new CopyOnWriteArrayList<>();

		private final List<AssignmentGrantedEvent> begins = new CopyOnWriteArrayList<>();

		private final List<AssignmentRevokedEvent> ends = new CopyOnWriteArrayList<>();

		private volatile String refused = "";

		@Override
		public void onAssigned(AssignedPartition partition) {
			this.told.add(partition.assignment() + "/" + partition.name() + " assigned");
			if (partition.name().equals(this.refused)) {
				throw new IllegalStateException("on purpose");
			}
		}

		@Override
		public void onRevoking(AssignedPartition partition) {
			this.told.add(partition.assignment() + "/" + partition.name() + " revoking");
		}

		@Override
		public void onRevoked(AssignedPartition partition, OwnershipEnd why) {
			this.told.add(partition.assignment() + "/" + partition.name() + " revoked " + why);
		}

		@EventListener
		void began(AssignmentGrantedEvent event) {
			this.begins.add(event);
		}

		@EventListener
		void ended(AssignmentRevokedEvent event) {
			this.ends.add(event);
		}

		List<String> last(String partition, int most) {
			List<String> all = this.told.stream()
				.filter((each) -> each.startsWith(partition + " "))
				.map((each) -> each.substring(partition.length() + 1))
				.toList();
			return all.subList(Math.max(0, all.size() - most), all.size());
		}

		List<String> present() {
			List<String> present = new ArrayList<>();
			for (String each : this.told) {
				String partition = each.split(" ")[0];
				present.remove(partition);
				if (!each.contains("revoked")) {
					present.add(partition);
				}
			}
			return present;
		}

		List<LeaderSequenceNumber> tokens(String partition) {
			return this.begins.stream()
				.filter((each) -> each.partition().equals(partition))
				.map(AssignmentGrantedEvent::token)
				.toList();
		}

	}

}
