package io.github.leaderelection.simulator.scenario.state;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;
import io.github.leaderelection.spi.Ballot;

/**
 * Wall clocks that are wrong, and terms that no election comes to.
 */
public final class ClockScenarios {

	private static final long HOUR = 3_600_000;

	private static final long DAY = 24 * HOUR;

	private static final long YEAR = 365 * DAY;

	private static final long LEASE_NANOS = 1_000_000_000;

	private static final long MILLI = 1_000_000;

	/** Below the margin of the second check. */
	private static final long UNNOTICED = 40 * MILLI;

	private static final long DRIFT_PPM = 50_000;

	private ClockScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup without = three.withoutState();
		return List.of(
				without.named("no state directories: a cold start with a clock a year ahead",
						ClockScenarios::coldStartAhead),
				Setup.of(2)
					.withoutState()
					.named("no state directories: two nodes, one clock a year ahead", ClockScenarios::twoAhead),
				three.named("a new cluster with a clock a year ahead", ClockScenarios::newClusterAhead),
				without.named("no state directories: a cold start in one round", ClockScenarios::coldStartInOneRound),
				three.named("tokens of a new cluster lie above those of one that was deleted", ClockScenarios::deleted),
				without.named("no state directories: one dead, one restarted in an old cluster",
						ClockScenarios::oldCluster),
				without.named("no state directories: one dead, one restarted after clocks went back",
						ClockScenarios::oldClusterBack),
				without.named("no state directories: all clocks back, then a failure",
						ClockScenarios::allBackThenFailure),
				without.named("no state directories: all clocks back, then restarts one by one",
						ClockScenarios::allBackThenRestarts),
				without.named("no state directories: a rolling restart with clocks set back",
						ClockScenarios::rollingBack),
				without.named("no state directories: a hand-over to a clock a day ahead, then a failure",
						(cluster) -> handOverAhead(cluster, 25 * HOUR)),
				without.named("no state directories: a hand-over to a clock a year ahead, then a failure",
						(cluster) -> handOverAhead(cluster, YEAR)),
				without.named("no state directories: terms follow no clock once there is one",
						ClockScenarios::termsFollowNoClock),
				without.named("no state directories: a floor of the wall clock is learned away",
						ClockScenarios::floorLearnedAway),
				three.named("one proposal of a term that nobody comes to",
						(cluster) -> hugeProposal(cluster, 1L << 62)),
				three.named("one proposal of a term far ahead", (cluster) -> hugeProposal(cluster, 9_000_000_000_000L)),
				three.named("a lost disk: one member names a term far ahead", ClockScenarios::oneNamesFarAhead),
				three.named("a term that could not be saved is not proposed again", ClockScenarios::saveFails),
				without.named("no state directories: a hand-over to a floor of a wrong clock",
						ClockScenarios::handOverUncorrected),
				without.named("no state directories: a clock that is set right after its floor was read",
						ClockScenarios::setRightAfterFloor),
				without.named("no state directories: one answers, and the clock is behind", ClockScenarios::oneAnswers),
				Setup.of(1)
					.withSave(20_000)
					.named("a lost disk: the only member's clock is set back before it stands",
							ClockScenarios::backBeforeStanding),
				three.named("a minimum term on two of three nodes", ClockScenarios::minimumOnTwo),
				without.named("no state directories: a minimum term after all clocks went back",
						ClockScenarios::minimumAfterAllBack),
				three.withLatency(20)
					.withSave(20)
					.named("a leader on slow clocks, suspended between a heartbeat and its acknowledgement",
							ClockScenarios::suspendedBeforeAcknowledgement),
				three.withLatency(20)
					.withSave(20)
					.named("a candidate on slow clocks, suspended between its proposal and a vote",
							ClockScenarios::suspendedBeforeVote));
	}

	private static void coldStartAhead(ScenarioCluster cluster) {
		cluster.jumpWall(0, YEAR);
		cluster.startAll();
		int leader = cluster.awaitLeader();
		cluster.run(3000);
		cluster.promised("L2", cluster.leader() == leader, "n" + leader + " leads on");
		cluster.crash(leader);
		Preludes.soonLed(cluster);
	}

	private static void twoAhead(ScenarioCluster cluster) {
		cluster.jumpWall(0, YEAR);
		cluster.startAll();
		Preludes.soonLed(cluster);
		cluster.restart(1);
		cluster.run(2000);
		Preludes.soonLed(cluster);
	}

	private static void newClusterAhead(ScenarioCluster cluster) {
		cluster.jumpWall(0, YEAR);
		cluster.startAll();
		int leader = cluster.awaitLeader();
		cluster.run(1000);
		cluster.promised("L2", cluster.leader() == leader, "n" + leader + " leads on");
		cluster.crash(leader);
		Preludes.soonLed(cluster);
	}

	private static void coldStartInOneRound(ScenarioCluster cluster) {
		cluster.startAll();
		cluster.runUntil("there is a leader", () -> cluster.leader() >= 0, 2000);
		cluster.run(5000);
		cluster.promised("L1", cluster.invariants().growths(0) == 1, "one term is spent");
		cluster.require(cluster.leader() == 0, "n0 leads");
	}

	/**
	 * All directories are deleted at once: what the old cluster wrote elsewhere with its
	 * tokens must not refuse those of the new one.
	 */
	private static void deleted(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long token = cluster.invariants().highestToken(0);
		cluster.require(token >= cluster.node(0).clock().wallMillis() - 10_000, "terms began at the wall clock");
		cluster.resign(0);
		cluster.awaitLeader(1);
		cluster.promised("S3", cluster.invariants().highestToken(0) == token + 1, "then each is the last plus one");
	}

	/**
	 * The terms are three days behind the wall clocks, and so below the floor of the one
	 * that restarted. The other goes above it.
	 */
	private static void oldCluster(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.jumpWalls(3 * DAY);
		cluster.run(3000);
		cluster.crash(2, Crash.VANISHED);
		cluster.hold(Which.questions().from(1));
		cluster.restart(1);
		cluster.run(3000);
		Preludes.soonLed(cluster);
	}

	/**
	 * The one that restarted has one other to ask, which alone knows the term.
	 */
	private static void oldClusterBack(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.jumpWalls(-26 * HOUR);
		cluster.run(3000);
		cluster.crash(2, Crash.VANISHED);
		cluster.restart(1);
		cluster.runUntil("somebody leads after at most ten leases", () -> cluster.leader() < 0, 3000);
		cluster.run(13_000);
		cluster.promised("L1", cluster.leader() >= 0, "somebody leads");
	}

	private static void allBackThenFailure(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.jumpWalls(-26 * HOUR);
		cluster.run(3000);
		cluster.promised("L2", cluster.leader() == 0, "n0 leads on");
		cluster.crash(0);
		Preludes.soonLed(cluster);
	}

	private static void allBackThenRestarts(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.jumpWalls(-26 * HOUR);
		cluster.run(3000);
		cluster.machines().forEach((machine) -> restartAndVote(cluster, machine));
		cluster.crash(cluster.leader());
		Preludes.soonLed(cluster);
	}

	private static void rollingBack(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		for (int machine = 0; machine < cluster.size(); machine++) {
			cluster.crash(machine);
			cluster.jumpWall(machine, -26 * HOUR);
			restartAndVote(cluster, machine);
		}
		cluster.crash(cluster.leader());
		Preludes.soonLed(cluster);
	}

	/**
	 * One restarts; it votes again before anything else happens.
	 */
	private static void restartAndVote(ScenarioCluster cluster, int machine) {
		cluster.restart(machine);
		cluster.run(4000);
		cluster.promised("L1", cluster.leader() >= 0, "somebody leads while n" + machine + " learns");
		cluster.require(cluster.state(machine).isPastStart(), "n" + machine + " votes again");
	}

	private static void handOverAhead(ScenarioCluster cluster, long ahead) {
		cluster.jumpWall(1, ahead);
		Preludes.leads(cluster);
		long token = cluster.invariants().highestToken(0);
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		cluster.run(2000);
		cluster.promised("L2", cluster.leader() == 1, "n1 leads on");
		cluster.promised("S3", cluster.invariants().highestToken(0) == token + 1, "its token is the last one plus one");
		cluster.crash(0);
		cluster.run(1000);
		cluster.promised("L2", cluster.leader() == 1, "n1 leads on with n2");
		cluster.transfer(1, 2);
		cluster.run(1000);
		Preludes.soonLed(cluster);
	}

	/**
	 * An hour goes by on all wall clocks between two elections.
	 */
	private static void termsFollowNoClock(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long token = cluster.invariants().highestToken(0);
		cluster.jumpWalls(HOUR);
		cluster.awaitLeader();
		cluster.run(2000);
		cluster.crash(cluster.leader());
		Preludes.soonLed(cluster);
		cluster.promised("S3", cluster.invariants().highestToken(0) < token + 100, "terms count elections");
	}

	/**
	 * The first starts alone with a clock that is an hour ahead, and nobody can be asked.
	 * Once both others can be, it goes by what they say.
	 */
	private static void floorLearnedAway(ScenarioCluster cluster) {
		cluster.jumpWall(0, HOUR);
		cluster.ways().isolate(0);
		cluster.startAll();
		int leader = cluster.awaitLeader();
		cluster.run(3000);
		long token = cluster.invariants().highestToken(0);
		cluster.ways().healAll();
		cluster.run(3000);
		cluster.crash(leader);
		Preludes.soonLed(cluster);
		cluster.promised("S3", cluster.invariants().highestToken(0) < token + 100,
				"the floor of n0 is the term that the others named");
	}

	/**
	 * Whoever sent it, nobody is to adopt it: the cluster would be without a leader for
	 * ever.
	 */
	private static void hugeProposal(ScenarioCluster cluster, long term) {
		Preludes.leads(cluster);
		cluster.forgery().send(1, 2, new ElectionProposal(term, LEASE_NANOS, null));
		cluster.forgery().send(2, 1, new ElectionProposal(term, LEASE_NANOS, null));
		cluster.run(2000);
		cluster.promised("L2", cluster.leader() == 0, "n0 leads on");
		cluster.promised("S3", cluster.term(2) < term && cluster.term(1) < term, "nobody adopts term " + term);
		cluster.crash(0);
		Preludes.soonLed(cluster);
	}

	/**
	 * One of two that are asked names a term that nobody comes to. The node must neither
	 * adopt it nor go by the other alone, which has missed a term.
	 */
	private static void oneNamesFarAhead(ScenarioCluster cluster) {
		LostStateScenarios.voterOfUnheardTerm(cluster, Crash.DISK_LOST);
		HeldMessages answers = cluster.hold(Which.stateAnswers().from(1));
		cluster.ways().healAll();
		cluster.ways().cut(1, 2);
		cluster.start(0);
		cluster.runUntil("n0 has waited", () -> answers.count() > 40, 10_000);
		cluster.ways().cut(0, 1);
		StateAnswer honest = (StateAnswer) answers.newest().envelope().body();
		answers.stop();
		cluster.forgery()
			.answer(1, 0, new StateAnswer(9_000_000_000_000L, honest.round(), true, false, honest.spanNanos(),
					honest.drift()));
		cluster.run(4000);
		cluster.promised("S1", !cluster.state(0).isPastStart(), "n0 has learned the terms of one member only");
		cluster.ways().healAll();
		cluster.run(3000);
		Preludes.soonLed(cluster);
	}

	private static void saveFails(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.ways().isolate(2);
		HeldMessages proposals = cluster.hold(Which.proposals().from(1));
		HeldMessages scouts = cluster.hold(Which.questions().from(2));
		cluster.crash(0);
		cluster.ways().heal(1, 2);
		cluster.run(300);
		long term = cluster.term(1) + 1;
		cluster.node(1).disk().failing(true);
		cluster.runUntil("n1 cannot save its vote", () -> !cluster.invariants().isUsable(0, 1), 3000);
		cluster.node(1).disk().failing(false);
		long asked = proposals.count();
		cluster.runUntil("n1 proposes again", () -> proposals.count() > asked, 5000);
		long proposed = ((ElectionProposal) proposals.newest().envelope().body()).term();
		cluster.promised("S1", proposed > term, "n1 does not propose term " + term + " again");
		proposals.release();
		scouts.stop();
		Preludes.soonLed(cluster);
	}

	/**
	 * The second goes by a clock that is a year ahead, for the third cannot be asked. It
	 * is the successor, and must not vote for itself in a term that nobody believes: then
	 * it would be lost also when it has learned better.
	 */
	private static void handOverUncorrected(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.crash(2, Crash.VANISHED);
		cluster.jumpWall(1, YEAR);
		cluster.restart(1);
		cluster.run(4000);
		cluster.require(cluster.leader() == 0 && cluster.state(1).isPastStart(), "n0 leads, and n1 may vote");
		cluster.transfer(0, 1);
		cluster.run(100);
		cluster.start(2);
		cluster.run(6000);
		cluster.promised("L1", cluster.leader() >= 0, "somebody leads");
		cluster.crash(0);
		Preludes.soonLed(cluster);
	}

	/**
	 * Its floor is an hour ahead of what its clock shows now, and no answer of others
	 * reaches it.
	 */
	private static void setRightAfterFloor(ScenarioCluster cluster) {
		cluster.jumpWall(0, HOUR);
		cluster.ways().isolate(0);
		cluster.startAll();
		int leader = cluster.awaitLeader();
		cluster.run(3000);
		cluster.jumpWall(0, -HOUR);
		cluster.hold(Which.stateAnswers().to(0));
		cluster.hold(Which.questions().notFrom(0));
		cluster.ways().healAll();
		cluster.run(2000);
		cluster.require(cluster.leader() == leader, "n" + leader + " leads on");
		cluster.crash(leader);
		Preludes.soonLed(cluster);
		cluster.require(cluster.leader() == 0, "n0 leads");
	}

	/**
	 * Too few to learn the terms from, and no heartbeat names one; but what one says is
	 * known.
	 */
	private static void oneAnswers(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.hold(Which.heartbeats().from(0).to(1));
		long token = cluster.invariants().highestToken(0);
		cluster.crash(2, Crash.VANISHED);
		cluster.jumpWall(1, -HOUR);
		cluster.restart(1);
		cluster.run(4000);
		Ballot ballot = cluster.invariants().ballot(0, 1);
		cluster.promised("S1", ballot != null && ballot.voter() && ballot.voteFloor() >= token,
				"n1 votes above the term that n0 named");
	}

	/**
	 * It is asked for no term of before, and by the clock that it stands by none has
	 * passed: the one that it started by goes before.
	 */
	private static void backBeforeStanding(ScenarioCluster cluster) {
		cluster.startAll();
		cluster.awaitLeader(0);
		cluster.run(1000);
		cluster.restart(0, Crash.DISK_LOST);
		cluster.run(5);
		cluster.require(cluster.leader() < 0, "n0 has not stood");
		cluster.jumpWall(0, -3 * DAY);
		cluster.awaitLeader(0);
	}

	/**
	 * The third knows of no minimum, and follows what a quorum names.
	 */
	private static void minimumOnTwo(ScenarioCluster cluster) {
		long minimum = 5_000_000_000_000L;
		Preludes.leads(cluster);
		cluster.minimumTerm(minimum);
		for (int machine = 1; machine >= 0; machine--) {
			cluster.configure(machine);
			cluster.restart(machine);
			cluster.run(4000);
			cluster.promised("L1", cluster.leader() >= 0, "somebody leads");
		}
		cluster.promised("S3", cluster.invariants().highestToken(0) > minimum, "tokens lie above the minimum");
		cluster.promised("L1", cluster.term(2) > minimum, "n2 follows");
	}

	/**
	 * Nobody remembers the last term, and no clock has come to it.
	 */
	private static void minimumAfterAllBack(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.jumpWalls(-26 * HOUR);
		cluster.minimumTerm(cluster.invariants().highestToken(0));
		for (int machine = 0; machine < cluster.size(); machine++) {
			cluster.crash(machine);
			cluster.configure(machine);
		}
		cluster.startAll();
		Preludes.soonLed(cluster);
	}

	/**
	 * Both clocks of the first are as slow as they may be, those of the others as fast.
	 * It misses so little that it need not notice, and its lease lasts as long as that
	 * allows.
	 */
	private static void suspendedBeforeAcknowledgement(ScenarioCluster cluster) {
		cluster.clocksApart(0, DRIFT_PPM);
		Preludes.leaseRestsOnOne(cluster);
		cluster.hold(Which.questions().from(2));
		HeldMessages acknowledgements = cluster.hold(Which.acknowledgements().to(0));
		cluster.runUntil("n1 acknowledges", () -> acknowledgements.count() > 0, 300);
		cluster.node(0).pauses().suspend(UNNOTICED);
		cluster.run(UNNOTICED / MILLI);
		acknowledgements.release();
		cluster.run(1);
		cluster.require(cluster.leader() == 0, "n0 leads still");
		cluster.ways().cut(0, 1);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * The same, with a lease that rests on a vote alone.
	 */
	private static void suspendedBeforeVote(ScenarioCluster cluster) {
		cluster.clocksApart(0, DRIFT_PPM);
		cluster.hold(Which.heartbeats().from(0));
		cluster.hold(Which.proposals().from(0).to(2));
		cluster.hold(Which.questions().from(2));
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		cluster.startAll();
		cluster.runUntil("n1 votes for n0", () -> votes.count() > 0, 5000);
		cluster.node(0).pauses().suspend(UNNOTICED);
		cluster.run(UNNOTICED / MILLI);
		votes.release();
		cluster.run(1);
		cluster.require(cluster.leader() == 0, "n0 leads");
		cluster.ways().cut(0, 1);
		Preludes.anotherLeads(cluster);
	}

}
