package io.github.leaderelection.simulator.explorer;

import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * What each component of a nomination's state is. Most tell by their type and name: a
 * {@code long} that ends in {@code nanos} is an instant, an {@code int} a counter, a
 * record of the nomination's package a part. Any other {@code long} has to be declared.
 */
final class Traits {

	private static final String DECLARED = """
			ring.RingState: lap COUNTER
			raft.RaftState: requests REQUESTS
			raft.Question: request REQUEST
			raft.Claim: request REQUEST
			raft.RaftState$Recheck: request REQUEST
			zab.ZabState: round COUNTER, waitNanos FACT, table SET
			zab.Vote: positionTerm FACT, positionIndex FACT
			ballot.Seen: term FACT, number IGNORED
			ballot.Claim: lot FACT, term FACT, number IGNORED
			ballot.BallotState: slate SET, tally SET, hearings SET
			ballot.BallotState$Slip: term FACT, number IGNORED
			emergent.EmergentState: options FACT, ticket FACT
			emergent.GroupList: version COUNTER
			emergent.GroupMember: ticket FACT, age COUNTER
			emergent.Introduction: version COUNTER
			emergent.Contacts: heard INSTANT, reported INSTANT, followed INSTANT, able INSTANT, stamp INSTANT
			emergent.Moments: beat INSTANT, call INSTANT, question INSTANT, leaderless INSTANT, handOver INSTANT
			emergent.Moments: elders INSTANT
			""";

	private static final Map<String, Trait> NAMED = read();

	private Traits() {
	}

	private static Map<String, Trait> read() {
		Map<String, Trait> named = new HashMap<>();
		DECLARED.lines().forEach((line) -> {
			int colon = line.indexOf(':');
			for (String component : line.substring(colon + 1).split(",")) {
				String[] nameAndTrait = component.strip().split(" ");
				named.put(line.substring(0, colon) + '.' + nameAndTrait[0], Trait.valueOf(nameAndTrait[1]));
			}
		});
		return named;
	}

	/**
	 * What a component is.
	 * @param component the component
	 * @return the trait
	 * @throws IllegalStateException if neither its type nor its name tells, nor a
	 * declaration
	 */
	static Trait of(RecordComponent component) {
		Class<?> owner = component.getDeclaringRecord();
		String packageName = owner.getPackageName();
		String simple = owner.getName().substring(packageName.length() + 1);
		String key = packageName.substring(packageName.lastIndexOf('.') + 1) + '.' + simple + '.' + component.getName();
		Trait declared = NAMED.get(key);
		if (declared != null) {
			return declared;
		}
		Class<?> type = component.getType();
		if (type == QuorumState.class) {
			return Trait.BELOW;
		}
		if (type == long.class || type == long[].class) {
			if (!component.getName().toLowerCase(Locale.ROOT).endsWith("nanos")) {
				throw new IllegalStateException("Whether '" + key + "' is an instant, a counter or a fact cannot be "
						+ "told: say so in " + Traits.class.getSimpleName());
			}
			return Trait.INSTANT;
		}
		if (type == int.class) {
			return Trait.COUNTER;
		}
		return (List.class.isAssignableFrom(type) || isPart(type, packageName)) ? Trait.PART : Trait.FACT;
	}

	/** Whether a type is of the nomination's own state. */
	static boolean isPart(Class<?> type, String packageName) {
		return type.isRecord() && type.getPackageName().equals(packageName)
				&& !ElectionMessage.class.isAssignableFrom(type);
	}

}
