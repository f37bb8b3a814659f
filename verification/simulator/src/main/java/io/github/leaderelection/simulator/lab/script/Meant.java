package io.github.leaderelection.simulator.lab.script;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

import io.github.leaderelection.simulator.lab.stage.RandomLinks;
import io.github.leaderelection.simulator.lab.stage.Range;
import io.github.leaderelection.simulator.lab.stage.Stage;
import io.github.leaderelection.simulator.network.Transit;

/**
 * What the parts of a step mean at the moment in which it is played.
 */
record Meant(Stage stage, List<Object> parts) {

	List<Integer> nodes(int part) {
		return ((Nodes) this.parts.get(part)).in(this.stage);
	}

	int node(int part) {
		return nodes(part).get(0);
	}

	Range range(int part) {
		return ((DurationText) this.parts.get(part)).range(this.stage.settings());
	}

	/**
	 * Draws a duration.
	 */
	long nanos(int part) {
		return this.stage.draw(range(part));
	}

	int number(int part) {
		return ((Number) this.parts.get(part)).intValue();
	}

	String text(int part) {
		return (String) this.parts.get(part);
	}

	Predicate<Transit> messages(int part) {
		return ((PickedMessages) this.parts.get(part)).in(this.stage);
	}

	/**
	 * All links between the ones and the others of each pair.
	 */
	List<RandomLinks.Link> links(int part) {
		List<RandomLinks.Link> links = new ArrayList<>();
		for (Object pair : (List<?>) this.parts.get(part)) {
			List<?> ends = (List<?>) pair;
			for (int one : ((Nodes) ends.get(0)).in(this.stage)) {
				((Nodes) ends.get(1)).in(this.stage).forEach((other) -> links.add(new RandomLinks.Link(one, other)));
			}
		}
		return links;
	}

	Claim claim(int part) {
		return (Claim) this.parts.get(part);
	}

	/**
	 * Does something with each pair of two different nodes.
	 */
	void pairs(BiConsumer<Integer, Integer> action) {
		for (int one : nodes(0)) {
			for (int other : nodes(1)) {
				if (one != other) {
					action.accept(one, other);
				}
			}
		}
	}

}
