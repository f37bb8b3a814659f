package io.github.leaderelection.internal.lease;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * One node, stepped by hand: the test is its store and its clock. The lease is 10 s, it
 * is renewed each 2 s, and a node that waits looks each second.
 */
final class OneNode {

	static final NodeId SELF = NodeId.of("a");

	static final NodeId OTHER = NodeId.of("b");

	static final long INCARNATION = 77;

	static final long SECOND = 1_000_000_000;

	static final long LEASE = 10 * SECOND;

	private static final long WALL = 1_790_000_000_000L;

	/** All since the last question of the test. */
	private final List<Effect<NoMessage>> effects = new ArrayList<>();

	private final LeaseProtocol protocol;

	private LeaseState state;

	private long nanos = 5 * SECOND;

	private long suspended;

	private long entropy = 1;

	private int versions;

	OneNode() {
		this(false);
	}

	OneNode(boolean missingIsNew) {
		this(missingIsNew, 0);
	}

	static OneNode above(long minimumTerm) {
		return new OneNode(false, minimumTerm);
	}

	private OneNode(boolean missingIsNew, long minimumTerm) {
		this.protocol = new LeaseProtocol((settings) -> new LeaseOptions(SECOND, missingIsNew, "http://a"));
		ElectionSettings settings = ElectionSettings.of("c", "g", SELF, List.of(SELF))
			.leaseNanos(LEASE)
			.heartbeatNanos(2 * SECOND)
			.drainNanos(60 * SECOND)
			.minimumTerm(minimumTerm)
			.build();
		Step<LeaseState, NoMessage> first = this.protocol.start(new Recovered(settings, null, INCARNATION), now(),
				this.entropy++);
		this.state = first.state();
		this.effects.addAll(first.effects());
	}

	private Now now() {
		return new Now(this.nanos, WALL + (this.nanos + this.suspended) / 1_000_000);
	}

	long nanos() {
		return this.nanos;
	}

	LeaseState state() {
		return this.state;
	}

	void take(Event<NoMessage> event) {
		Step<LeaseState, NoMessage> step = this.protocol.step(this.state, new Input<>(event, now(), this.entropy++));
		this.state = step.state();
		this.effects.addAll(step.effects());
	}

	/** Time passes, and each timer fires at its time. */
	void pass(long span) {
		long end = this.nanos + span;
		LeaseTimer next = next(end);
		while (next != null) {
			this.nanos = Math.max(this.nanos, this.state.deadlines()[next.ordinal()]);
			take(new Event.TimerFired<>(next));
			next = next(end);
		}
		this.nanos = end;
	}

	private @Nullable LeaseTimer next(long end) {
		LeaseTimer next = null;
		for (LeaseTimer timer : LeaseTimer.values()) {
			long at = this.state.deadlines()[timer.ordinal()];
			if (at != LeaseState.NEVER && at <= end && (next == null || at < this.state.deadlines()[next.ordinal()])) {
				next = timer;
			}
		}
		return next;
	}

	/** Time passes, and the process stands still. */
	void standStill(long span) {
		this.nanos += span;
	}

	/** The machine is suspended: the wall clock alone goes on. */
	void suspend(long span) {
		this.suspended += span;
	}

	/** What is asked now, which there must be. */
	Request asked() {
		PendingRequest open = this.state.asking().open();
		if (open == null) {
			throw new AssertionError("Nothing is asked: " + this.effects);
		}
		return open.request();
	}

	boolean asks() {
		return this.state.asking().open() != null;
	}

	void answer(Answer answer) {
		take(new Event.StoreAnswered<>(this.state.asking().lastNumber(), answer));
	}

	/** The store does what is asked, and says so. */
	LeaseRecord done(@Nullable LeaseRecord before) {
		RegisterOfATest register = new RegisterOfATest();
		register.put(before);
		Answer answer = register.handle(asked());
		if (!(answer instanceof Answer.Mine mine)) {
			throw new AssertionError("The store refuses " + asked());
		}
		answer(answer);
		return mine.record();
	}

	/** The effects of a kind since the last question. */
	<E> List<E> effects(Class<E> type) {
		List<E> found = this.effects.stream().filter(type::isInstance).map(type::cast).toList();
		this.effects.clear();
		return found;
	}

	List<Effect<NoMessage>> effects() {
		List<Effect<NoMessage>> found = List.copyOf(this.effects);
		this.effects.clear();
		return found;
	}

	LeaseRecord record(NodeId holder, long incarnation, long token) {
		this.versions++;
		return new LeaseRecord(holder, incarnation, 5, null, token, LEASE, false, null, 0, "other-" + this.versions);
	}

	LeaseRecord free(long token) {
		this.versions++;
		return new LeaseRecord(OTHER, 9, 5, null, token, LEASE, true, null, 0, "free-" + this.versions);
	}

	/** Leads from here. */
	LeaseRecord lead() {
		LeaseRecord free = free(10);
		answer(Answer.read(free));
		LeaseRecord taken = done(free);
		if (this.state.own().held() == null) {
			throw new AssertionError("It does not lead: " + this.effects);
		}
		this.effects.clear();
		return taken;
	}

}
