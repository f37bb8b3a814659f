package io.github.leaderelection.internal.assignment.application;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.AssignmentsChangedEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentProtocol;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Known;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Entry;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Start;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.protocol.WorkerState;
import io.github.leaderelection.internal.protocol.Lease;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SettledPlans}.
 */
class SettledPlansTests {

	private static final WorkerState WORKER = new AssignmentProtocol(
			new AssignmentSettings("a", 1, 1, 1, 0.05, false, List.of()))
		.start()
		.worker();

	private final List<Object> events = new ArrayList<>();

	private final SettledPlans plans = new SettledPlans("default", this.events::add);

	private static Entry entry(int index, String worker, boolean release) {
		return new Entry(worker, 1,
				new Owned(new Partition("orders", 2, "p" + index), new LeaderSequenceNumber(7, 1), release), 1);
	}

	private static Start start(String worker, long seen) {
		return new Start(worker, 1, 1, seen, 2, 0, 0, 0, 0, true, List.of(), 1);
	}

	private static AssignmentState state(@Nullable LeaderState leader) {
		return new AssignmentState(WORKER, leader, List.of(new Known("orders", PartitionList.counted(2))), List.of(),
				0);
	}

	private static AssignmentState leading(boolean waited, long seen, Entry... book) {
		return state(new LeaderState(7, new Lease(0, 0, 1, 1), 0, 2, List.of(book), List.of(),
				List.of(start("a", seen), start("b", 2)), false, waited));
	}

	private List<Map<String, List<String>>> told() {
		return this.events.stream().map((each) -> ((AssignmentsChangedEvent) each).owners()).toList();
	}

	@Test
	void tellsEachPlanOnceWhenAllOwnWhatTheyAreGiven() {
		Entry[] book = { entry(0, "a", false), entry(1, "b", false) };
		this.plans.observe(leading(false, 2, book));
		this.plans.observe(leading(true, 1, book));
		assertThat(this.events).isEmpty();
		AssignmentState settled = leading(true, 2, book);
		this.plans.observe(settled);
		this.plans.observe(settled);
		this.plans.observe(leading(true, 2, book));
		assertThat(told()).containsExactly(Map.of("a", List.of("p0"), "b", List.of("p1")));
		this.plans.observe(leading(true, 2, entry(0, "a", false), entry(1, "a", false)));
		assertThat(told()).hasSize(2).last().isEqualTo(Map.of("a", List.of("p0", "p1")));
		assertThat(this.events.get(0)).isInstanceOfSatisfying(AssignmentsChangedEvent.class, (event) -> {
			assertThat(event.group()).isEqualTo("default");
			assertThat(event.assignment()).isEqualTo("orders");
		});
	}

	@Test
	void whatMovesOrHasNoOwnerIsNotSettled() {
		this.plans.observe(leading(true, 2, entry(0, "a", false), entry(1, "b", true)));
		this.plans.observe(leading(true, 2, entry(0, "a", false)));
		this.plans.observe(leading(true, 2, entry(0, "a", false), new Entry("b", 1,
				new Owned(new Partition("orders", 1, "p0"), new LeaderSequenceNumber(7, 1), false), 1)));
		assertThat(this.events).isEmpty();
	}

	@Test
	void eachLeadershipTellsItsPlan() {
		AssignmentState settled = leading(true, 2, entry(0, "a", false), entry(1, "b", false));
		this.plans.observe(settled);
		this.plans.observe(state(null));
		this.plans.observe(settled);
		assertThat(this.events).hasSize(2);
	}

}
