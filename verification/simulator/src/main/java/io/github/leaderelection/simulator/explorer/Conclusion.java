package io.github.leaderelection.simulator.explorer;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.leaderelection.internal.quorum.ExploredState;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.explorer.NodeState.Held;
import io.github.leaderelection.simulator.explorer.NodeState.Pending;
import io.github.leaderelection.spi.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * The end of an event on a node: finds the numbers of what is new.
 */
final class Conclusion {

	private final Steps steps;

	private final Program program;

	private final NodeState before;

	private final int life;

	private final List<Letter> letters;

	private final long[] claims;

	private final long[] grants;

	private final @Nullable String broken;

	private final List<Outcome> crashed;

	Conclusion(Steps steps, Program program, NodeState before, int life, List<Letter> letters, long[] claims,
			long[] grants, @Nullable String broken, List<Outcome> crashed) {
		this.program = program;
		this.steps = steps;
		this.before = before;
		this.life = life;
		this.letters = letters;
		this.claims = claims;
		this.grants = grants;
		this.broken = broken;
		this.crashed = crashed;
	}

	/** The node is down, with this on its disk. */
	Outcome crash(Ballot saved) {
		NodeState down = NodeState.down(this.before.node(), this.life,
				this.steps.bounds().durable() ? saved : NodeState.BLANK);
		return outcome(this.steps.numberOf(down), Naming.GONE, true);
	}

	/**
	 * The node has no part in anything any more: as if it had stopped in order and
	 * started again, for what it remembers changes nothing.
	 */
	Outcome rest(Ballot disk) {
		QuorumState rested = this.steps.rested(this.program, this.before.node(), this.life, disk);
		return outcome(this.steps.rewriter().rewrite(rested, 0), 0, disk, null, null);
	}

	/** The node goes on, its clock having moved. */
	Outcome goOn(QuorumState state, long elapsedNanos, Ballot disk, @Nullable Held grant, @Nullable Pending pending) {
		return outcome(this.steps.rewriter().rewrite(state, elapsedNanos), elapsedNanos, disk, grant, pending);
	}

	private Outcome outcome(Rewriter.Rewritten rewritten, long elapsedNanos, Ballot disk, @Nullable Held grant,
			@Nullable Pending pending) {
		Rewriter rewriter = this.steps.rewriter();
		Naming naming = rewritten.naming();
		Key key = rewritten.key();
		Held held = grant;
		if (held != null) {
			key.add(1).add(held.token()).add(held.term());
			held = new Held(held.token(), held.term(), rewriter.rewrite(held.lease(), elapsedNanos, key));
		}
		Pending waiting = named(pending, naming, key);
		addIdentity(key, this.before.node(), this.life, disk, this.steps.facts());
		NodeState next = new NodeState(this.before.node(), this.life, disk, rewritten.state(),
				new ExploredState(rewritten.state()).timers(), naming, Heed.of(rewritten.state()), waiting, held);
		return outcome(this.steps.number(next, key), naming, !naming.keeps(this.before.naming()));
	}

	private Outcome outcome(int number, Naming naming, boolean renames) {
		long incarnation = NodeState.incarnation(this.before.node(), this.life);
		int renaming = renames ? this.steps.links().number(new Links.Renaming(this.before.node(), incarnation, naming))
				: -1;
		return new Outcome(number, sent(naming), renaming, this.claims, this.grants, this.broken, this.crashed);
	}

	private @Nullable Pending named(@Nullable Pending pending, Naming naming, Key key) {
		if (pending == null) {
			return null;
		}
		List<Letter> waiting = new ArrayList<>();
		for (Letter letter : pending.withheld()) {
			Letter named = named(letter, naming);
			if (named != null) {
				waiting.add(named);
			}
		}
		key.addFact(pending.ballot()).addFact(waiting);
		return new Pending(pending.ballot(), waiting);
	}

	private @Nullable Letter named(Letter letter, Naming naming) {
		Letter plain = letter.plain();
		if (plain == null) {
			return null;
		}
		boolean own = plain.isNamedBy(this.before.node(), NodeState.incarnation(this.before.node(), this.life));
		return own ? plain.renamed(naming) : plain;
	}

	private int[] sent(Naming naming) {
		int[] sent = new int[this.letters.isEmpty() ? 0 : this.steps.bounds().nodes()];
		for (int to = 0; to < sent.length; to++) {
			sent[to] = sentTo(to, naming);
		}
		return sent;
	}

	private int sentTo(int to, Naming naming) {
		return this.steps.links()
			.number(this.letters.stream()
				.filter((letter) -> letter.to() == to)
				.map((letter) -> named(letter, naming))
				.filter(Objects::nonNull)
				.mapToInt((letter) -> this.steps.links().number(letter))
				.sorted()
				.distinct()
				.toArray());
	}

	static Key keyOf(Facts facts, NodeState down) {
		Key key = new Key(facts);
		addIdentity(key, down.node(), down.life(), down.disk(), facts);
		return key;
	}

	private static void addIdentity(Key key, int node, int life, Ballot disk, Facts facts) {
		key.add(node).add(life).add(facts.number(disk));
	}

}
