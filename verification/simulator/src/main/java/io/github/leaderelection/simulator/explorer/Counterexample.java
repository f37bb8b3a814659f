package io.github.leaderelection.simulator.explorer;

import io.github.leaderelection.simulator.explorer.bounds.TimeScale;
import io.github.leaderelection.simulator.explorer.canonical.Timers;
import io.github.leaderelection.simulator.explorer.next.NextStates;
import io.github.leaderelection.simulator.explorer.next.Transition;
import io.github.leaderelection.simulator.explorer.node.NodeState;

/**
 * Tells an event on the way to a broken promise.
 */
final class Counterexample {

	private final NextStates nextStates;

	Counterexample(NextStates nextStates) {
		this.nextStates = nextStates;
	}

	String tell(Transition transition, int[] before, int[] after) {
		return what(transition) + amid(transition) + consequences(transition, before, after);
	}

	private String what(Transition transition) {
		String node = (transition.node() >= 0) ? TimeScale.id(transition.node()).value() : "";
		return switch (transition.action()) {
			case START -> node + " starts again";
			case START_LOST -> node + " starts again without its state";
			case CRASH -> node + " crashes";
			case SAVED -> node + " has saved its ballot";
			case SCOUT -> node + " scouts, and is " + ((transition.argument() == 0) ? "answered with enough yeses"
					: "told of term " + transition.argument());
			case ARRIVAL -> this.nextStates.network().message(transition.argument()) + " arrives";
			case HAND_OVER -> this.nextStates.network().message(transition.argument())
					+ " arrives, from whom it heard a moment before";
			case TIMER -> node + ": timer " + Timers.get(transition.argument()).name();
			case UNBACKED -> node + " beats without a quorum";
			case WALL_CLOCK -> node + " goes by its wall clock, above term " + transition.argument();
			case TIME -> "time passes";
			case BREAK -> node + ": the link to " + TimeScale.id(transition.argument()) + " breaks and opens again";
			case LEARN_END -> node + " learns that the start " + transition.argument() + " has ended";
			case RESIGN -> node + " is asked to resign";
			case GIVE_WAY -> node + " is made to give way";
			case TRANSFER -> node + " is made to hand over to " + TimeScale.id(transition.argument());
			case REFUSE -> this.nextStates.network().message(transition.argument()) + " is refused unseen";
		};
	}

	private static String amid(Transition transition) {
		return switch (transition.crash()) {
			case 1 -> ", amid which " + TimeScale.id(transition.node()) + " crashes before its ballot is saved";
			case 2 -> ", amid which " + TimeScale.id(transition.node()) + " crashes after its ballot is saved";
			default -> "";
		};
	}

	private String consequences(Transition transition, int[] before, int[] after) {
		if (transition.node() < 0) {
			return "";
		}
		StringBuilder text = new StringBuilder();
		NodeState was = this.nextStates.node(before[transition.node()]);
		NodeState is = this.nextStates.node(after[transition.node()]);
		if (!is.disk().equals(was.disk())) {
			text.append("; ").append(TimeScale.id(is.node())).append(" saves term ").append(is.disk().term());
			text.append(", vote ").append(is.disk().vote());
		}
		if (is.leads() && !was.leads()) {
			text.append("; ").append(TimeScale.id(is.node())).append(" IS GRANTED ").append(is.grant());
		}
		else if (was.leads() && !is.leads()) {
			text.append("; ").append(TimeScale.id(is.node())).append(" leads no more");
		}
		return text.toString();
	}

}
