package io.github.leaderelection.simulator.explorer.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.explorer.canonical.CanonicalKey;
import io.github.leaderelection.simulator.explorer.canonical.Canonicalizer;
import io.github.leaderelection.simulator.explorer.canonical.ExploredState;
import io.github.leaderelection.simulator.explorer.canonical.FactNumbers;
import io.github.leaderelection.simulator.explorer.canonical.Naming;
import io.github.leaderelection.simulator.explorer.network.Message;
import io.github.leaderelection.simulator.explorer.network.Network;
import io.github.leaderelection.simulator.explorer.node.NodeState.Held;
import io.github.leaderelection.simulator.explorer.node.NodeState.Pending;
import io.github.leaderelection.spi.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * The end of an action on a node: the numbers of what came of it.
 */
final class Conclusion {

	private final NodeActions actions;

	private final Program program;

	private final NodeState before;

	private final int life;

	private final List<Message> messages;

	private final long[] claims;

	private final long[] grants;

	private final @Nullable String broken;

	private final List<Outcome> crashed;

	Conclusion(NodeActions actions, Program program, NodeState before, int life, List<Message> messages, long[] claims,
			long[] grants, @Nullable String broken, List<Outcome> crashed) {
		this.program = program;
		this.actions = actions;
		this.before = before;
		this.life = life;
		this.messages = messages;
		this.claims = claims;
		this.grants = grants;
		this.broken = broken;
		this.crashed = crashed;
	}

	/** The node is down, with this on its disk. */
	Outcome crash(Ballot saved) {
		NodeState down = NodeState.down(this.before.node(), this.life,
				this.actions.bounds().durable() ? saved : NodeState.BLANK);
		return outcome(this.actions.numberOf(down), Naming.GONE, true);
	}

	/**
	 * The node has no part in anything any more: as if it had stopped gracefully and
	 * started again, for what it remembers changes nothing.
	 */
	Outcome rest(Ballot disk) {
		QuorumState rested = this.actions.rested(this.program, this.before.node(), this.life, disk);
		return outcome(this.actions.canonicalizer().rewrite(rested, 0), 0, disk, null, null);
	}

	/** The node goes on, its clock having moved. */
	Outcome goOn(QuorumState state, long elapsedNanos, Ballot disk, @Nullable Held grant, @Nullable Pending pending) {
		return outcome(this.actions.canonicalizer().rewrite(state, elapsedNanos), elapsedNanos, disk, grant, pending);
	}

	private Outcome outcome(Canonicalizer.Rewritten rewritten, long elapsedNanos, Ballot disk, @Nullable Held grant,
			@Nullable Pending pending) {
		Canonicalizer canonicalizer = this.actions.canonicalizer();
		Naming naming = rewritten.naming();
		CanonicalKey key = rewritten.key();
		Held held = grant;
		if (held != null) {
			key.add(1).add(held.token()).add(held.term());
			held = new Held(held.token(), held.term(), canonicalizer.rewrite(held.lease(), elapsedNanos, key));
		}
		Pending waiting = named(pending, naming, key);
		addIdentity(key, this.before.node(), this.life, disk, this.actions.facts());
		NodeState next = new NodeState(this.before.node(), this.life, disk, rewritten.state(),
				new ExploredState(rewritten.state()).timers(), naming, Awaited.of(rewritten.state()), waiting, held);
		return outcome(this.actions.number(next, key), naming, !naming.keeps(this.before.naming()));
	}

	private Outcome outcome(int number, Naming naming, boolean renames) {
		long incarnation = NodeState.incarnation(this.before.node(), this.life);
		int renaming = renames
				? this.actions.network().number(new Network.Renaming(this.before.node(), incarnation, naming)) : -1;
		return new Outcome(number, sent(naming), renaming, this.claims, this.grants, this.broken, this.crashed);
	}

	private @Nullable Pending named(@Nullable Pending pending, Naming naming, CanonicalKey key) {
		if (pending == null) {
			return null;
		}
		List<Message> waiting = new ArrayList<>();
		for (Message message : pending.withheld()) {
			Message named = named(message, naming);
			if (named != null) {
				waiting.add(named);
			}
		}
		key.addFact(pending.ballot()).addFact(waiting);
		return new Pending(pending.ballot(), waiting);
	}

	private @Nullable Message named(Message message, Naming naming) {
		Message plain = message.plain();
		if (plain == null) {
			return null;
		}
		boolean own = plain.isNamedBy(this.before.node(), NodeState.incarnation(this.before.node(), this.life));
		return own ? plain.renamed(naming) : plain;
	}

	private int[] sent(Naming naming) {
		int[] sent = new int[this.messages.isEmpty() ? 0 : this.actions.bounds().nodes()];
		for (int to = 0; to < sent.length; to++) {
			sent[to] = sentTo(to, naming);
		}
		return sent;
	}

	private int sentTo(int to, Naming naming) {
		int[] sent = new int[this.messages.size()];
		int count = 0;
		for (Message message : this.messages) {
			Message named = (message.to() == to) ? named(message, naming) : null;
			if (named != null) {
				sent[count++] = this.actions.network().number(named);
			}
		}
		Arrays.sort(sent, 0, count);
		int distinct = 0;
		for (int i = 0; i < count; i++) {
			if (distinct == 0 || sent[distinct - 1] != sent[i]) {
				sent[distinct++] = sent[i];
			}
		}
		return this.actions.network().number(Arrays.copyOf(sent, distinct));
	}

	static CanonicalKey keyOf(FactNumbers facts, NodeState down) {
		CanonicalKey key = new CanonicalKey(facts);
		addIdentity(key, down.node(), down.life(), down.disk(), facts);
		return key;
	}

	private static void addIdentity(CanonicalKey key, int node, int life, Ballot disk, FactNumbers facts) {
		key.add(node).add(life).add(facts.number(disk));
	}

}
