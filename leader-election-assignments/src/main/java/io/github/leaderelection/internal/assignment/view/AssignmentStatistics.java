package io.github.leaderelection.internal.assignment.view;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Known;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Entry;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Start;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.Portion;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and times what happens to the assignments of a group, across starts of the node.
 * Written by the thread that steps, read by any.
 */
public final class AssignmentStatistics {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Map<String, Counts> counts = new ConcurrentHashMap<>();

	private final LongAdder conflicts = new LongAdder();

	/** What is nobody's in the book of this leader, and since when. */
	private final Map<Partition, Long> unowned = new ConcurrentHashMap<>();

	private final Map<Partition, Long> drains = new HashMap<>();

	/** When the newest answered ping was sent, or the first step made. */
	private volatile @Nullable Long answeredNanos;

	/** When the present leadership became known. */
	private volatile long followedNanos;

	/** Takes a step. It never fails: a step goes on whatever is counted. */
	public void stepped(AssignmentState before, AssignmentEvent event, AssignmentState after,
			List<AssignmentEffect> effects, Now now) {
		try {
			work(before, after, effects, now.monotonicNanos());
			lead(before, event, after, now.monotonicNanos());
		}
		catch (RuntimeException ex) {
			logger.warn("A step of assignments was not counted: {}", event, ex);
		}
	}

	private void work(AssignmentState before, AssignmentState after, List<AssignmentEffect> effects, long nanos) {
		Lease lease = after.worker().lease();
		if (lease != null || this.answeredNanos == null) {
			this.answeredNanos = (lease != null) ? lease.baseNanos() : nanos;
		}
		if (after.worker().token() != before.worker().token()) {
			this.followedNanos = nanos;
		}
		for (AssignmentEffect each : effects) {
			if (each instanceof AssignmentEffect.Drain drain) {
				this.drains.put(drain.partition(), nanos);
			}
			else if (each instanceof AssignmentEffect.End end) {
				Counts ofAssignment = of(end.partition().assignment());
				ofAssignment.ends(end.why()).increment();
				Long since = this.drains.remove(end.partition());
				if (since != null) {
					ofAssignment.drain.took(nanos - since);
				}
			}
		}
	}

	private void lead(AssignmentState before, AssignmentEvent event, AssignmentState after, long nanos) {
		LeaderState leads = after.leader();
		LeaderState led = (leads != null) ? before.leader() : null;
		if (led == null || leads == null || led.token() != leads.token()) {
			this.unowned.clear();
			led = null;
		}
		if (led != null && event instanceof AssignmentEvent.Pinged pinged && pinged.ping().term() == led.token()) {
			this.conflicts.add(conflicts(pinged.ping(), led));
		}
		if (leads != null && (led == null || led.book() != leads.book() || before.known() != after.known())) {
			compare(after.known(), led, leads, nanos);
		}
	}

	private void compare(List<Known> known, @Nullable LeaderState led, LeaderState leads, long nanos) {
		Map<Partition, Entry> former = (led != null) ? led.byPartition() : Map.of();
		Map<Partition, Entry> present = leads.byPartition();
		Map<Partition, Long> lost = new HashMap<>();
		for (Known each : known) {
			for (String name : each.list().names()) {
				Partition partition = new Partition(each.assignment(), each.list().division(), name);
				Entry ended = former.get(partition);
				Entry entry = present.get(partition);
				if (entry == null || ended == null || !entry.owned().token().equals(ended.owned().token())) {
					long since = this.unowned.getOrDefault(partition, lost(ended, led, leads, nanos));
					if (entry == null) {
						lost.put(partition, since);
					}
					else if (!entry.isClaim(leads.token())) {
						of(each.assignment()).gap.took(nanos - since);
					}
				}
			}
		}
		this.unowned.putAll(lost);
		this.unowned.keySet().retainAll(lost.keySet());
	}

	/** How many partitions a worker claims that are another's in the book. */
	private static long conflicts(AssignmentMessage.Ping ping, LeaderState leader) {
		List<Portion> portions = ping.owned();
		if (portions == null || portions.isEmpty()) {
			return 0;
		}
		Map<Partition, Entry> book = leader.byPartition();
		return Portion.unpack(portions)
			.stream()
			.map(Owned::partition)
			.map(book::get)
			.filter((entry) -> entry != null
					&& !(entry.incarnation() == ping.incarnation() && entry.worker().equals(ping.worker())))
			.count();
	}

	/** A worker that is given up was last known to own at its newest ping. */
	private static long lost(@Nullable Entry ended, @Nullable LeaderState led, LeaderState leads, long nanos) {
		Start start = (ended != null && led != null && leads.start(ended.worker(), ended.incarnation()) == null)
				? led.start(ended.worker(), ended.incarnation()) : null;
		return (start != null) ? start.pingedNanos() : nanos;
	}

	/** The counts of an assignment. */
	public Counts of(String assignment) {
		return this.counts.computeIfAbsent(assignment,
				(name) -> new Counts(new ConcurrentHashMap<>(), new Times(), new Times()));
	}

	/** Claims of partitions that were another's in the book: old pings, or two owners. */
	public long conflicts() {
		return this.conflicts.sum();
	}

	/** What has been nobody's in the book of this leader for longer than a time. */
	public Collection<Partition> unownedFor(long longerNanos, Now now) {
		Collection<Partition> all = new TreeSet<>(this.unowned.keySet());
		all.removeIf(
				(each) -> now.monotonicNanos() - this.unowned.getOrDefault(each, now.monotonicNanos()) <= longerNanos);
		return all;
	}

	/**
	 * The time since the newest answered ping was sent, or since the first step.
	 * @return nanoseconds, 0 before that
	 */
	public long answerAge(Now now) {
		Long since = this.answeredNanos;
		return (since != null) ? now.monotonicNanos() - since : 0;
	}

	/** Whether an answer is due for longer than a time, though a leadership is known. */
	public boolean isUnanswered(AssignmentState state, long longerNanos, Now now) {
		return state.worker().token() > 0
				&& Math.min(answerAge(now), now.monotonicNanos() - this.followedNanos) > longerNanos;
	}

	/**
	 * What happened to one assignment.
	 *
	 * @param ends ownerships of this node that ended
	 * @param drain from the beginning of a drain to the end of the ownership
	 * @param gap on the leader, from what it heard last of an owner to the next owner
	 */
	public record Counts(Map<OwnershipEnd, LongAdder> ends, Times drain, Times gap) {

		public LongAdder ends(OwnershipEnd why) {
			return this.ends.computeIfAbsent(why, (reason) -> new LongAdder());
		}

	}

	/**
	 * How often something happened, and for how long together.
	 */
	public record Times(LongAdder count, LongAdder nanos) {

		Times() {
			this(new LongAdder(), new LongAdder());
		}

		private void took(long tookNanos) {
			this.nanos.add(tookNanos);
			this.count.increment();
		}

	}

}
