package io.github.leaderelection.simulator.explorer.assignment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BiPredicate;

import io.github.leaderelection.internal.assignment.protocol.Planning;

/**
 * A plan that was chosen, one choice for each partition: 0 leaves it as it is. Another
 * number takes back what somebody owns, or gives to the worker of that place what nobody
 * owns. One use each.
 */
final class AnyPlan implements Planning {

	/** Leaves all as it is. */
	static final List<Integer> NOTHING = List.of();

	private final List<Integer> choices;

	private final List<Integer> counts = new ArrayList<>();

	AnyPlan(List<Integer> choices) {
		this.choices = choices;
	}

	@Override
	public <W> Map<String, W> plan(List<String> names, Map<String, W> owners, SortedMap<W, Integer> capacities,
			Map<String, W> pins, BiPredicate<String, W> refuses) {
		List<W> workers = List.copyOf(capacities.keySet());
		Map<String, W> plan = new HashMap<>();
		for (int i = 0; i < names.size(); i++) {
			String name = names.get(i);
			W owner = owners.get(name);
			int choice = (i < this.choices.size()) ? this.choices.get(i) : 0;
			this.counts.add((owner != null) ? 2 : 1 + workers.size());
			if (owner != null && choice == 0) {
				plan.put(name, owner);
			}
			else if (owner == null && choice > 0 && !refuses.test(name, workers.get(choice - 1))) {
				plan.put(name, workers.get(choice - 1));
			}
		}
		return plan;
	}

	/** All choices where this plan was asked for. */
	List<List<Integer>> all() {
		List<List<Integer>> all = new ArrayList<>();
		all.add(List.of());
		for (int count : this.counts) {
			List<List<Integer>> longer = new ArrayList<>();
			for (List<Integer> each : all) {
				for (int choice = 0; choice < count; choice++) {
					List<Integer> choices = new ArrayList<>(each);
					choices.add(choice);
					longer.add(choices);
				}
			}
			all = longer;
		}
		return all;
	}

}
