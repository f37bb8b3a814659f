package io.github.leaderelection.internal.assignment.protocol;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Known;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Pin;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Entry;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Start;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * One step of a leader, made only inside its own lease (7). Its numbers are those of the
 * rules in the guide.
 */
final class Leader {

	private static final int ANSWERS_OF_A_WAIT = 4;

	/** In characters: a frame holds 16,384. */
	private static final int LONGEST_ANSWER = 12_000;

	private final AssignmentSettings settings;

	private final Planning planning;

	private final AssignmentState all;

	private final LeaderState before;

	private final Now now;

	private final List<AssignmentEffect> effects;

	private final TreeMap<Id, Start> starts = new TreeMap<>();

	private final TreeSet<Id> toTell = new TreeSet<>();

	/** Null until this step changes the book. */
	private @Nullable TreeMap<Partition, Entry> book;

	private final TreeSet<Partition> free;

	private long counter;

	private boolean changed;

	private boolean waited;

	Leader(AssignmentSettings settings, Planning planning, AssignmentState all, LeaderState state, Now now,
			List<AssignmentEffect> effects) {
		this.settings = settings;
		this.planning = planning;
		this.all = all;
		this.before = state;
		this.now = now;
		this.effects = effects;
		state.starts().forEach((each) -> this.starts.put(Id.of(each), each));
		this.free = new TreeSet<>(state.free());
		this.counter = state.counter();
		this.changed = state.changed();
		this.waited = state.waited();
	}

	LeaderState state() {
		return new LeaderState(this.before.token(), this.before.lease(), this.before.grantedNanos(), this.counter,
				(this.book != null) ? List.copyOf(this.book.values()) : this.before.book(), List.copyOf(this.free),
				List.copyOf(this.starts.values()), this.changed, this.waited);
	}

	private TreeMap<Partition, Entry> book() {
		TreeMap<Partition, Entry> opened = (this.book != null) ? this.book : this.before.byPartition();
		this.book = opened;
		return opened;
	}

	/** Takes a ping that is newer than all of that start (9). */
	void pinged(AssignmentMessage.Ping ping, long request) {
		Id id = new Id(ping.worker(), ping.incarnation());
		Start former = this.starts.get(id);
		if (ping.term() != this.before.token() || former != null && ping.sequence() <= former.sequence()) {
			endRequest(request);
			return;
		}
		boolean known = former != null && former.stands().equals(ping.stands());
		this.changed |= !known;
		Start start = new Start(ping.worker(), ping.incarnation(), ping.sequence(), ping.version(),
				(former != null) ? former.version() : ++this.counter,
				this.now.monotonicNanos() + this.settings.waitNanos(), this.now.monotonicNanos(),
				(former != null) ? former.request() : 0, 0, request == 0, ping.stands(), ping.leaseNanos());
		this.starts.put(id, start);
		List<Portion> portions = ping.owned();
		if ((portions != null) ? compare(start, Portion.unpack(portions)) : owesClaims(start)) {
			start = start.listed(++this.counter);
			this.starts.put(id, start);
			this.changed = true;
		}
		answer(start, request);
	}

	/**
	 * Frees what a worker claimed after the list that it owns now, of which the claim is
	 * no part; what was given since is not seen yet. Returns whether its list changed.
	 */
	private boolean owesClaims(Start start) {
		boolean differs = false;
		if (start.seen() < start.version()) {
			for (Entry each : List.copyOf(book().values())) {
				if (each.isOf(start) && each.entered() > start.seen() && each.isClaim(this.before.token())) {
					free(each.owned().partition());
					differs = true;
				}
			}
		}
		return differs;
	}

	/** Compares what a worker owns with the book; returns whether its list changed. */
	private boolean compare(Start start, List<Owned> claims) {
		Map<Partition, LeaderSequenceNumber> owned = new HashMap<>();
		boolean differs = false;
		for (Owned each : claims) {
			owned.put(each.partition(), each.token());
			// A claim never displaces another owner (10).
			if (!book().containsKey(each.partition())) {
				claim(start, each);
				differs = true;
			}
		}
		for (Entry each : List.copyOf(book().values())) {
			Owned entered = each.owned();
			if (each.isOf(start) && !entered.token().equals(owned.get(entered.partition()))
					&& this.before.isSeen(start, entered)) {
				// A ping that has not seen the list says nothing (11).
				free(entered.partition());
				differs = true;
			}
		}
		return differs;
	}

