package io.github.leaderelection.simulator.fault;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.ForwardingObserver;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.network.Machines;
import org.jspecify.annotations.Nullable;

/**
 * Faults that wait for a juncture of an election and strike there.
 */
final class Strikes extends ForwardingObserver {

	private static final long MICRO = 1_000;

	private static final long MILLI = 1_000 * MICRO;

	private final Set<Juncture> armed = EnumSet.noneOf(Juncture.class);

	private @Nullable Run run;

	private @Nullable Crashes crashes;

	Strikes(ClusterObserver next) {
		super(next);
	}

	void plan(Schedule schedule, Run struck, Crashes ofRun) {
		this.run = struck;
		this.crashes = ofRun;
		for (Juncture juncture : Juncture.values()) {
			schedule.add(juncture.kind(), () -> this.armed.add(juncture));
		}
	}

	@Override
	public void stepped(SimulatedNode node, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step) {
		super.stepped(node, group, input, now, step);
		Run struck = this.run;
		if (struck == null || struck.isHealed()) {
			return;
		}
		for (Juncture juncture : List.copyOf(this.armed)) {
			Effect.Send<QuorumMessage> said = juncture.in(step);
			if (said != null) {
				this.armed.remove(juncture);
				plan(struck, juncture, node.index(), Machines.index(said.to()));
			}
		}
	}

	/**
	 * Strikes within what a candidacy may take, mostly at once; sometimes twice.
	 */
	private void plan(Run struck, Juncture juncture, int speaker, int addressed) {
		int times = struck.dice.chance(300) ? 2 : 1;
		for (int i = 0; i < times; i++) {
			long after = struck.dice.magnitude(MICRO, struck.smallestLease() / 2);
			struck.cluster.time().after(after, () -> strike(struck, juncture, speaker, addressed));
		}
	}

	private void strike(Run struck, Juncture juncture, int speaker, int addressed) {
		if (struck.isHealed() || this.crashes == null) {
			return;
		}
		SimulatedNode victim = switch (struck.dice.index(3)) {
			case 0 -> struck.node(speaker);
			case 1 -> struck.node(addressed);
			default -> struck.target();
		};
		long pause = struck.dice.magnitude(MILLI, struck.largestLease());
		int how = struck.dice.index(6);
		struck.count(juncture.kind(), victim.index(), how + " " + pause);
		switch (how) {
			case 0, 1 -> this.crashes.end(victim, Crash.KILLED, pause);
			case 2 -> this.crashes.loseState(victim, pause);
			case 3 -> this.crashes.stop(victim, pause);
			case 4 -> victim.pauses().pause(pause);
			default -> cut(struck, victim.index(), pause);
		}
	}

	/**
	 * Cuts one link, or all of a machine.
	 */
	private static void cut(Run struck, int machine, long pause) {
		boolean all = struck.dice.chance(500);
		int one = struck.dice.index(struck.cluster.size());
		for (int other = 0; other < struck.cluster.size(); other++) {
			if (other != machine && (all || other == one)) {
				struck.cluster.network().ways().cut(machine, other);
				struck.cluster.network().ways().cut(other, machine);
				int end = other;
				struck.cluster.time().after(pause, () -> heal(struck, machine, end));
			}
		}
	}

	private static void heal(Run struck, int machine, int other) {
		if (!struck.isHealed()) {
			struck.cluster.network().ways().heal(machine, other);
			struck.cluster.network().ways().heal(other, machine);
		}
	}

}
