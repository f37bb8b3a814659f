package io.github.leaderelection.simulator.explorer;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What each component of the election's state is. A component that is not declared here,
 * or is declared and does not exist, ends the search before it begins: a new one must not
 * be left out of what tells states apart.
 */
final class Components {

	private static final String DECLARED = """
			QuorumState: config FACT, ballot FACT, saved FACT, saveProblem FACT, startup PART, promise SPAN
			QuorumState: leader PART, scouting NONE, candidacy PART, reign PART, held PART, peers FACT
			QuorumState: heardNanos NEVER, health HEALTH, broadcasts FACT, pace UNMEASURED, deadlines TIMER
			QuorumState: armed TIMER, successors EMPTY, yieldedTo EMPTY, foreignLists FACT, counters PART, evidence PART
			QuorumState: eligible FACT, stopping FACT, stopped FACT
			TermEvidence: named UNNAMED, leaderlessSinceNanos NEVER, askedNanos NEVER, doubt NONE
			Counters: round ZERO, beat BEAT, failedRounds ZERO, coolDownEndNanos NEVER, yieldEndNanos NEVER
			Counters: termFloor FACT
			Startup: phase FACT, beganNanos BEGAN, waitEndNanos DEADLINE, votesEndNanos DEADLINE, spanNanos FACT
			Startup: drift FACT, round FACT, early FACT, newcomers FACT, metTerm FACT, terms FACT
			Startup: basis FACT
			Peer: connected FACT, list FACT, listFingerprint FACT, priority FACT, eligible FACT
			Peer: cededIncarnation FACT, cededTerm FACT, unansweredNanos NEVER
			ScoutingRound: number FACT, proposedTerm FACT, sentNanos FACT, freeAtNanos FACT, answered FACT
			ScoutingRound: nominated FACT
			SupportPromise: member FACT, incarnation FACT, term FACT, untilNanos DEADLINE
			KnownLeader: id FACT, incarnation FACT, term FACT, token FACT, direct FACT, heardNanos LONG_AGO
			KnownLeader: excused FACT
			Candidacy: term FACT, ceded FACT, sent FACT, saved FACT, firstSentNanos AGE, firstSentWallMillis WALL
			Candidacy: endNanos DEADLINE, answers ANSWERS, leaseNanos FACT
			Reign: won WON, wonTerm FACT, lease PART, backing PART, beats PART, raise PART, highestProposed FACT
			Reign: drain FACT
			Lease: baseNanos ZERO, baseWallMillis ZERO, endNanos DEADLINE, marginNanos FACT
			Backing: sentNanos ACKNOWLEDGED, sentWallMillis WALL, leaseNanos FACT, arrivedNanos JUST_NOW
			SentBeats: sequences BEAT, nanos AGE, wallMillis WALL, backed FACT
			HeldProposal: envelope FACT, untilNanos DEADLINE
			""";

	private static final Map<String, Map<String, Kind>> KINDS = read();

	private Components() {
	}

	private static Map<String, Map<String, Kind>> read() {
		Map<String, Map<String, Kind>> kinds = new LinkedHashMap<>();
		DECLARED.lines().forEach((line) -> {
			int colon = line.indexOf(':');
			Map<String, Kind> ofType = kinds.computeIfAbsent(line.substring(0, colon), (type) -> new LinkedHashMap<>());
			for (String component : line.substring(colon + 1).split(",")) {
				String[] nameAndKind = component.strip().split(" ");
				ofType.put(nameAndKind[0], Kind.valueOf(nameAndKind[1]));
			}
		});
		return kinds;
	}

	/**
	 * What the components of a type are.
	 * @param type the type's simple name
	 * @return the kinds by the component's name
	 * @throws IllegalStateException if the type is not declared
	 */
	static Map<String, Kind> of(String type) {
		Map<String, Kind> kinds = KINDS.get(type);
		if (kinds == null) {
			throw new IllegalStateException("The type '" + type + "' is not declared: say in "
					+ Components.class.getSimpleName() + " what its components are");
		}
		return kinds;
	}

}
