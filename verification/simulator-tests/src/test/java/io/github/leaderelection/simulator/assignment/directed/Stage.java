package io.github.leaderelection.simulator.assignment.directed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import org.jspecify.annotations.Nullable;

/**
 * Real time, the nodes of a scenario, and who judges them.
 */
final class Stage {

	static final long MILLI = 1_000_000;

	/** The ownership lease in milliseconds. */
	static final long LEASE = 3000;

	static final double DRIFT = 0.05;

	/** The only partition of a division into one. */
	static final Partition P = new Partition(Node.ORDERS, 1, "p0");

	static final String EXPECTED = "expected: ";

	private static final long TURN = 5;

	private static final long LONG_AGO = -100_000;

	private final List<Node> nodes = new ArrayList<>();

	private final Judge judge = new Judge();

	private double millis = LONG_AGO;

	private long requests;

	double nanos() {
		return this.millis * MILLI;
	}

	/** Plays a scenario; returns what was broken, null if nothing was. */
	@Nullable String play(Consumer<Stage> scenario) {
		try {
			scenario.accept(this);
		}
		catch (BrokenRule ex) {
			if (this.judge.broken() == null || !ex.getMessage().startsWith(EXPECTED)) {
				return ex.getMessage() + " at " + this.millis + " ms";
			}
		}
		return this.judge.broken();
	}

	double millis() {
		return this.millis;
	}

	/** A worker of one partition. */
	Node worker(String id) {
		return worker(id, this.nodes.size() + 1);
	}

	Node worker(String id, long incarnation) {
		return add(new Node(this, id, incarnation)).declares(Node.ORDERS, 1, PartitionList.counted(1));
	}

	/** A leader of one partition, which owns nothing itself. */
	Node leader(String id) {
		return worker(id).declares(Node.ORDERS, 0, PartitionList.counted(1));
	}

	private Node add(Node node) {
		this.nodes.add(node);
		return node;
	}

	/** The process of a node has ended. */
	void crash(Node node) {
		this.nodes.remove(node);
	}

	/** Time passes. */
	void at(double instant) {
		require(instant >= this.millis, "time goes on");
		this.millis = instant;
		this.judge.look(this.nodes);
	}

	void note(String rule) {
		this.judge.note(rule);
	}

	void stepped(Node node, List<AssignmentEffect> effects) {
		this.judge.took(node, effects);
		this.judge.look(this.nodes);
	}

	/** Two workers of a leader that waits no more; the first owns the one partition. */
	void begin(Node leader, Node owner, Node... others) {
		if (leader.led() == 0) {
			leader.lead(1);
		}
		leader.pin(P.name(), owner.id());
		at(0);
		owner.take(leader.hear(owner.ping(1)));
		for (Node each : others) {
			each.take(leader.hear(each.ping(1)));
		}
		owner.take(leader.plan());
		require(owner.owns(P), "the first worker owns the partition");
	}

	/** Workers that follow the leader exchange messages with it, until an instant. */
	void run(double until, Node leader, Node... workers) {
		for (double instant = this.millis; instant <= until; instant += TURN) {
			at(instant);
			for (Node each : workers) {
				turn(leader, each, workers);
			}
			pass(leader.step(new AssignmentEvent.Due()), workers);
		}
		at(until);
	}

	private void turn(Node leader, Node worker, Node... workers) {
		if (leader.led() > worker.state().worker().token()) {
			worker.follow(leader.led());
		}
		if (!worker.isSlow()) {
			worker.drained();
		}
		List<AssignmentEffect> effects = worker.step(new AssignmentEvent.Due());
		pass(effects, workers);
		for (AssignmentEffect each : effects) {
			if (each instanceof AssignmentEffect.SendPing sent) {
				pass(leader.step(new AssignmentEvent.Pinged(sent.ping(), worker.isHeld() ? ++this.requests : 0)),
						workers);
			}
		}
	}

	private static void pass(List<AssignmentEffect> effects, Node... workers) {
		for (AssignmentEffect each : effects) {
			if (each instanceof AssignmentEffect.SendAnswer sent) {
				for (Node worker : workers) {
					worker.take(List.of(sent.answer()));
				}
			}
		}
	}

	/** Stops a scenario that does not go as expected. */
	static void require(boolean condition, String expectation) {
		if (!condition) {
			throw new BrokenRule(EXPECTED + expectation);
		}
	}

}
