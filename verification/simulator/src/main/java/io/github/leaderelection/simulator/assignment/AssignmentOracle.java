package io.github.leaderelection.simulator.assignment;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Known;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Entry;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Start;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.runtime.GroupAssignments;
import io.github.leaderelection.internal.assignment.runtime.Ownership;
import io.github.leaderelection.internal.assignment.runtime.OwnershipPublisher;
import org.jspecify.annotations.Nullable;

/**
 * Judges what applications are told: one owner of each partition and key at an instant,
 * tokens that rise, one end for each begin, and an owner and balance at rest.
 */
final class AssignmentOracle {

	private static final List<String> KEYS = IntStream.range(0, 30).mapToObj((number) -> "key-" + number).toList();

	/** By how much a clock may be faster than the true one. */
	private static final double FASTEST = 1.5;

	private final AssignmentRun run;

	/** The newest ownership of a partition, or of a key where they are counted. */
	private final Map<String, Newest> newest = new HashMap<>();

	private final Map<AssignmentApplication, List<Ownership>> seen = new IdentityHashMap<>();

	private final Map<Ownership, Drain> draining = new IdentityHashMap<>();

	private final Map<Ownership, Boolean> heard = new IdentityHashMap<>();

	/** What each planned by that leads. */
	private final Map<AssignmentApplication, LeaderState> books = new IdentityHashMap<>();

	private @Nullable Object judged;

	private long leads;

	AssignmentOracle(AssignmentRun run) {
		this.run = run;
	}

	void begun(AssignmentApplication by, Ownership ownership) {
		Partition partition = ownership.partition();
		this.run.trace(by, "begins", ownership);
		this.run.count(AssignmentCount.BEGUN);
		Ownership before = by.begun.put(partition, ownership);
		if (before != null) {
			broken("A7", by + " begins " + ownership + " before the end of " + before);
		}
		if (by.works.stream().anyMatch((each) -> each.partition().equals(partition))) {
			broken("A7", by + " begins " + ownership + " beside work of its former ownership");
		}
		if (ownership.end() != null) {
			broken("A7", by + " begins " + ownership + ", which has ended");
		}
		if (ownership.isValid()) {
			for (String part : parts(partition)) {
				rises(by, part, ownership);
			}
		}
	}

	/** All keys of a counted partition, or the partition. */
	private static List<String> parts(Partition partition) {
		if (partition.division() == 0) {
			return List.of(partition.toString());
		}
		return KEYS.stream()
			.filter((key) -> OwnershipPublisher.partitionOf(key, partition.division()).equals(partition.name()))
			.map((key) -> partition.assignment() + " " + key)
			.toList();
	}

	private void rises(AssignmentApplication by, String part, Ownership ownership) {
		Newest last = this.newest.put(part, new Newest(by, ownership));
		if (last == null) {
			return;
		}
		// An owner that stood still with both its clocks may begin beside the next one.
		if (last.ownership.token().compareTo(ownership.token()) >= 0 && this.run.isSound()) {
			broken("A4", by + " begins " + ownership + " after " + last.ownership + " of " + last.by);
		}
		if (last.ownership.partition().division() != ownership.partition().division()) {
			this.run.count(AssignmentCount.OTHER_DIVISION);
		}
		else if (last.by != by) {
			this.run.count(AssignmentCount.MOVED);
		}
	}

	void draining(AssignmentApplication by, Ownership ownership) {
		this.run.trace(by, "drains", ownership);
		this.run.count(AssignmentCount.DRAINED);
		Drain now = new Drain(this.run.now(), by.host.clock().monotonicNanos());
		if (by.begun.get(ownership.partition()) != ownership || this.draining.put(ownership, now) != null) {
			broken("A7", by + " drains " + ownership + ", which has not begun, or drains already");
		}
	}

	void heard(Ownership ownership) {
		this.heard.put(ownership, true);
	}

	void ended(AssignmentApplication by, Ownership ownership, OwnershipEnd why) {
		this.run.trace(by, "ends", ownership + " " + why);
		if (!by.begun.remove(ownership.partition(), ownership)) {
			broken("A7", by + " ends " + ownership + ", which has not begun");
		}
		if (ownership.isValid()) {
			broken("A7", by + " ends " + ownership + ", which is still valid");
		}
		switch (why) {
			case EXPIRED -> this.run.count(AssignmentCount.EXPIRED);
			case STOPPED -> this.run.count(AssignmentCount.STOPPED);
			case REFUSED -> this.run.count(AssignmentCount.REFUSED);
			case MOVED -> drained(by, ownership);
			case SUPERSEDED -> {
				if (this.run.isSound()) {
					broken("I1", by + " is told to own " + ownership + " no more");
				}
			}
		}
	}

