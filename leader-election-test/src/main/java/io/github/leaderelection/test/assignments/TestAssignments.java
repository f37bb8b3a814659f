package io.github.leaderelection.test.assignments;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.assignment.application.GroupPart;
import io.github.leaderelection.internal.assignment.application.NodeAssignments;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.runtime.GroupAssignments;
import org.jspecify.annotations.Nullable;

/**
 * Assignments whose partitions the test gives and takes, as the leader does in
 * production. The code that owns them, calls listeners and admits work is the code of
 * production. There is no network, and no lease ends by itself. Not for use within a
 * {@code PartitionListener}.
 */
public final class TestAssignments implements AutoCloseable {

	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

	private final NodeAssignments assignments;

	private final ElectionNode node;

	private final Map<String, ScriptedLeader> leaders = new ConcurrentHashMap<>();

	private final AtomicLong terms = new AtomicLong();

	/**
	 * Makes the assignments of an application, which owns nothing at first.
	 * @param assignments those of production
	 * @param node the node of the application
	 */
	public TestAssignments(NodeAssignments assignments, ElectionNode node) {
		this.assignments = assignments;
		this.node = node;
	}

	/**
	 * Gives partitions to this application. When the method returns, listeners have been
	 * told. A partition that a listener does not take is not owned then.
	 * @param assignment its name, as in {@code leader-election.assignments}
	 * @param partitions their names; of counted partitions also the index, such as
	 * {@code 7} for {@code p7}
	 * @return the token of all of them, higher than any before
	 * @throws IllegalArgumentException if there is no such assignment or partition
	 * @throws IllegalStateException if one is owned already, or the application refuses
	 * it, for its former work still runs or it could not begin a moment ago
	 */
	public LeaderSequenceNumber give(String assignment, String... partitions) {
		ScriptedLeader leader = leader(assignment);
		List<Partition> given = partitions(leader, assignment, partitions);
		given.forEach((each) -> requireFree(leader.part(), each));
		LeaderSequenceNumber token = leader.give(given);
		settle(leader);
		return token;
	}

	/**
	 * Takes partitions back. When the method returns, they drain and admit no more work.
	 * @param assignment its name
	 * @param partitions their names, or indexes
	 * @return completes once listeners have let them go, running work has returned, and
	 * listeners have heard of the end; at the latest after the drain timeout. At once for
	 * partitions that are not owned
	 * @throws IllegalArgumentException if there is no such assignment or partition
	 */
	public CompletionStage<Void> take(String assignment, String... partitions) {
		ScriptedLeader leader = leader(assignment);
		CompletionStage<Void> ended = leader.take(partitions(leader, assignment, partitions));
		awaitHeard(leader);
		return ended.thenCompose((done) -> this.assignments.told());
	}

	/**
	 * Lets the lease run out by which this application owns, as if it did not hear the
	 * leader for too long: all partitions end at once, even while work runs. When the
	 * method returns, listeners have been told.
	 */
	public void expire() {
		this.leaders.values().forEach((each) -> {
			each.part().publisher().tell(new AssignmentEvent.Expired());
			await(each.handled());
			settle(each);
		});
	}

	/**
	 * Ends all ownerships at once, as a stop does, and forgets what was refused. Tokens
	 * go on rising. Does not wait for running work.
	 */
	public void reset() {
		this.leaders.values().forEach(ScriptedLeader::close);
		this.leaders.clear();
		await(this.assignments.told());
	}

	/**
	 * Ends all ownerships.
	 */
	@Override
	public void close() {
		this.leaders.values().forEach(ScriptedLeader::close);
	}

	private ScriptedLeader leader(String assignment) {
		// Names the assignments that there are.
		this.assignments.owned(assignment);
		Map.Entry<String, GroupPart> group = this.assignments.groups()
			.entrySet()
			.stream()
			.filter((each) -> each.getValue().assignments().contains(assignment))
			.findFirst()
			.orElseThrow();
		return this.leaders.computeIfAbsent(group.getKey(),
				(first) -> ScriptedLeader.of(group.getValue(), this.node, this.terms.incrementAndGet()));
	}

	private static List<Partition> partitions(ScriptedLeader leader, String assignment, String... names) {
		GroupAssignments present = leader.part().present();
		PartitionList list = (present != null) ? present.state().list(assignment) : null;
		return Stream.of(names).map((each) -> partition(assignment, list, each)).toList();
	}

	/** The names of a source are not known here. */
	private static Partition partition(String assignment, @Nullable PartitionList list, String name) {
		int division = (list != null) ? list.division() : 0;
		boolean indexed = division > 0 && name.matches("\\d{1,9}");
		Partition partition = new Partition(assignment, division,
				indexed ? Partition.name(Integer.parseInt(name)) : name);
		if (list != null && !list.contains(partition)) {
			throw new IllegalArgumentException(
					"There is no partition '" + name + "' of '" + assignment + "' among " + list.names());
		}
		return partition;
	}

	private static void requireFree(GroupPart part, Partition partition) {
		if (part.publisher().owned(partition.assignment(), partition.name()) != null) {
			throw new IllegalStateException(
					"The partition " + partition + " is owned already: take it first, and await its end");
		}
		GroupAssignments present = part.present();
		if (present != null && present.state()
			.worker()
			.refusals()
			.stream()
			.anyMatch((each) -> each.partition().equals(partition) && each.active(present.now()))) {
			throw new IllegalStateException("The application refuses the partition " + partition
					+ ", as in production: it gave it back or could not begin it a moment ago, or its former work "
					+ "still runs. Let that return, wait, or call reset()");
		}
	}

	/** Waits until nothing follows from what happened. */
	private void settle(ScriptedLeader leader) {
		awaitHeard(leader);
		do {
			await(this.assignments.told());
			awaitHeard(leader);
		}
		while (!this.assignments.told().toCompletableFuture().isDone());
	}

	private static void awaitHeard(ScriptedLeader leader) {
		do {
			await(leader.handled());
		}
		while (!leader.isHeard());
	}

	private static void await(CompletionStage<Void> stage) {
		try {
			stage.toCompletableFuture().get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException | ExecutionException ex) {
			throw new IllegalStateException("A PartitionListener has not returned: see what it waits for", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while partitions moved", ex);
		}
	}

}
