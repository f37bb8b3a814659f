package io.github.leaderelection.internal.actuate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.oscillation.Oscillation;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.internal.transport.medium.RefusalReason;
import org.jspecify.annotations.Nullable;

/**
 * What points to trouble though the election goes on: leadership that oscillates, two
 * leaders, two nodes with one id. In words for an operator.
 */
final class Suspicions {

	private static final Map<RefusalReason, String> TWINS = Map.of(RefusalReason.OWN_ID,
			"another process, or a peer URL that leads back to this node, uses this node's id",
			RefusalReason.SECOND_NODE, "a second process uses the id of a member that is alive");

	private Suspicions() {
	}

	/** The sentence about leadership that oscillates, null while it does not. */
	static @Nullable String oscillation(LeaderElector elector) {
		return ElectorInternals.of(elector)
			.oscillation()
			.filter(Oscillation::ongoing)
			.map(Oscillation::describe)
			.orElse(null);
	}

	/** What was seen since the start that one leader at a time cannot explain. */
	static List<String> splitBrain(LeaderElector elector) {
		ElectorInternals internals = ElectorInternals.of(elector);
		List<String> seen = new ArrayList<>();
		long conflicts = internals.count(Notice.CONFLICT);
		if (conflicts > 0) {
			seen.add("Two leaders of one term were seen, " + conflicts
					+ " times since the start: look for two nodes with one id or one state directory, a state restored "
					+ "from a copy, and clocks that do not keep their rate");
		}
		seen.addAll(internals.disagreements());
		return List.copyOf(seen);
	}

	/** Signs of a second process with an id of this cluster. */
	static List<String> twins(TransportRefusals refusals) {
		Map<String, Long> counts = refusals.byReason();
		List<String> seen = new ArrayList<>();
		TWINS.forEach((reason, meaning) -> {
			long count = counts.getOrDefault(reason.name(), 0L);
			if (count > 0) {
				seen.add("Connections were refused " + count + " times since the start, for " + meaning
						+ ": give each node an id and a URL of its own");
			}
		});
		return seen.stream().sorted().toList();
	}

}
