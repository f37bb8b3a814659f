package io.github.leaderelection.simulator.explorer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.breadth.StateSpace;
import io.github.leaderelection.simulator.explorer.network.Network;
import io.github.leaderelection.simulator.explorer.next.NextStates;
import io.github.leaderelection.simulator.explorer.next.Opening;
import io.github.leaderelection.simulator.explorer.next.Transition;
import io.github.leaderelection.simulator.explorer.node.NodeActions;
import io.github.leaderelection.simulator.explorer.node.Outcomes;

/**
 * The states of a cluster.
 */
final class ClusterSpace implements StateSpace<Transition> {

	private final Bounds bounds;

	private final Opening opening;

	private final NextStates next;

	ClusterSpace(Bounds bounds, AnyNomination nomination) {
		this.bounds = bounds;
		this.opening = Opening.of(bounds);
		Network network = new Network();
		this.next = new NextStates(bounds, nomination, network,
				new Outcomes(new NodeActions(bounds, nomination, network)));
	}

	@Override
	public int width() {
		return this.next.width();
	}

	@Override
	public int[] first() {
		return this.opening.play(this.next);
	}

	@Override
	public void expand(int[] state, Visitor<Transition> visitor) {
		this.next.expand(state, visitor);
	}

	@Override
	public Map<String, Long> counts() {
		return Map.of("states of single nodes", (long) this.next.nodeStates());
	}

	@Override
	public List<String> tell(List<int[]> way) {
		Counterexample teller = new Counterexample(this.next);
		List<String> story = new ArrayList<>();
		for (int i = 1; i < way.size(); i++) {
			int[] before = way.get(i - 1);
			story.add(teller.tell(event(before, way.get(i)), before, way.get(i)));
		}
		return story;
	}

	@Override
	public String bounds() {
		return String.format(Locale.ROOT,
				"%s, %d nodes, terms up to %d, %d crashes, %d breaks, %d resignations, %d lost states, leases %s%s%s%s%s, "
						+ "any number of losses and duplicates, any order",
				this.bounds.mode().name().toLowerCase(Locale.ROOT), this.bounds.nodes(), this.bounds.terms(),
				this.bounds.crashes(), this.bounds.breaks(), this.bounds.resigns(), this.bounds.lost(),
				this.bounds.leases(), this.bounds.durable() ? "" : " without directories",
				(this.bounds.witnesses() > 0) ? ", " + this.bounds.witnesses() + " witnesses" : "",
				(this.bounds.learnedEnds() > 0) ? ", " + this.bounds.learnedEnds() + " ends learned" : "",
				this.bounds.opening().isEmpty() ? "" : ", after " + this.bounds.opening());
	}

}
