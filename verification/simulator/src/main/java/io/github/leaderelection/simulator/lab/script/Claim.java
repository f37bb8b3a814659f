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
 * @param found what is so instead
 */
record Claim(Function<Stage, Test> test, Function<Stage, String> found) {

	/** How claims are written. */
	static final String USAGE = "leader | nobody leads | NODE leads | NODES follow NODE | NODES know no leader | NODES vote"
			+ " | NODES do not vote | NODES show NODES as STATE | NODES report \"TEXT\" | NODES report no problem";

	static Claim read(Words words) {
		if (words.accept("nobody", "leads")) {
			return leading((stage) -> () -> stage.leader() < 0);
		}
		if (words.acceptAlone("leader", "within")) {
			return leading((stage) -> () -> stage.leader() >= 0);
		}
		Nodes nodes = Nodes.read(words);
		String verb = words.next("'leads', 'follow', 'know', 'vote', 'show' or 'report'");
		return switch (verb) {
			case "leads" -> leading((stage) -> {
				int wanted = nodes.one(stage);
				return () -> stage.leader() == wanted;
			});
			case "follow", "follows" -> follow(nodes, Nodes.read(words));
			case "vote", "votes" -> vote(nodes, true);
			case "do", "does" -> {
				words.expect("not");
				words.expect("vote");
				yield vote(nodes, false);
			}
			case "know", "knows" -> knowNone(nodes, words);
			case "show", "shows" -> show(nodes, words);
			case "report", "reports" -> report(nodes, words);
			default -> throw words
				.wrong("'" + verb + "' where 'leads', 'follow', 'know', 'vote', 'show' or 'report' is wanted");
		};
	}

	private static Claim leading(Function<Stage, Test> test) {
		return new Claim(test, (stage) -> ((stage.leader() < 0) ? "nobody" : "n" + stage.leader()) + " leads");
	}

	private static Claim follow(Nodes nodes, Nodes followed) {
		return shown(nodes, (stage) -> {
			NodeId leader = Machines.id(followed.one(stage));
			return (status) -> leader.equals(leaderOf(status));
		}, (status) -> "follows " + leaderOf(status));
	}

	private static Claim knowNone(Nodes nodes, Words words) {
		words.expect("no");
		words.expect("leader");
		return shown(nodes, (stage) -> (status) -> leaderOf(status) == null, (status) -> "follows " + leaderOf(status));
	}

	private static Claim vote(Nodes nodes, boolean wanted) {
		return shown(nodes, (stage) -> (status) -> status.voting().startsWith("yes") == wanted,
				(status) -> "says of its vote '" + status.voting() + "'");
	}

	private static @Nullable NodeId leaderOf(ElectionStatus status) {
		LeaderInfo leader = status.leader();
		return (leader != null) ? leader.id() : null;
	}

	private static Claim show(Nodes nodes, Words words) {
		Nodes members = Nodes.read(words);
		words.expect("as");
		MemberState wanted = state(words);
		return shown(nodes, (stage) -> {
			List<NodeId> ids = members.in(stage).stream().map(Machines::id).toList();
			return (status) -> status.members()
				.stream()
				.filter((member) -> ids.contains(member.id()))
				.allMatch((member) -> member.state() == wanted);
		}, (status) -> "shows " + status.members().stream().map(Claim::brief).toList());
	}

	private static String brief(MemberStatus member) {
		return member.id() + " " + member.state().name().toLowerCase(Locale.ROOT);
	}

	private static MemberState state(Words words) {
		String found = words.next("the state of a member");
		for (MemberState state : MemberState.values()) {
			if (state.name().toLowerCase(Locale.ROOT).equals(found)) {
				return state;
			}
		}
		throw words.wrong("'" + found + "' is no state of a member: use one of "
				+ List.of(MemberState.values()).toString().toLowerCase(Locale.ROOT));
	}

	private static Claim report(Nodes nodes, Words words) {
		if (words.accept("no", "problem")) {
			return shown(nodes, (stage) -> (status) -> status.problems().isEmpty(),
					(status) -> "reports " + status.problems());
		}
		String text = words.quoted("words of the problem");
		return shown(nodes,
				(stage) -> (status) -> status.problems().stream().anyMatch((problem) -> problem.contains(text)),
				(status) -> "reports " + status.problems());
	}

	/**
	 * Something that each of several nodes shows.
	 */
	private static Claim shown(Nodes nodes, Function<Stage, Shown> shown, Function<ElectionStatus, String> told) {
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