	private void drained(AssignmentApplication by, Ownership ownership) {
		Drain since = this.draining.get(ownership);
		boolean done = this.heard.containsKey(ownership) && !by.works.contains(ownership);
		long drain = by.factory.plan().drainNanos().getOrDefault(ownership.partition().assignment(), 0L);
		if (since == null || !done && drain > since.nanos(this.run.now(), by.host.clock().monotonicNanos())) {
			broken("A6", by + " ends " + ownership + " before it is drained");
		}
	}

	void admitted(AssignmentApplication by, Ownership ownership) {
		if (by.begun.get(ownership.partition()) != ownership || this.draining.containsKey(ownership)) {
			broken("A7", by + " admits work of " + ownership + ", whose end has begun");
		}
	}

	/** Looks at an application after each event on its machine. */
	void look(AssignmentApplication at) {
		GroupAssignments present = at.factory.present();
		if (present != null && present.failure() != null) {
			broken("no step fails", at + ": " + present.failure());
		}
		List<Ownership> owned = at.host.canAnswer() ? at.owned() : List.of();
		if (!owned.equals(this.seen.put(at, owned)) && this.run.isSound()) {
			oneOwner(at, owned);
			LeaderState leader = leader();
			if (leader != null) {
				owned.forEach((each) -> entered(leader, at, each));
			}
		}
		LeaderState leads = at.host.canAnswer() ? leads(at) : null;
		if (leads != null) {
			planned(at, leads);
			stayed(at, leads);
		}
	}

	/** Before its pins are known a leader takes back only what has to move. */
	private void stayed(AssignmentApplication at, LeaderState leader) {
		LeaderState before = this.books.put(at, leader);
		GroupAssignments present = at.factory.present();
		if (before == null || before.token() != leader.token() || before.book() == leader.book() || present == null
				|| present.state().pinsKnown() >= leader.token()) {
			return;
		}
		Map<Partition, Entry> former = before.byPartition();
		for (Entry each : leader.book()) {
			Entry was = former.get(each.owned().partition());
			if (each.owned().release() && was != null && !was.owned().release()
					&& !hasToMove(present.state(), leader, each)) {
				broken("balance awaits pins", at + " takes back " + each + " under " + leader.token());
			}
		}
	}

	private static boolean hasToMove(AssignmentState state, LeaderState leader, Entry entry) {
		Partition partition = entry.owned().partition();
		PartitionList list = state.list(partition.assignment());
		Start owner = leader.start(entry.worker(), entry.incarnation());
		return list == null || !list.contains(partition) || owner == null || owner.capacity(partition.assignment()) == 0
				|| owner.refuses(partition)
				|| state.pins()
					.stream()
					.anyMatch((each) -> each.assignment().equals(partition.assignment())
							&& each.name().equals(partition.name()) && each.token() == leader.token());
	}

	void gone(AssignmentApplication application) {
		this.seen.remove(application);
		this.books.remove(application);
	}

	private void oneOwner(AssignmentApplication at, List<Ownership> owned) {
		for (Ownership each : owned) {
			Partition partition = each.partition();
			for (AssignmentApplication other : this.run.answering()) {
				Ownership there = other.publisher.owned(partition.assignment(), partition.name());
				if (other != at && there != null && there.partition().equals(partition)) {
					broken("A1", at + " owns " + each + ", and " + other + " owns " + there);
				}
			}
		}
		if (owned.stream().noneMatch((each) -> each.partition().assignment().equals(AssignmentRun.ORDERS))) {
			return;
		}
		for (String key : KEYS) {
			Ownership here = at.publisher.ofKey(AssignmentRun.ORDERS, key);
			for (AssignmentApplication other : (here != null) ? this.run.answering()
					: List.<AssignmentApplication>of()) {
				Ownership there = other.publisher.ofKey(AssignmentRun.ORDERS, key);
				if (other != at && there != null) {
					broken("A1", at + " owns " + key + " by " + here + ", and " + other + " by " + there);
				}
			}
		}
	}

	private @Nullable LeaderState leader() {
		for (AssignmentApplication each : this.run.answering()) {
			LeaderState leads = leads(each);
			if (leads != null) {
				return leads;
			}
		}
		return null;
	}