	/**
	 * A partition of another division, or one that was removed, is to be drained; one of
	 * an assignment that is not known here is entered as it is (17).
	 */
	private void claim(Start start, Owned owned) {
		Partition partition = owned.partition();
		PartitionList list = this.all.list(partition.assignment());
		boolean foreign = list != null && !list.contains(partition);
		book().put(partition, new Entry(start.worker(), start.incarnation(),
				new Owned(partition, owned.token(), foreign), this.counter + 1));
		this.free.remove(partition);
	}

	private void free(Partition partition) {
		book().remove(partition);
		if (!this.waited) {
			this.free.add(partition);
		}
	}

	/** Answers the held request, and the new one if it is old or must not be held. */
	private void answer(Start start, long request) {
		Start answered = start;
		if (start.request() != 0) {
			send(start, start.request());
			answered = start.holding(0, 0);
		}
		if (request != 0 && start.seen() == start.version()) {
			answered = answered.holding(request,
					this.now.monotonicNanos() + this.settings.waitNanos() / ANSWERS_OF_A_WAIT);
		}
		else {
			send(answered, request);
		}
		this.starts.put(Id.of(answered), answered);
	}

	private void endRequest(long request) {
		if (request != 0) {
			this.effects.add(new AssignmentEffect.EndRequest(request, true));
		}
	}

	/** The list travels only where the worker has another one. */
	private void send(Start start, long request) {
		List<Portion> list = null;
		if (start.seen() != start.version()) {
			list = Portion.pack(owned(Id.of(start)));
		}
		this.effects.add(
				new AssignmentEffect.SendAnswer(
						new AssignmentMessage.Answer(this.before.token(), start.worker(), start.incarnation(),
								start.sequence(), start.version(), list, divisions(), this.settings.waitNanos()),
						request));
	}

	private List<AssignmentMessage.Division> divisions() {
		return this.all.known()
			.stream()
			.map((each) -> new AssignmentMessage.Division(each.assignment(), each.list().division()))
			.toList();
	}

	/** Gives up silent workers, plans, and tells each worker whose list changed. */
	void due() {
		expire();
		if (!this.waited && this.now.reached(this.before.grantedNanos() + this.settings.waitNanos())) {
			this.waited = true;
			this.changed = true;
			this.free.clear();
		}
		if (this.changed) {
			this.changed = false;
			this.all.known().forEach(this::plan);
			this.toTell.forEach(this::shorten);
		}
		for (Start each : List.copyOf(this.starts.values())) {
			boolean told = this.toTell.contains(Id.of(each));
			if (each.request() != 0 && (told || this.now.reached(each.heldNanos()))) {
				send(each, each.request());
				this.starts.put(Id.of(each), each.holding(0, 0));
			}
			else if (told && each.linked()) {
				send(each, 0);
			}
		}
	}

	/** At the end of its promise a worker's partitions are nobody's (14). */
	private void expire() {
		for (Start each : List.copyOf(this.starts.values())) {
			if (this.now.reached(each.promiseNanos())) {
				this.starts.remove(Id.of(each));
				endRequest(each.request());
				this.changed = true;
				for (Entry entry : List.copyOf(book().values())) {
					if (entry.isOf(each)) {
						free(entry.owned().partition());
					}
				}
			}
		}
	}

	private void plan(Known known) {
		String assignment = known.assignment();
		List<String> names = known.list().names();
		SortedMap<Id, Integer> capacities = new TreeMap<>();
		for (Start each : this.starts.values()) {
			if (each.capacity(assignment) > 0) {
				capacities.put(Id.of(each), each.capacity(assignment));
			}
		}
		Map<String, Id> owners = new HashMap<>();
		boolean foreign = false;
		for (Entry each : List.copyOf(book().values())) {
			Partition partition = each.owned().partition();
			if (partition.assignment().equals(assignment)) {
				if (known.list().contains(partition)) {
					owners.put(partition.name(), Id.of(each));
				}
				else {
					foreign |= partition.division() != known.list().division();
					takeBack(each);
				}
			}
		}
		if (capacities.isEmpty()) {
			return;
		}
		Map<String, String> required = new HashMap<>(this.all.required(assignment));
		Map<String, Id> pins = pins(assignment, capacities);
		if (this.all.pinsKnown() < this.before.token()) {
			hold(assignment, owners, capacities, pins, required);
		}
		Map<String, Id> plan = this.planning.plan(names, owners, capacities, pins,
				(name, id) -> !required.getOrDefault(name, id.worker()).equals(id.worker())
						|| refuses(id, new Partition(assignment, known.list().division(), name)));
		for (String name : names) {
			Partition partition = new Partition(assignment, known.list().division(), name);
			Id planned = plan.get(name);
			Entry entry = book().get(partition);
			if (entry != null) {
				// Moves for balance only after the wait; nothing is given before it is
				// freed (13).
				if (this.waited && !Id.of(entry).equals(planned)) {
					takeBack(entry);
				}
			}
			else if (planned != null && !foreign && (this.waited || this.free.contains(partition))) {
				give(partition, planned);
			}
		}
	}

