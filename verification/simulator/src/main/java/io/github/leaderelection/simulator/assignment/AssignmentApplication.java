package io.github.leaderelection.simulator.assignment;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.runtime.AssignmentPlan;
import io.github.leaderelection.internal.assignment.runtime.AssignmentsFactory;
import io.github.leaderelection.internal.assignment.runtime.GroupAssignments;
import io.github.leaderelection.internal.assignment.runtime.Ownership;
import io.github.leaderelection.internal.assignment.runtime.OwnershipListener;
import io.github.leaderelection.internal.assignment.runtime.OwnershipPublisher;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.simulator.beside.ApplicationHost;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * An application from its start to its end, however often its node starts in it: its
 * listeners and its work.
 */
final class AssignmentApplication implements OwnershipListener, ExtensionFactory {

	private static final long MICRO = 1_000;

	private static final long MILLI = 1_000 * MICRO;

	private static final int SLOW_PER_MILLE = 60;

	private static final int HANGS_PER_MILLE = 10;

	private static final int FAILS_PER_MILLE = 50;

	private static final int LONG_WORK_PER_MILLE = 100;

	final ApplicationHost host;

	final OwnershipPublisher publisher;

	final AssignmentsFactory factory;

	final HeldRequests requests;

	/** What began and has not ended. */
	final Map<Partition, Ownership> begun = new TreeMap<>();

	/** The ownerships that work runs under, once for each. */
	final List<Ownership> works = new ArrayList<>();

	/** Whose partitions the source of named ones tells it, unless it never does. */
	final boolean learns;

	private final Map<Partition, Deque<Runnable>> calls = new TreeMap<>();

	private final AssignmentRun run;

	private final Dice dice;

	private long incarnation;

	AssignmentApplication(AssignmentRun run, ApplicationHost host, AssignmentPlan plan, Dice dice) {
		this.run = run;
		this.host = host;
		this.dice = dice;
		this.learns = dice.chance(800);
		this.requests = new HeldRequests(run, this);
		this.publisher = new OwnershipPublisher(host.clock(), this);
		this.factory = new AssignmentsFactory(plan, this.publisher, run.hasRequests() ? this.requests : null);
	}

	@Override
	public String name() {
		return this.factory.name();
	}

	@Override
	public Class<? extends ElectionMessage> messageType() {
		return this.factory.messageType();
	}

	@Override
	public GroupExtension create(GroupHost group) {
		this.incarnation = group.incarnation();
		this.requests.forget();
		GroupAssignments made = this.factory.create(group);
		if (this.run.keepsPins) {
			made.tell(new AssignmentEvent.PinsKnown(0));
		}
		return made;
	}

	/** Of its newest start. */
	long incarnation() {
		return this.incarnation;
	}

	/** All that it owns at this instant by what it is told. */
	List<Ownership> owned() {
		List<Ownership> owned = new ArrayList<>();
		for (String assignment : AssignmentRun.ASSIGNMENTS) {
			owned.addAll(this.publisher.owned(assignment));
		}
		return owned;
	}

	@Override
	public void begun(Ownership ownership) {
		this.run.oracle.begun(this, ownership);
		call(ownership.partition(), () -> {
			if (this.run.strikes(FAILS_PER_MILLE)) {
				ownership.failed();
			}
			else {
				ownership.accepted();
			}
		});
	}

	@Override
	public void draining(Ownership ownership) {
		this.run.oracle.draining(this, ownership);
		call(ownership.partition(), () -> {
			this.run.oracle.heard(ownership);
			ownership.drainHeard();
		});
	}

	@Override
	public void ended(Ownership ownership, OwnershipEnd why) {
		this.run.oracle.ended(this, ownership, why);
		call(ownership.partition(), () -> {
		});
	}

	/** Calls of one partition run in order. */
	private void call(Partition partition, Runnable returns) {
		Deque<Runnable> queue = this.calls.computeIfAbsent(partition, (first) -> new ArrayDeque<>());
		queue.add(returns);
		if (queue.size() == 1) {
			next(queue);
		}
	}

	private void next(Deque<Runnable> queue) {
		Runnable returned = () -> this.host.in(() -> {
			queue.remove().run();
			if (!queue.isEmpty()) {
				next(queue);
			}
		});
		if (this.run.strikes(HANGS_PER_MILLE)) {
			this.run.count(AssignmentCount.HANGING_LISTENER);
			this.run.atHeal(returned);
		}
		else if (this.run.strikes(SLOW_PER_MILLE)) {
			this.run.count(AssignmentCount.SLOW_LISTENER);
			this.run.after(this.dice.magnitude(MILLI, 2 * this.run.lease), returned);
		}
		else {
			this.run.after(this.dice.magnitude(MICRO, MILLI), returned);
		}
	}

	/** Work of a partition, if it is admitted. */
	void work() {
		Ownership ownership = any();
		if (ownership == null || !ownership.enter()) {
			return;
		}
		this.run.count(AssignmentCount.WORK);
		this.run.oracle.admitted(this, ownership);
		this.works.add(ownership);
		long longest = this.run.strikes(LONG_WORK_PER_MILLE) ? 3 * this.run.lease : this.run.lease / 8;
		this.run.after(this.dice.magnitude(MILLI, longest), () -> this.host.in(() -> {
			if (ownership.end() != null) {
				this.run.count(AssignmentCount.WORK_OUTLIVED);
			}
			this.works.remove(ownership);
			ownership.leave();
		}));
	}

	/** Gives something back. */
	void release() {
		Ownership ownership = any();
		if (ownership != null && !this.run.isHealed()) {
			this.run.count(AssignmentCount.RELEASED);
			this.publisher.tell(new AssignmentEvent.Released(ownership.partition()));
		}
	}

	/** Knows the pins that outlive leaders, if it leads. */
	void learnPins() {
		GroupAssignments present = this.factory.present();
		LeaderState leader = (present != null) ? present.state().leader() : null;
		if (leader != null) {
			this.run.count(AssignmentCount.PINS_KNOWN);
			tell(new AssignmentEvent.PinsKnown(leader.token()));
		}
	}

	private @Nullable Ownership any() {
		List<Ownership> all = List.copyOf(this.begun.values());
		return all.isEmpty() ? null : this.dice.pick(all);
	}

	/** Tells its present start something. */
	void tell(AssignmentEvent event) {
		GroupAssignments present = this.factory.present();
		if (present != null) {
			present.tell(event);
		}
	}

	@Override
	public String toString() {
		return this.host.worker() + "@" + Long.toHexString(this.incarnation);
	}

}
