package io.github.leaderelection.internal.actuate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import org.jspecify.annotations.Nullable;

/**
 * Describes signs of trouble for operators: flapping leadership, two leaders, two nodes
 * with one id.
 */
final class Suspicions {

	private static final Map<RefusalReason, String> TWINS = Map.of(RefusalReason.OWN_ID,
			"another process uses this node's id, or a peer URL leads back to this node", RefusalReason.SECOND_NODE,
			"a second process uses the id of a linked member");

	private Suspicions() {
	}

	/** Describes flapping leadership, or returns null. */
	static @Nullable String flapping(LeaderElector elector) {
		return ElectorInternals.of(elector).flapping().filter(Flapping::ongoing).map(Flapping::describe).orElse(null);
	}

	/** Observations since the start that contradict a single leader. */
	static List<String> splitBrain(LeaderElector elector) {
		ElectorInternals internals = ElectorInternals.of(elector);
		List<String> seen = new ArrayList<>();
		long conflicts = internals.count(Notice.CONFLICT);
		if (conflicts > 0) {
			seen.add("Two leaders of one term were seen " + conflicts
					+ " times since the start: look for two nodes with one id or one state directory, a state restored "
					+ "from a copy, and clocks that drift too much");
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
				seen.add("Connections were refused " + count + " times since the start, as " + meaning
						+ ": give each node its own id and URL");
			}
		});
		return seen.stream().sorted().toList();
	}

}
