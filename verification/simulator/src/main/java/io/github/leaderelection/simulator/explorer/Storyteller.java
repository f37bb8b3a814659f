package io.github.leaderelection.simulator.explorer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Tells a way from the start as a list of events.
 */
final class Storyteller {

	private final Cluster cluster;

	Storyteller(Cluster cluster) {
		this.cluster = cluster;
	}

	List<String> tell(List<int[]> way) {
		List<String> story = new ArrayList<>();
		for (int i = 1; i < way.size(); i++) {
			story.add(tell(way.get(i - 1), way.get(i)));
		}
		return story;
	}

	private String tell(int[] before, int[] after) {
		Finder finder = new Finder(after);
		this.cluster.expand(before, finder);
		Happening happening = finder.found;
		if (happening == null) {
			throw new IllegalStateException("No event leads from one cluster to the next");
		}
		return what(happening) + amid(happening) + consequences(happening, before, after);
	}

	private String what(Happening happening) {
		String node = (happening.node() >= 0) ? Scale.id(happening.node()).value() : "";
		return switch (happening.move()) {
			case START -> node + " starts again";
			case START_LOST -> node + " starts again without its state";
			case CRASH -> node + " crashes";
			case SAVED -> node + " has saved its ballot";
			case SCOUT -> node + " scouts, and is " + ((happening.argument() == 0) ? "answered with enough yeses"
					: "told of term " + happening.argument());
			case ARRIVAL -> this.cluster.links().letter(happening.argument()) + " arrives";
			case HAND_OVER ->
				this.cluster.links().letter(happening.argument()) + " arrives, from whom it heard a moment before";
			case TIMER -> node + ": timer " + Timers.get(happening.argument()).name();
			case UNBACKED -> node + " beats without a quorum";
			case WALL_CLOCK -> node + " goes by its wall clock, above term " + happening.argument();
			case TIME -> "time passes";
			case BREAK -> node + ": the link to " + Scale.id(happening.argument()) + " breaks and opens again";
			case RESIGN -> node + " is asked to resign";
			case GIVE_WAY -> node + " is made to give way";
			case TRANSFER -> node + " is made to hand over to " + Scale.id(happening.argument());
			case REFUSE -> this.cluster.links().letter(happening.argument()) + " is refused unseen";
		};
	}

	private static String amid(Happening happening) {
		return switch (happening.crash()) {
			case 1 -> ", amid which " + Scale.id(happening.node()) + " crashes before its ballot is saved";
			case 2 -> ", amid which " + Scale.id(happening.node()) + " crashes after its ballot is saved";
			default -> "";
		};
	}

	private String consequences(Happening happening, int[] before, int[] after) {
		if (happening.node() < 0) {
			return "";
		}
		StringBuilder text = new StringBuilder();
		NodeState was = this.cluster.node(before[happening.node()]);
		NodeState is = this.cluster.node(after[happening.node()]);
		if (!is.disk().equals(was.disk())) {
			text.append("; ").append(Scale.id(is.node())).append(" saves term ").append(is.disk().term());
			text.append(", vote ").append(is.disk().vote());
		}
		if (is.leads() && !was.leads()) {
			text.append("; ").append(Scale.id(is.node())).append(" IS GRANTED ").append(is.grant());
		}
		else if (was.leads() && !is.leads()) {
			text.append("; ").append(Scale.id(is.node())).append(" leads no more");
		}
		return text.toString();
	}

	/**
	 * Finds the event that leads to a cluster.
	 */
	private static final class Finder implements Visitor {

		private final int[] wanted;

		private @Nullable Happening found;

		Finder(int[] wanted) {
			this.wanted = wanted;
		}

		@Override
		public void next(int[] cluster, Happening happening, @Nullable String broken) {
			if (this.found == null && Arrays.equals(cluster, this.wanted)) {
				this.found = happening;
			}
		}

		@Override
		public void beyond() {
		}

	}

}
