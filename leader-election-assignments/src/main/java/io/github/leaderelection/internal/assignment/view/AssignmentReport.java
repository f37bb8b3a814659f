package io.github.leaderelection.internal.assignment.view;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Start;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.protocol.WorkerState;
import io.github.leaderelection.internal.assignment.protocol.WorkerState.Refusal;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * The assignments of a group at a time, and what is wrong with them.
 *
 * @param declared the assignments that this node declares
 * @param leaseNanos the ownership lease as configured here
 * @param waitNanos the wait as configured here
 */
public record AssignmentReport(AssignmentState state, AssignmentStatistics statistics, List<String> declared,
		long leaseNanos, long waitNanos, Now now) {

	private static final int MOST_NAMES = 10;

	/** What is wrong, in sentences for an operator with their remedies. */
	public List<String> problems() {
		List<String> found = new ArrayList<>();
		worker(this.state.worker(), found);
		LeaderState leader = leading();
		if (leader != null) {
			unowned(leader, found);
			workers(leader, found);
		}
		return found;
	}

	/** What this node knows as a leader, null if it does not lead now. */
	public @Nullable LeaderState leading() {
		LeaderState leader = this.state.leader();
		return (leader != null && leader.lease().valid(this.now)) ? leader : null;
	}

	/** What this node owns now. */
	public List<Owned> owned() {
		return this.state.worker().owns(this.now) ? this.state.worker().owned() : List.of();
	}

	/** What this node owns of an assignment now. */
	public List<Owned> owned(String assignment) {
		return owned().stream().filter((each) -> each.partition().assignment().equals(assignment)).toList();
	}

	/** All assignments that this node declares and, while it leads, any worker of it. */
	public Set<String> assignments() {
		Set<String> names = new TreeSet<>(this.declared);
		owned().forEach((each) -> names.add(each.partition().assignment()));
		LeaderState leader = leading();
		if (leader != null) {
			leader.starts().forEach((start) -> start.stands().forEach((each) -> names.add(each.assignment())));
			leader.book().forEach((each) -> names.add(each.owned().partition().assignment()));
		}
		return names;
	}

	/** Whether no leader answers this node, though it knows of one. */
	public boolean isUnanswered() {
		return this.statistics.isUnanswered(this.state, this.leaseNanos, this.now);
	}

	/** What has had no owner for so long that no single failure explains it. */
	public Map<String, List<String>> longUnowned() {
		Map<String, List<String>> names = new TreeMap<>();
		if (leading() != null) {
			this.statistics.unownedFor(2 * this.waitNanos, this.now)
				.forEach((each) -> names.computeIfAbsent(each.assignment(), (assignment) -> new ArrayList<>())
					.add(each.name()));
		}
		return names;
	}

	private void worker(WorkerState worker, List<String> found) {
		if (isUnanswered()) {
			found.add("This instance owns nothing, for no leader has answered it for "
					+ Duration.ofNanos(this.statistics.answerAge(this.now)).toSeconds() + " s: "
					+ ((worker.version() > 0) ? "look at the leader, and at the network"
							: "the leader cannot be reached, or runs without leader-election-assignments. Add the module "
									+ "there, set leader-election.priority=0 there, or use a group of members that have it"));
		}
		worker.divisions().forEach((each) -> divided("This instance", each.assignment(), -1, each.count(), found));
		for (Refusal each : worker.refusals()) {
			if (each.outlived()) {
				found.add("Work of partition " + each.partition() + " still runs here though its ownership has ended: "
						+ "the partition does not begin here again before it returns");
			}
		}
	}

	private void unowned(LeaderState leader, List<String> found) {
		Map<String, List<String>> late = longUnowned();
		for (String assignment : assignments()) {
			PlanView.of(this.state, leader, assignment, UnaryOperator.identity()).unowned().forEach((reason, names) -> {
				List<String> told = new ArrayList<>(names);
				if (reason == Unowned.WAITING || reason == Unowned.PENDING) {
					told.retainAll(late.getOrDefault(assignment, List.of()));
				}
				if (!told.isEmpty() || reason == Unowned.LIST_UNKNOWN) {
					found.add("No instance owns " + named(told) + "assignment '" + assignment + "': "
							+ reason.sentence(assignment));
				}
			});
		}
	}

	private void workers(LeaderState leader, List<String> found) {
		Map<String, Integer> processes = new TreeMap<>();
		for (Start each : leader.starts()) {
			// A former start of the same id is silent.
			boolean live = this.now.monotonicNanos() - each.pingedNanos() < this.waitNanos / 4;
			if (live && each.stands().stream().anyMatch((stand) -> stand.capacity() > 0)) {
				processes.merge(each.worker(), 1, Integer::sum);
			}
			if (each.leaseNanos() != this.leaseNanos) {
				found.add("Instance " + each.worker() + " has an ownership lease of "
						+ Duration.ofNanos(each.leaseNanos()).toMillis() + " ms, and the leader of "
						+ Duration.ofNanos(this.leaseNanos).toMillis()
						+ " ms: set leader-election.ownership.lease to the same on all");
			}
			each.stands()
				.forEach((stand) -> divided("Instance " + each.worker(), stand.assignment(), stand.division(), -1,
						found));
		}
		processes.forEach((worker, count) -> {
			if (count > 1) {
				found.add(count + " processes own partitions as " + worker
						+ ": give each instance its own leader-election.node-id");
			}
		});
	}

	/** Compares two divisions, of which one is that of the list known here. */
	private void divided(String who, String assignment, int there, int leader, List<String> found) {
		PartitionList list = this.state.list(assignment);
		int ofInstance = (list != null && there < 0) ? list.division() : there;
		int ofLeader = (list != null && leader < 0) ? list.division() : leader;
		if (list != null && ofInstance != ofLeader) {
			found.add(who + " has " + division(ofInstance) + " of assignment '" + assignment + "', and the leader "
					+ division(ofLeader) + ": set leader-election.assignments." + assignment
					+ ".partitions to the same on all");
		}
	}

	private static String division(int division) {
		return (division > 0) ? division + " partitions" : "named partitions";
	}

	private static String named(List<String> names) {
		int more = names.size() - MOST_NAMES;
		return names.isEmpty() ? "" : String.join(", ", names.stream().limit(MOST_NAMES).toList())
				+ ((more > 0) ? " and " + more + " more of " : " of ");
	}

}
