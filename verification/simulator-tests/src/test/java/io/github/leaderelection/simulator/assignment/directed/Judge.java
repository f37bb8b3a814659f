package io.github.leaderelection.simulator.assignment.directed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import org.jspecify.annotations.Nullable;

/**
 * Judges what workers own: the promises A1, A4 and A7, and the invariant behind them, I1.
 */
final class Judge {

	/** The newest token that an ownership of a partition began with. */
	private final Map<String, LeaderSequenceNumber> begun = new HashMap<>();

	/** Ownerships that began and did not end, with whether they drain. */
	private final Map<Ownership, Boolean> open = new HashMap<>();

	private final Set<Ownership> lapsed = new HashSet<>();

	/**
	 * How I1 or a timer was broken first; a scenario goes on, to see what that leads to.
	 */
	private @Nullable String broken;

	@Nullable String broken() {
		return this.broken;
	}

	void note(String rule) {
		if (this.broken == null) {
			this.broken = rule;
		}
	}

	/** Judges what a step of a node asked for. */
	void took(Node node, List<AssignmentEffect> effects) {
		for (AssignmentEffect each : effects) {
			if (each instanceof AssignmentEffect.Begin begin) {
				LeaderSequenceNumber before = this.begun.put(begin.partition().toString(), begin.token());
				require(before == null || before.compareTo(begin.token()) < 0, "A4",
						begin.partition() + " begins with " + begin.token() + " after " + before);
				Ownership ownership = new Ownership(node, begin.partition(), begin.token());
				require(this.open.keySet().stream().noneMatch(ownership::follows), "A7",
						begin.partition() + " begins again before its end");
				require(node.state().worker().owns(node.now()), "A7", begin.partition() + " begins outside of a lease");
				this.open.put(ownership, false);
			}
			else if (each instanceof AssignmentEffect.Drain drain) {
				require(Boolean.FALSE
					.equals(this.open.replace(new Ownership(node, drain.partition(), drain.token()), true)), "A7",
						drain.partition() + " drains, and is not owned or drains already");
			}
			else if (each instanceof AssignmentEffect.End end) {
				require(this.open.remove(new Ownership(node, end.partition(), end.token())) != null, "A7",
						end.partition() + " ends, and has not begun");
			}
		}
	}

	/** Judges who owns what at an instant. */
	void look(List<Node> nodes) {
		List<Ownership> owned = new ArrayList<>();
		for (Node node : nodes) {
			boolean alive = node.state().worker().owns(node.now());
			for (Owned each : node.state().worker().owned()) {
				Ownership ownership = new Ownership(node, each.partition(), each.token());
				if (alive) {
					require(!this.lapsed.contains(ownership), "A7", ownership + " comes back after its end");
					owned.add(ownership);
				}
				else {
					this.lapsed.add(ownership);
				}
			}
		}
		requireOneOwner(owned);
		nodes.stream().filter((each) -> leads(each, nodes)).forEach((each) -> requireInBook(each, owned));
	}

	private static void requireOneOwner(List<Ownership> owned) {
		Map<Partition, Ownership> owners = new HashMap<>();
		Map<String, Set<Integer>> divisions = new HashMap<>();
		for (Ownership each : owned) {
			Ownership other = owners.put(each.partition, each);
			require(other == null, "A1", each + " and " + other);
			divisions.computeIfAbsent(each.partition.assignment(), (key) -> new HashSet<>())
				.add(each.partition.division());
		}
		for (Ownership each : owned) {
			if (divisions.getOrDefault(each.partition.assignment(), Set.of()).size() > 1) {
				owned.forEach((other) -> require(!each.sharesKeys(other), "A1", each + " and " + other));
			}
		}
	}

	private static boolean leads(Node node, List<Node> nodes) {
		LeaderState leader = node.state().leader();
		return leader != null && leader.lease().valid(node.now())
				&& node.now().reached(leader.grantedNanos() + node.waitNanos())
				&& nodes.stream().noneMatch((each) -> each.led() > leader.token());
	}

	private void requireInBook(Node node, List<Ownership> owned) {
		LeaderState leader = node.state().leader();
		Map<Partition, LeaderState.Entry> book = new HashMap<>();
		if (leader != null) {
			leader.book().forEach((each) -> book.put(each.owned().partition(), each));
		}
		for (Ownership each : owned) {
			if (!each.isEntered(book.get(each.partition))) {
				note("I1: " + each + " is not in the book of " + node.id());
			}
		}
	}

	private static void require(boolean condition, String promise, String otherwise) {
		if (!condition) {
			throw new BrokenRule(promise + ": " + otherwise);
		}
	}

	/**
	 * An ownership of a start.
	 */
	private record Ownership(Node node, Partition partition, LeaderSequenceNumber token) {

		boolean follows(Ownership former) {
			return former.node == this.node && former.partition.equals(this.partition);
		}

		/** Partitions of two divisions share keys where their indexes do. */
		boolean sharesKeys(Ownership other) {
			int mine = this.partition.division();
			int others = other.partition.division();
			return this.partition.assignment().equals(other.partition.assignment()) && mine != others && mine > 0
					&& others > 0 && (this.partition.index() - other.partition.index()) % divisor(mine, others) == 0;
		}

		private static int divisor(int one, int other) {
			return (other == 0) ? one : divisor(other, one % other);
		}

		boolean isEntered(LeaderState.@Nullable Entry entry) {
			return entry != null && entry.worker().equals(this.node.id())
					&& entry.incarnation() == this.node.incarnation() && entry.owned().token().equals(this.token);
		}

		@Override
		public String toString() {
			return this.partition + " of " + this.node.id();
		}

	}

}
