package io.github.leaderelection.system.benchmark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.probe.GroupsFile.Sample;

/**
 * How many groups are led, over time: no two nodes lead one, so the sum of what each
 * leads says it.
 */
final class GroupsLed {

	private final List<Step> steps = new ArrayList<>();

	/**
	 * Puts together what was seen of several nodes.
	 * @param nodes what was seen of each, in order
	 */
	GroupsLed(List<List<Sample>> nodes) {
		List<Step> changes = new ArrayList<>();
		for (int node = 0; node < nodes.size(); node++) {
			for (Sample sample : nodes.get(node)) {
				changes.add(new Step(sample.at(), node, sample.led()));
			}
		}
		changes.sort(Comparator.comparingLong(Step::at));
		Map<Integer, Integer> ledByNode = new HashMap<>();
		for (Step change : changes) {
			ledByNode.put(change.node(), change.led());
			int sum = ledByNode.values().stream().mapToInt(Integer::intValue).sum();
			this.steps.add(new Step(change.at(), change.node(), sum));
		}
	}

	/**
	 * When all groups were led first.
	 * @param groups how many there are
	 * @param from not before
	 * @return the stamp, or {@link Long#MAX_VALUE} if they never were
	 */
	long allLed(int groups, long from) {
		return this.steps.stream()
			.filter((step) -> step.at() >= from && step.led() >= groups)
			.mapToLong(Step::at)
			.findFirst()
			.orElse(Long.MAX_VALUE);
	}

	/**
	 * How many leaderships were lost.
	 * @param from not before
	 * @param to not after
	 * @return by how much the sum fell, all falls together
	 */
	int lost(long from, long to) {
		int lost = 0;
		int before = -1;
		for (Step step : this.steps) {
			if (step.at() >= from && step.at() <= to) {
				lost += (before > step.led()) ? before - step.led() : 0;
				before = step.led();
			}
		}
		return lost;
	}

	private record Step(long at, int node, int led) {
	}

}
