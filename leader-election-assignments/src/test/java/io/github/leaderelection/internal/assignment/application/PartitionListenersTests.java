package io.github.leaderelection.internal.assignment.application;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignmentGrantedEvent;
import io.github.leaderelection.assignments.AssignmentRevokedEvent;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.runtime.Ownership;
import io.github.leaderelection.internal.assignment.runtime.TestOwnerships;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PartitionListeners}.
 */
class PartitionListenersTests {

	private static final Partition P0 = new Partition("orders", 2, "p0");

	private static final Partition P1 = new Partition("orders", 2, "p1");

	private final List<PartitionListener> all = new ArrayList<>();

	private final List<Object> events = new ArrayList<>();

	private final Deque<Runnable> tasks = new ArrayDeque<>();

	private final PartitionListeners listeners = new PartitionListeners(() -> this.all, this.events::add, () -> "a",
			this.tasks::add);

	private final TestOwnerships ownerships = new TestOwnerships(this.listeners);

	private final List<String> heard = new ArrayList<>();

	private void runAll() {
		while (!this.tasks.isEmpty()) {
			this.tasks.remove().run();
		}
	}

	@Test
	void eachBeginHasItsEndInOrder() {
		this.all.add(new Hearing("", false));
		Ownership first = this.ownerships.begin(P0);
		this.ownerships.drain(first);
		this.ownerships.end(first, OwnershipEnd.MOVED);
		this.ownerships.begin(P0);
		this.ownerships.expire();
		runAll();
		assertThat(this.heard).containsExactly("assigned p0 1", "revoking p0 1", "revoked p0 1 MOVED", "assigned p0 2",
				"revoked p0 2 EXPIRED");
		assertThat(this.events).hasSize(4);
		assertThat(this.events.get(0)).isInstanceOfSatisfying(AssignmentGrantedEvent.class, (event) -> {
			assertThat(event.node()).isEqualTo("a");
			assertThat(event.partition()).isEqualTo("p0");
			assertThat(event.token().counter()).isEqualTo(1);
		});
		assertThat(this.events.get(3)).isInstanceOfSatisfying(AssignmentRevokedEvent.class,
				(event) -> assertThat(event.reason()).isEqualTo(OwnershipEnd.EXPIRED));
	}

	@Test
	void ofOnePartitionOneCallAtATimeOfDifferentOnesSideBySide() {
		this.all.add(new Hearing("", false));
		Ownership first = this.ownerships.begin(P0);
		this.ownerships.begin(P1);
		this.ownerships.drain(first);
		assertThat(this.tasks).hasSize(2);
		this.tasks.removeLast().run();
		assertThat(this.heard).containsExactly("assigned p1 2");
		this.tasks.remove().run();
		assertThat(this.heard).containsExactly("assigned p1 2", "assigned p0 1");
		assertThat(this.tasks).hasSize(1);
		runAll();
		assertThat(this.heard).endsWith("revoking p0 1");
	}

	@Test
	void ofOneNameOneCallAtATimeAlsoInAnotherDivision() {
		this.all.add(new Hearing("", false));
		Ownership first = this.ownerships.begin(P0);
		runAll();
		this.ownerships.end(first, OwnershipEnd.MOVED);
		this.ownerships.begin(new Partition("orders", 4, "p0"));
		assertThat(this.tasks).hasSize(1);
		runAll();
		assertThat(this.heard).containsExactly("assigned p0 1", "revoked p0 1 MOVED", "assigned p0 2");
	}

	@Test
	void onlyListenersOfTheAssignmentHear() {
		this.all.add(new Hearing("orders", false));
		this.all.add(new Hearing("tenants", false));
		this.ownerships.begin(P0);
		runAll();
		assertThat(this.heard).containsExactly("assigned p0 1");
	}

	@Test
	void aListenerThatFailsAtTheBeginningRefusesAndAllOthersHear() {
		this.all.add(new Hearing("", true));
		this.all.add(new Hearing("", false));
		Ownership begun = this.ownerships.begin(P0);
		runAll();
		assertThat(this.heard).containsExactly("assigned p0 1", "assigned p0 1");
		assertThat(this.ownerships.told()).containsExactly(new AssignmentEvent.Failed(P0, begun.token()));
	}

	@Test
	void aListenerThatCannotSayWhatItHearsRefusesToo() {
		this.all.add(new PartitionListener() {

			@Override
			public String assignment() {
				throw new IllegalStateException();
			}

		});
		this.all.add(new Hearing("", false));
		Ownership begun = this.ownerships.begin(P0);
		runAll();
		assertThat(this.heard).containsExactly("assigned p0 1");
		assertThat(this.ownerships.told()).containsExactly(new AssignmentEvent.Failed(P0, begun.token()));
	}

	@Test
	void listenersThatFailAtTheEndHoldUpNothing() {
		this.all.add(new Hearing("", true));
		Ownership begun = this.ownerships.begin(P0);
		this.ownerships.drain(begun);
		runAll();
		assertThat(this.ownerships.told()).endsWith(new AssignmentEvent.Drained(P0, begun.token()));
		this.ownerships.end(begun, OwnershipEnd.MOVED);
		runAll();
		assertThat(this.heard).containsExactly("assigned p0 1", "revoking p0 1", "revoked p0 1 MOVED");
		assertThat(this.events).hasSize(2);
	}

	@Test
	void eventListenersThatFailRefuseNothing() {
		PartitionListeners failing = new PartitionListeners(List::of, (event) -> {
			throw new IllegalStateException();
		}, () -> "a", Runnable::run);
		TestOwnerships owned = new TestOwnerships(failing);
		Ownership begun = owned.begin(P0);
		owned.drain(begun);
		assertThat(owned.told()).containsExactly(new AssignmentEvent.Drained(P0, begun.token()));
	}

	private final class Hearing implements PartitionListener {

		private final String assignment;

		private final boolean fails;

		private Hearing(String assignment, boolean fails) {
			this.assignment = assignment;
			this.fails = fails;
		}

		@Override
		public String assignment() {
			return this.assignment;
		}

		@Override
		public void onAssigned(AssignedPartition partition) {
			hear("assigned " + partition.name() + " " + partition.token().counter());
		}

		@Override
		public void onRevoking(AssignedPartition partition) {
			hear("revoking " + partition.name() + " " + partition.token().counter());
		}

		@Override
		public void onRevoked(AssignedPartition partition, OwnershipEnd why) {
			hear("revoked " + partition.name() + " " + partition.token().counter() + " " + why);
		}

		private void hear(String what) {
			PartitionListenersTests.this.heard.add(what);
			if (this.fails) {
				throw new IllegalStateException("on purpose");
			}
		}

	}

}
