package io.github.leaderelection.simulator.scenario.state;

import java.util.List;

import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * Disks that damage what they hold.
 */
public final class StateFileScenarios {

	/** The last byte of the term in a slot. */
	private static final int TERM = 31;

	private StateFileScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		return List.of(
				three.named("a vote is in both slots: the first damaged", (cluster) -> oneSlotOfVoter(cluster, 0)),
				three.named("a vote is in both slots: the second damaged", (cluster) -> oneSlotOfVoter(cluster, 1)),
				three.named("a vote is in both slots: one blanked", StateFileScenarios::oneSlotBlanked),
				three.named("one damaged slot on every disk", StateFileScenarios::oneSlotEach),
				three.named("both slots damaged", StateFileScenarios::bothSlots),
				three.named("both slots blanked", StateFileScenarios::bothBlanked),
				three.named("a state restored from a copy", StateFileScenarios::restored));
	}

	/**
	 * The first voted in a term of which the third has not heard. It comes back with one
	 * slot damaged, and the third asks for its vote in that very term.
	 */
	private static void oneSlotOfVoter(ScenarioCluster cluster, int slot) {
		voterRests(cluster);
		cluster.node(0).disk().flip(0, slot, TERM, (int) cluster.term(0));
		thirdStands(cluster);
	}

	private static void oneSlotBlanked(ScenarioCluster cluster) {
		voterRests(cluster);
		cluster.node(0).disk().blank(0, 0);
		thirdStands(cluster);
	}

	private static void voterRests(ScenarioCluster cluster) {
		LostStateScenarios.voterOfUnheardTerm(cluster, Crash.KILLED);
		cluster.ways().heal(0, 2);
		cluster.ways().isolate(1);
		cluster.run(1500);
	}

	private static void thirdStands(ScenarioCluster cluster) {
		long spent = cluster.term(1);
		cluster.start(0);
		cluster.run(5000);
		cluster.promised("L1", cluster.leader() == 2, "n2 leads");
		cluster.require(cluster.term(2) > spent, "in a term in which n0 had not voted");
	}

	/**
	 * As after a loss of power in the midst of everybody's save.
	 */
	private static void oneSlotEach(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		for (int machine = 0; machine < cluster.size(); machine++) {
			cluster.crash(machine);
			cluster.node(machine).disk().flip(0, 1, TERM, 0xff);
		}
		cluster.startAll();
		cluster.run(5000);
		cluster.promised("L1", cluster.leader() >= 0, "somebody leads");
	}

	private static void bothSlots(ScenarioCluster cluster) {
		LostStateScenarios.voterOfUnheardTerm(cluster, Crash.KILLED);
		cluster.node(0).disk().flip(0, 0, TERM, 0xff);
		cluster.node(0).disk().flip(0, 1, TERM, 0xff);
		comesBackWithoutState(cluster);
	}

	private static void bothBlanked(ScenarioCluster cluster) {
		LostStateScenarios.voterOfUnheardTerm(cluster, Crash.KILLED);
		cluster.node(0).disk().blank(0, 0);
		cluster.node(0).disk().blank(0, 1);
		comesBackWithoutState(cluster);
	}

	/**
	 * It votes only after it has asked both others, so the third cannot be elected in the
	 * term that is spent.
	 */
	private static void comesBackWithoutState(ScenarioCluster cluster) {
		cluster.node(0).losesState();
		cluster.ways().heal(0, 2);
		cluster.ways().isolate(1);
		cluster.start(0);
		cluster.run(5000);
		cluster.require(cluster.leader() < 0, "nobody leads: n0 has only n2 to ask");
		cluster.ways().healAll();
		cluster.awaitLeader();
		cluster.runUntil("n0 may vote again", () -> cluster.state(0).isPastStart(), 10_000);
	}

	/**
	 * The first comes back with a copy of its state from before it voted for the second,
	 * of which the third has not heard. The second remembers, and the third asks for a
	 * vote in that very term once the second is gone.
	 */
	private static void restored(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		List<byte[]> copy = cluster.node(0).disk().copy();
		cluster.ways().isolate(2);
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		cluster.run(1500);
		cluster.crash(0);
		cluster.node(0).disk().restore(copy);
		cluster.node(0).losesState();
		cluster.ways().heal(0, 2);
		HeldMessages heartbeats = cluster.hold(Which.heartbeats().from(1).to(0));
		cluster.start(0);
		cluster.run(300);
		cluster.ways().isolate(1);
		cluster.run(5000);
		cluster.require(cluster.leader() < 0, "nobody leads: n0 neither votes nor stands");
		heartbeats.stop();
		cluster.ways().healAll();
		cluster.run(2000);
		cluster.promised("L1", cluster.leader() > 0, "n1 or n2 leads");
		cluster.restart(0, Crash.DISK_LOST);
		cluster.runUntil("n0 may vote again", () -> cluster.state(0).isPastStart(), 10_000);
	}

}