	/** What an application plans by, null where it does not lead at this instant. */
	private static @Nullable LeaderState leads(AssignmentApplication at) {
		GroupAssignments present = at.factory.present();
		LeaderState leader = (present != null) ? present.state().leader() : null;
		if (leader == null || !at.host.isThere()) {
			return null;
		}
		long token = at.host.elector().leadership().map(Leadership::fencingToken).orElse(0L);
		return (token == leader.token()) ? leader : null;
	}

	private void planned(AssignmentApplication at, LeaderState leader) {
		if (leader.token() > this.leads) {
			this.leads = leader.token();
			this.run.count(AssignmentCount.LEADER);
			this.run.trace(at, "plans under", leader.token());
		}
		if (isWaiting(at, leader) || leader.book() == this.judged || !this.run.isSound()) {
			return;
		}
		this.judged = leader.book();
		for (AssignmentApplication each : this.run.answering()) {
			each.owned().forEach((ownership) -> entered(leader, each, ownership));
		}
	}

	private static boolean isWaiting(AssignmentApplication at, LeaderState leader) {
		return at.host.clock().monotonicNanos() - leader.grantedNanos() < at.factory.plan().waitNanos();
	}

	/** What is owned is in the book under that token, or the leader waits. */
	private void entered(LeaderState leader, AssignmentApplication owner, Ownership owned) {
		boolean entered = leader.book()
			.stream()
			.anyMatch((each) -> each.worker().equals(owner.host.worker()) && each.incarnation() == owner.incarnation()
					&& each.owned().partition().equals(owned.partition())
					&& each.owned().token().equals(owned.token()));
		AssignmentApplication by = this.run.answering()
			.stream()
			.filter((each) -> leads(each) == leader)
			.findFirst()
			.orElse(null);
		if (!entered && by != null && !isWaiting(by, leader)) {
			broken("I1", owner + " owns " + owned + ", which is not in the book of " + by + " under " + leader.token());
		}
	}

	/** What is missing at rest, null if nothing is. */
	@Nullable String unsettled() {
		AssignmentApplication at = this.run.answering()
			.stream()
			.filter((each) -> leads(each) != null)
			.findFirst()
			.orElse(null);
		GroupAssignments present = (at != null) ? at.factory.present() : null;
		if (present == null) {
			return "A2: nobody leads";
		}
		AssignmentState state = present.state();
		for (Known known : state.known()) {
			String missing = unsettled(known);
			if (missing != null) {
				return missing + " under " + at;
			}
		}
		for (AssignmentApplication each : this.run.answering()) {
			if (each != at && each.host.isRunning() && each.requests.areHeld()) {
				return "held requests: " + each + " holds some, and does not lead";
			}
		}
		return null;
	}

	private @Nullable String unsettled(Known known) {
		List<AssignmentApplication> workers = this.run.answering();
		workers.removeIf((each) -> !each.host.isRunning());
		long capacity = workers.stream().mapToLong((each) -> capacity(each, known.assignment())).sum();
		int partitions = known.list().names().size();
		int owned = 0;
		for (AssignmentApplication each : workers) {
			List<Ownership> has = each.publisher.owned(known.assignment());
			owned += has.size();
			if (!has.stream().map(Ownership::partition).allMatch(known.list()::contains)) {
				return "A2: " + each + " owns " + has + ", not all of " + known.list();
			}
			long off = Math.abs(has.size() * capacity - partitions * capacity(each, known.assignment()));
			if (capacity > 0 && off >= capacity) {
				return "A3: " + each + " owns " + has + " of " + partitions + ", its capacity is "
						+ capacity(each, known.assignment()) + " of " + capacity;
			}
		}
		return (capacity == 0 || owned == partitions) ? null
				: "A2: " + owned + " of " + partitions + " partitions of " + known.assignment() + " are owned";
	}

	private static long capacity(AssignmentApplication of, String assignment) {
		return of.factory.plan()
			.declared()
			.stream()
			.filter((each) -> each.assignment().equals(assignment))
			.mapToLong(Declared::capacity)
			.sum();
	}

	private void broken(String rule, String text) {
		this.run.broken(rule, text);
	}

	/**
	 * The newest ownership of something.
	 */
	private record Newest(AssignmentApplication by, Ownership ownership) {

		LeaderSequenceNumber token() {
			return this.ownership.token();
		}

	}

	/**
	 * When a drain began. In the midst of a run in which its machine stands still its own
	 * clock is ahead; where it stood still before, its own clock was read late.
	 */
	private record Drain(long trueNanos, long ownNanos) {

		double nanos(long trueNow, long ownNow) {
			return Math.max((trueNow - this.trueNanos) * FASTEST, ownNow - this.ownNanos);
		}

	}

}
