package io.github.leaderelection.internal.assignment.application;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.assignments.PartitionLostException;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.runtime.Ownership;
import io.github.leaderelection.internal.assignment.runtime.TestOwnerships;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link OwnedPartitions} and {@link OwnedPartition}.
 */
class OwnedPartitionsTests {

	private final PartitionListeners listeners = new PartitionListeners(List::of, (event) -> {
	}, () -> "a", Runnable::run);

	private final TestOwnerships ownerships = new TestOwnerships(this.listeners);

	private final OwnedPartitions orders = partitions("orders", 8);

	private OwnedPartitions partitions(String assignment, int division) {
		return new OwnedPartitions(assignment, division, this.ownerships.publisher(), this.listeners);
	}

	private Ownership own(int index) {
		return this.ownerships.begin(new Partition("orders", 8, "p" + index));
	}

	private static List<String> names(OwnedPartitions partitions) {
		return partitions.owned().stream().map(AssignedPartition::name).toList();
	}

	@Test
	void tellsWhatIsOwnedOfItsAssignmentAlone() {
		own(2);
		own(7);
		this.ownerships.begin(new Partition("tenants", 0, "acme"));
		assertThat(names(this.orders)).containsExactly("p2", "p7");
		assertThat(this.orders.owns("p2")).isTrue();
		assertThat(this.orders.owns("p3")).isFalse();
		assertThat(this.orders.owns("acme")).isFalse();
		assertThat(this.orders.owned("p3")).isEmpty();
		AssignedPartition seventh = this.orders.owned("p7").orElseThrow();
		assertThat(seventh.assignment()).isEqualTo("orders");
		assertThat(seventh.index()).isEqualTo(7);
		assertThat(seventh.token()).isEqualTo(new LeaderSequenceNumber(7, 2));
		assertThat(names(partitions("tenants", 0))).containsExactly("acme");
		assertThat(partitions("tenants", 0).owned("acme").orElseThrow().index()).isEqualTo(-1);
	}

	@Test
	void ownsTheKeysOfItsPartitions() {
		String key = "customer-1";
		String partition = this.orders.partitionOf(key);
		assertThat(this.orders.ownsKey(key)).isFalse();
		own(Integer.parseInt(partition.substring(1)));
		assertThat(this.orders.ownsKey(key)).isTrue();
		assertThat(this.orders.partitionOf(key)).isEqualTo(partition);
		this.ownerships.passLease();
		assertThat(this.orders.ownsKey(key)).isFalse();
	}

	@Test
	void theDivisionOfTheLeaderCounts() {
		String key = "customer-1";
		String own = this.orders.partitionOf(key);
		this.ownerships.begin(new Partition("orders", 1, "p0"));
		assertThat(own).isNotEqualTo("p0");
		assertThat(this.orders.partitionOf(key)).isEqualTo("p0");
		assertThat(this.orders.ownsKey(key)).isTrue();
	}

	@Test
	void namedPartitionsHaveNoKeys() {
		this.ownerships.begin(new Partition("tenants", 0, "acme"));
		OwnedPartitions tenants = partitions("tenants", 0);
		assertThat(tenants.ownsKey("acme")).isFalse();
		assertThatIllegalStateException().isThrownBy(() -> tenants.partitionOf("acme"))
			.withMessageContaining("leader-election.assignments.tenants.partitions");
	}

	@Test
	void aLeaseThatIsOverEndsAllWithoutAnyThread() {
		AssignedPartition first = this.listeners.partition(own(0));
		assertThat(first.isOwned()).isTrue();
		first.checkStillOwned();
		this.ownerships.passLease();
		assertThat(first.isOwned()).isFalse();
		assertThatExceptionOfType(PartitionLostException.class).isThrownBy(first::checkStillOwned)
			.withMessageContaining("'p0' of 'orders' with token 7/1");
		assertThat(this.orders.owned()).isEmpty();
		assertThat(this.orders.owns("p0")).isFalse();
	}

	@Test
	void runsATaskWhileItsPartitionIsOwned() {
		Ownership owned = own(0);
		List<Integer> running = new ArrayList<>();
		assertThat(this.orders.runIfOwned("p0", () -> running.add(owned.running()))).isTrue();
		assertThat(this.orders.runIfOwned("p1", () -> running.add(-1))).isFalse();
		assertThatIllegalStateException().isThrownBy(() -> this.orders.runIfOwned("p0", () -> {
			throw new IllegalStateException();
		}));
		this.ownerships.drain(owned);
		assertThat(this.orders.owns("p0")).isTrue();
		assertThat(this.orders.owned("p0").orElseThrow().isDraining()).isTrue();
		assertThat(this.orders.runIfOwned("p0", () -> running.add(-2))).isFalse();
		assertThat(running).containsExactly(1);
		assertThat(owned.running()).isZero();
	}

	@Test
	void aDrainAwaitsRunningTasks() {
		Ownership owned = own(0);
		this.orders.runIfOwned("p0", () -> {
			this.ownerships.drain(owned);
			assertThat(this.ownerships.told()).isEmpty();
		});
		assertThat(this.ownerships.told())
			.containsExactly(new AssignmentEvent.Drained(owned.partition(), owned.token()));
	}

	@Test
	void givesAPartitionBack() {
		Ownership owned = own(0);
		this.orders.release("p1");
		assertThat(this.ownerships.told()).isEmpty();
		this.orders.release("p0");
		assertThat(this.ownerships.told()).containsExactly(new AssignmentEvent.Released(owned.partition()));
	}

	@Test
	void revocationIsToldOnceOnAThreadOfTheListeners() {
		Ownership owned = own(0);
		CompletableFuture<Void> threads = new CompletableFuture<>();
		List<String> told = new ArrayList<>();
		AssignedPartition partition = new OwnedPartition(owned, (task) -> threads.thenRun(task));
		partition.onRevocation(() -> told.add("before"));
		this.ownerships.drain(owned);
		this.ownerships.end(owned, OwnershipEnd.MOVED);
		partition.onRevocation(() -> told.add("after"));
		assertThat(told).isEmpty();
		threads.complete(null);
		assertThat(told).containsExactlyInAnyOrder("before", "after");
	}

}
