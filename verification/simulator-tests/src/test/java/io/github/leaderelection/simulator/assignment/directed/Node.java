package io.github.leaderelection.simulator.assignment.directed;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Answer;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Ping;
import io.github.leaderelection.internal.assignment.protocol.AssignmentProtocol;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * A start of a node, on a clock of its own. It is configured before its first step.
 */
final class Node {

	/** The assignment of all scenarios that need but one. */
	static final String ORDERS = "orders";

	private static final long FOR_EVER = 1_000_000;

	private final Stage stage;

	private final String id;

	private final long incarnation;

	private final List<Declared> declared = new ArrayList<>();

	private final List<AssignmentEffect> effects = new ArrayList<>();

	private double rate = 1;

	private long leaseMillis = Stage.LEASE;

	private long waitMillis = Stage.LEASE;

	private boolean held;

	private boolean slow;

	private long led;

	private @Nullable AssignmentProtocol protocol;

	private @Nullable AssignmentState state;

	Node(Stage stage, String id, long incarnation) {
		this.stage = stage;
		this.id = id;
		this.incarnation = incarnation;
	}

	/** Declares an assignment, or declares it differently. */
	Node declares(String assignment, int capacity, @Nullable PartitionList list) {
		this.declared.removeIf((each) -> each.assignment().equals(assignment));
		this.declared.add(new Declared(assignment, capacity, list));
		return this;
	}

	/** What its clocks count in a second. */
	Node rate(double seconds) {
		this.rate = seconds;
		return this;
	}

	Node lease(long millis, long waited) {
		this.leaseMillis = millis;
		this.waitMillis = waited;
		return this;
	}

	/** Pings by requests that the leader holds. */
	Node held() {
		this.held = true;
		return this;
	}

	/** Drains only when it is told to. */
	Node slow() {
		this.slow = true;
		return this;
	}

	String id() {
		return this.id;
	}

	long incarnation() {
		return this.incarnation;
	}

	boolean isHeld() {
		return this.held;
	}

	boolean isSlow() {
		return this.slow;
	}

	long waitNanos() {
		return this.waitMillis * Stage.MILLI;
	}

	Now now() {
		double nanos = this.stage.nanos() * this.rate;
		return new Now((long) nanos, Math.floorDiv((long) nanos, Stage.MILLI));
	}

	AssignmentState state() {
		return (this.state != null) ? this.state : protocol().start();
	}

	AssignmentProtocol protocol() {
		AssignmentProtocol made = this.protocol;
		if (made == null) {
			made = new AssignmentProtocol(
					new AssignmentSettings(this.id, this.incarnation, waitNanosOf(this.leaseMillis),
							waitNanosOf(this.waitMillis), Stage.DRIFT, this.held, List.copyOf(this.declared)));
			this.protocol = made;
		}
		return made;
	}

	private static long waitNanosOf(long millis) {
		return millis * Stage.MILLI;
	}

	/** The newest leadership that it was granted. */
	long led() {
		return this.led;
	}

	/** What all its steps asked for. */
	List<AssignmentEffect> effects() {
		return this.effects;
	}

	List<AssignmentEffect> step(AssignmentEvent event) {
		long delay = protocol().delay(state(), now());
		var step = protocol().step(state(), event, now(), 0);
		if (event instanceof AssignmentEvent.Due && delay > 0 && !step.effects().isEmpty()) {
			this.stage.note("timer: " + this.id + " does " + step.effects() + " that was due in " + delay + " ns");
		}
		this.state = step.state();
		this.effects.addAll(step.effects());
		this.stage.stepped(this, step.effects());
		return step.effects();
	}

	void follow(long token) {
		step(new AssignmentEvent.Followed(token));
	}

	/** It is granted a leadership without end. */
	Node lead(long token) {
		return lead(token, FOR_EVER);
	}

	Node lead(long token, long millis) {
		this.led = token;
		Now now = now();
		step(new AssignmentEvent.Granted(token, new Lease(now.monotonicNanos(), now.wallMillis(),
				now.monotonicNanos() + millis * Stage.MILLI, FOR_EVER * Stage.MILLI)));
		return this;
	}

	/** Pings now. */
	Ping ping() {
		Ping ping = due();
		if (ping == null) {
			throw new BrokenRule(Stage.EXPECTED + this.id + " has a reason to ping");
		}
		return ping;
	}

	/** Pings if it is time to. */
	@Nullable Ping due() {
		Ping ping = null;
		for (AssignmentEffect each : step(new AssignmentEvent.Due())) {
			ping = (each instanceof AssignmentEffect.SendPing sent) ? sent.ping() : ping;
		}
		return ping;
	}

	/** Follows a leader and pings it. */
	Ping ping(long token) {
		follow(token);
		return ping();
	}

	/** The leader's answers to a ping over a link. */
	List<Answer> hear(Ping ping) {
		return hear(ping, 0);
	}

	List<Answer> hear(Ping ping, long request) {
		return answers(step(new AssignmentEvent.Pinged(ping, request)));
	}

	/** The leader plans; what it says unasked. */
	List<Answer> plan() {
		return answers(step(new AssignmentEvent.Due()));
	}

	private static List<Answer> answers(List<AssignmentEffect> effects) {
		return effects.stream()
			.filter(AssignmentEffect.SendAnswer.class::isInstance)
			.map((each) -> ((AssignmentEffect.SendAnswer) each).answer())
			.toList();
	}

	/** Takes those answers that are for it. */
	void take(List<Answer> answers) {
		for (Answer each : answers) {
			if (each.worker().equals(this.id) && each.incarnation() == this.incarnation) {
				step(new AssignmentEvent.Answered(each));
			}
		}
	}

	/** Work and listeners of all that drains have ended. */
	void drained() {
		for (Owned each : state().worker().owned()) {
			if (each.release()) {
				step(new AssignmentEvent.Drained(each.partition(), each.token()));
			}
		}
	}

	/** An operator says where a partition belongs. */
	void pin(String name, @Nullable String worker) {
		step(new AssignmentEvent.Pinned(ORDERS, name, worker, false));
	}

	/** Pins outlive leaders, and those of a leadership are known; 0 for none. */
	void knowPins(long token) {
		step(new AssignmentEvent.PinsKnown(token));
	}

	/** Whether it owns a partition now. */
	boolean owns(Partition partition) {
		return state().worker().owns(now())
				&& state().worker().owned().stream().anyMatch((each) -> each.partition().equals(partition));
	}

	/** How much it owns now. */
	int owned() {
		return state().worker().owns(now()) ? state().worker().owned().size() : 0;
	}

	/** Its ownership, live or not. */
	Owned ownership(Partition partition) {
		return state().worker()
			.owned()
			.stream()
			.filter((each) -> each.partition().equals(partition))
			.findFirst()
			.orElseThrow(() -> new BrokenRule(Stage.EXPECTED + this.id + " owns " + partition));
	}

	@Override
	public String toString() {
		return this.id;
	}

}
