package io.github.leaderelection.simulator.lab.script;

import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.Function;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.simulator.lab.stage.Stage;
import io.github.leaderelection.simulator.network.Machines;
import org.jspecify.annotations.Nullable;

/**
 * Something that may be so: who leads, and what nodes show of it.
 *
 * @param test whether it is so, by the nodes that were meant when it was asked first
 */
record Claim(Function<Stage, Test> test, Function<Stage, String> found) {

	private static final Forms<Claim> FORMS = new Forms<Claim>()
		.add("nobody leads", (parts) -> leading((stage) -> () -> stage.leader() < 0))
		.add("NODE leads", (parts) -> leading((stage) -> {
			int wanted = nodes(parts, 0).one(stage);
			return () -> stage.leader() == wanted;
		}))
		.add("NODES follow/follows NODE", (parts) -> shown(parts, (stage) -> {
			NodeId leader = Machines.id(nodes(parts, 1).one(stage));
			return (status) -> leader.equals(leaderOf(status));
		}, (status) -> "follows " + leaderOf(status)))
		.add("NODES know/knows no leader",
				(parts) -> shown(parts, (stage) -> (status) -> leaderOf(status) == null,
						(status) -> "follows " + leaderOf(status)))
		.add("NODES vote/votes", (parts) -> vote(parts, true))
		.add("NODES do/does not vote", (parts) -> vote(parts, false))
		.add("NODES show/shows NODES as STATE", Claim::show)
		.add("NODES report/reports TEXT",
				(parts) -> shown(parts,
						(stage) -> (status) -> status.problems()
							.stream()
							.anyMatch((problem) -> problem.contains((String) parts.get(1))),
						(status) -> "reports " + status.problems()))
		.add("NODES report/reports no problem",
				(parts) -> shown(parts, (stage) -> (status) -> status.problems().isEmpty(),
						(status) -> "reports " + status.problems()))
		.add("leader", (parts) -> leading((stage) -> () -> stage.leader() >= 0));

	/** How claims are written. */
	static String usage() {
		return String.join(" | ", FORMS.texts());
	}

	static Claim read(Words words) {
		return FORMS.read(words, false);
	}

	private static Nodes nodes(List<Object> parts, int part) {
		return (Nodes) parts.get(part);
	}

	private static Claim leading(Function<Stage, Test> test) {
		return new Claim(test, (stage) -> ((stage.leader() < 0) ? "nobody" : "n" + stage.leader()) + " leads");
	}

	private static Claim vote(List<Object> parts, boolean wanted) {
		return shown(parts, (stage) -> (status) -> status.voting().startsWith("yes") == wanted,
				(status) -> "says of its vote '" + status.voting() + "'");
	}

	private static @Nullable NodeId leaderOf(ElectionStatus status) {
		LeaderInfo leader = status.leader();
		return (leader != null) ? leader.id() : null;
	}

	private static Claim show(List<Object> parts) {
		return shown(parts, (stage) -> {
			List<NodeId> ids = nodes(parts, 1).in(stage).stream().map(Machines::id).toList();
			return (status) -> status.members()
				.stream()
				.filter((member) -> ids.contains(member.id()))
				.allMatch((member) -> member.state() == parts.get(2));
		}, (status) -> "shows " + status.members().stream().map(Claim::brief).toList());
	}

	private static String brief(MemberStatus member) {
		return member.id() + " " + member.state().name().toLowerCase(Locale.ROOT);
	}

	static MemberState state(Words words) {
		String found = words.next("the state of a member");
		for (MemberState state : MemberState.values()) {
			if (state.name().toLowerCase(Locale.ROOT).equals(found)) {
				return state;
			}
		}
		throw words.wrong("'" + found + "' is no state of a member: use one of "
				+ List.of(MemberState.values()).toString().toLowerCase(Locale.ROOT));
	}

	/**
	 * Something that each of several nodes shows.
	 */
	private static Claim shown(List<Object> parts, Function<Stage, Shown> shown,
			Function<ElectionStatus, String> told) {
		Nodes nodes = nodes(parts, 0);
		BiPredicate<Stage, Integer> runs = (stage, node) -> stage.node(node).isRunning();
		return new Claim((stage) -> {
			List<Integer> meant = nodes.in(stage);
			Shown wanted = shown.apply(stage);
			return () -> meant.stream().allMatch((node) -> runs.test(stage, node) && wanted.in(stage.status(node)));
		}, (stage) -> String.join("; ",
				nodes.in(stage)
					.stream()
					.map((node) -> "n" + node + " "
							+ (runs.test(stage, node) ? told.apply(stage.status(node)) : "does not run"))
					.toList()));
	}

	/**
	 * Whether something is so at this instant.
	 */
	@FunctionalInterface
	interface Test {

		boolean isSo();

	}

	/**
	 * What a status shows.
	 */
	@FunctionalInterface
	private interface Shown {

		boolean in(ElectionStatus status);

	}

}