	/** Gives only as much as an answer, and the ping after it, can name. */
	private void shorten(Id id) {
		List<Owned> owned = owned(id);
		List<Owned> given = owned.stream()
			.filter((each) -> each.token().fencingToken() == this.before.token()
					&& each.token().counter() == version(id))
			.toList();
		while (!given.isEmpty() && Portion.length(owned) > LONGEST_ANSWER) {
			List<Owned> last = given.subList(given.size() / 2, given.size());
			last.forEach((each) -> free(each.partition()));
			given = given.subList(0, given.size() / 2);
			owned = owned(id);
		}
	}

	private List<Owned> owned(Id id) {
		Collection<Entry> entries = (this.book != null) ? this.book.values() : this.before.book();
		return entries.stream().filter((each) -> Id.of(each).equals(id)).map(Entry::owned).toList();
	}

	private Map<String, Id> pins(String assignment, SortedMap<Id, Integer> capacities) {
		Map<String, Id> pins = new HashMap<>();
		for (Pin each : this.all.pins()) {
			if (each.assignment().equals(assignment)) {
				capacities.keySet()
					.stream()
					.filter((id) -> id.worker().equals(each.worker()))
					.findFirst()
					.ifPresent((id) -> pins.put(each.name(), id));
			}
		}
		return pins;
	}

	/**
	 * Leaves what is owned where it is, whatever its balance and its pins, which may be
	 * old; but for what an operator asks of this leader (22).
	 */
	private void hold(String assignment, Map<String, Id> owners, SortedMap<Id, Integer> capacities,
			Map<String, Id> pins, Map<String, String> required) {
		Map<String, Id> held = new HashMap<>(owners);
		held.values().retainAll(capacities.keySet());
		this.all.pins()
			.stream()
			.filter((each) -> each.assignment().equals(assignment) && each.token() == this.before.token())
			.forEach((asked) -> held.remove(asked.name()));
		pins.putAll(held);
		required.keySet().removeAll(held.keySet());
	}

	private boolean refuses(Id id, Partition partition) {
		Start start = this.starts.get(id);
		return start == null || start.refuses(partition);
	}

	private void takeBack(Entry entry) {
		if (!entry.owned().release() && this.starts.containsKey(Id.of(entry))) {
			Owned released = entry.owned().released();
			book().put(released.partition(), new Entry(entry.worker(), entry.incarnation(), released, entry.entered()));
			version(Id.of(entry));
		}
	}

	/** Enters the owner first, then tells it (16). */
	private void give(Partition partition, Id id) {
		LeaderSequenceNumber token = new LeaderSequenceNumber(this.before.token(), version(id));
		book().put(partition,
				new Entry(id.worker(), id.incarnation(), new Owned(partition, token, false), token.counter()));
		this.free.remove(partition);
	}

	/**
	 * One new version for all that a turn changes in a list, from the one counter (12).
	 */
	private long version(Id id) {
		Start start = this.starts.get(id);
		if (start == null) {
			throw new IllegalStateException("The leader promised '" + id + "' nothing");
		}
		if (this.toTell.add(id)) {
			start = start.listed(++this.counter);
			this.starts.put(id, start);
		}
		return start.version();
	}

	/** All held requests end with the leadership. */
	void end() {
		for (Start each : this.starts.values()) {
			if (each.request() != 0) {
				this.effects.add(new AssignmentEffect.EndRequest(each.request(), false));
			}
		}
	}

	/**
	 * A start of a worker, in the order of the plan.
	 */
	private record Id(String worker, long incarnation) implements Comparable<Id> {

		static Id of(Start start) {
			return new Id(start.worker(), start.incarnation());
		}

		static Id of(Entry entry) {
			return new Id(entry.worker(), entry.incarnation());
		}

		@Override
		public int compareTo(Id other) {
			int byWorker = this.worker.compareTo(other.worker);
			return (byWorker != 0) ? byWorker : Long.compare(this.incarnation, other.incarnation);
		}

	}

}
