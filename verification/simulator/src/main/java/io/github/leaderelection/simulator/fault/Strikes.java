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
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.fault.plan.Juncture;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.Ways;
import org.jspecify.annotations.Nullable;

/**
 * Faults that wait for a juncture of an election and strike there.
 */
final class Strikes implements ClusterObserver {

	private static final long MICRO = 1_000;

	private static final long MILLI = 1_000 * MICRO;

	private final Set<Juncture> armed = EnumSet.noneOf(Juncture.class);

	private final Run run;

	private final Crashes crashes;

	Strikes(Run run, Crashes crashes) {
		this.run = run;
		this.crashes = crashes;
	}

	void plan(Run.Schedule schedule) {
		for (Juncture juncture : Juncture.values()) {
			schedule.add(juncture.kind(), () -> this.armed.add(juncture));
		}
		this.run.cluster.observe(this);
	}

	@Override
	public void stepped(int machine, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step) {
		if (this.run.isHealed()) {
			return;
		}
		for (Juncture juncture : List.copyOf(this.armed)) {
			Effect.Send<QuorumMessage> said = juncture.in(step);
			if (said != null) {
				this.armed.remove(juncture);
				plan(juncture, machine, Machines.index(said.to()));
			}
		}
	}

	/**
	 * Strikes within what a candidacy may take, mostly at once; sometimes twice.
	 */
	private void plan(Juncture juncture, int speaker, int addressed) {
		int times = this.run.dice.chance(300) ? 2 : 1;
		for (int i = 0; i < times; i++) {
			long after = this.run.dice.magnitude(MICRO, this.run.smallestLease() / 2);
			this.run.afterUnlessHealed(after, () -> strike(juncture, speaker, addressed));
		}
	}

	private void strike(Juncture juncture, int speaker, int addressed) {
		SimulatedNode victim = switch (this.run.dice.index(3)) {
			case 0 -> this.run.node(speaker);
			case 1 -> this.run.node(addressed);
			default -> this.run.target();
		};
		long pause = this.run.dice.magnitude(MILLI, this.run.largestLease());
		int how = this.run.dice.index(6);
		this.run.count(juncture.kind(), victim.index(), how + " " + pause);
		switch (how) {
			case 0, 1 -> this.crashes.end(victim, Crash.KILLED, pause);
			case 2 -> this.crashes.loseState(victim, pause);
			case 3 -> this.crashes.stop(victim, pause);
			case 4 -> victim.pauses().pause(pause);
			default -> cut(victim.index(), pause);
		}
	}

	/**
	 * Cuts one link, or all of a machine.
	 */
	private void cut(int machine, long pause) {
		Ways ways = this.run.cluster.network().ways();
		boolean all = this.run.dice.chance(500);
		int one = this.run.dice.index(this.run.cluster.size());
		for (int other = 0; other < this.run.cluster.size(); other++) {
			if (other != machine && (all || other == one)) {
				ways.cut(machine, other);
				int end = other;
				this.run.afterUnlessHealed(pause, () -> ways.heal(machine, end));
			}
		}
	}

}
