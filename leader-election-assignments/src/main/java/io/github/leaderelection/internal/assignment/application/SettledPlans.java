package io.github.leaderelection.internal.assignment.application;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

import io.github.leaderelection.assignments.AssignmentsChangedEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Known;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Sees on the leader when a new plan was carried out. Used only by the thread that runs
 * the loop.
 */
final class SettledPlans {

	private final String group;

	private final Consumer<Object> events;

	/** The owners told last, by assignment. */
	private final Map<String, Map<String, List<String>>> told = new HashMap<>();

	/** The book that was looked at. */
	private @Nullable List<Entry> seen;

	SettledPlans(String group, Consumer<Object> events) {
		this.group = group;
		this.events = events;
	}

	void observe(AssignmentState state) {
		LeaderState leader = state.leader();
		if (leader == null) {
			this.told.clear();
			this.seen = null;
		}
		else if (leader.waited() && leader.book() != this.seen
				&& leader.starts().stream().allMatch((each) -> each.seen() == each.version())) {
			this.seen = leader.book();
			state.known().forEach((each) -> look(leader, each));
		}
	}

	private void look(LeaderState leader, Known known) {
		Map<String, List<String>> owners = new TreeMap<>();
		int owned = 0;
		for (Entry each : leader.book()) {
			if (each.owned().partition().assignment().equals(known.assignment())) {
				if (each.owned().release() || !known.list().contains(each.owned().partition())) {
					return;
				}
				owners.computeIfAbsent(each.worker(), (worker) -> new ArrayList<>())
					.add(each.owned().partition().name());
				owned++;
			}
		}
		if (owned == known.list().names().size() && !owners.equals(this.told.put(known.assignment(), owners))) {
			this.events.accept(new AssignmentsChangedEvent(this.group, known.assignment(), owners, Instant.now()));
		}
	}

}
