package io.github.leaderelection.simulator.explorer.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.explorer.bounds.TimeScale;
import io.github.leaderelection.simulator.explorer.canonical.CanonicalKey;
import io.github.leaderelection.simulator.explorer.canonical.Canonicalizer;
import io.github.leaderelection.simulator.explorer.canonical.ExploredState;
import io.github.leaderelection.simulator.explorer.network.Message;
import io.github.leaderelection.simulator.explorer.node.NodeState.Held;
import io.github.leaderelection.simulator.explorer.node.NodeState.Pending;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * One action on one node: the steps of the election, their effects in order, and what the
 * node is afterwards. A ballot is saved at once, unless the node leads: only a leader
 * handles events while it saves.
 */
final class NodeStep {

	private static final Now ORIGIN = new Now(0, 0);

	private static final String WITNESS = "a witness never leads";

	private static final String PAIRING = "pairing of grants";

	private final NodeActions actions;

	private final NodeState before;

	private final Program program;

	private final LastTerm last;

	private int life;

	private @Nullable QuorumState state;

	private Ballot disk;

	private @Nullable Held grant;

	private @Nullable Ballot saving;

	private final List<Message> withheld = new ArrayList<>();

	private final List<Message> messages = new ArrayList<>();

	private final List<Long> grants = new ArrayList<>();

	private final List<Long> claims = new ArrayList<>();

	private final List<Outcome> crashed = new ArrayList<>();

	private @Nullable String broken;

	private long elapsed;

	private boolean touched;

	NodeStep(NodeActions actions, NodeState before, Program program) {
		this.program = program;
		this.last = new LastTerm(actions.bounds().terms());
		this.actions = actions;
		this.before = before;
		this.life = before.life();
		this.state = before.state();
		this.disk = before.disk();
		this.grant = before.grant();
		Pending pending = before.pending();
		if (pending != null) {
			this.saving = pending.ballot();
			this.withheld.addAll(pending.withheld());
		}
	}

	NodeState before() {
		return this.before;
	}

	Program program() {
		return this.program;
	}

	long incarnation() {
		return NodeState.incarnation(this.before.node(), this.life);
	}

	void starts(int newLife, Recovered recovered) {
		this.life = newLife;
		stepped(this.program.start(recovered));
	}

	/** Nothing is left of what it has saved. */
	void loses() {
		this.disk = NodeState.BLANK;
	}

	Ballot disk() {
		return this.disk;
	}

	void crashed() {
		this.touched = true;
		this.state = null;
		this.grant = null;
		this.saving = null;
		this.withheld.clear();
	}

	void passes(long nanos) {
		this.touched = true;
		this.elapsed = nanos;
	}

	/** So long a time passes that everything is over, and is seen to be. */
	void longWhilePasses() {
		Canonicalizer canonicalizer = this.actions.canonicalizer();
		this.touched = true;
		this.state = canonicalizer.rewrite(Objects.requireNonNull(this.state), TimeScale.LONG_WHILE).state();
		Held held = this.grant;
		if (held != null) {
			this.grant = new Held(held.token(), held.term(),
					canonicalizer.rewrite(held.lease(), TimeScale.LONG_WHILE, new CanonicalKey(this.actions.facts())));
		}
	}

	QuorumState state() {
		return Objects.requireNonNull(this.state);
	}

	boolean isSet(int timer) {
		return (new ExploredState(state()).timers() & 1 << timer) != 0;
	}

	/** Uses another state as the one before. */
	void prepare(QuorumState prepared) {
		this.state = prepared;
	}

	/** As if nothing had happened. */
	void undo() {
		this.touched = false;
	}

	/** The number of the scouting round that is open, 0 for none. */
	long openRound() {
		return new ExploredState(state()).openRound();
	}

	void release(Pending pending) {
		saved(pending.ballot());
		this.saving = null;
		this.messages.addAll(this.withheld);
		this.withheld.clear();
	}

	void happens(Event<QuorumMessage> event) {
		stepped(this.program.step(Objects.requireNonNull(this.state), event));
	}

	/** An event happens while the wall clock shows something. */
	void happens(Event<QuorumMessage> event, long wallMillis) {
		stepped(this.program.step(Objects.requireNonNull(this.state), event, wallMillis));
	}

	/** The nomination answers a message in place of the election below. */
	void says(QuorumMessage answer, Message to) {
		this.touched = true;
		perform(new Effect.Send<>(to.envelope().from(), answer, to.envelope().incarnation()), this.messages);
	}

	void arrives(Message message) {
		happens(new Event.MessageReceived<>(message.envelope()));
	}

	/** A step was made. */
	void stepped(Step<QuorumState, QuorumMessage> step) {
		this.touched = true;
		this.state = step.state();
		List<Effect<QuorumMessage>> effects = step.effects();
		for (int i = 0; i < effects.size(); i++) {
			if (effects.get(i) instanceof Effect.SaveBallot<QuorumMessage> save) {
				save(save.ballot(), effects.subList(i + 1, effects.size()));
				return;
			}
			perform(effects.get(i), this.messages);
		}
	}

	private void save(Ballot ballot, List<Effect<QuorumMessage>> then) {
		if (Objects.requireNonNull(this.state).role() == Role.LEADER && this.grant != null) {
			this.saving = ballot;
			then.forEach((effect) -> perform(effect, this.withheld));
			return;
		}
		this.crashed.add(crash(this.disk));
		saved(ballot);
		this.crashed.add(crash(ballot));
		then.forEach((effect) -> perform(effect, this.messages));
		happens(new Event.BallotSaved<>(ballot, 1));
	}

	private void saved(Ballot ballot) {
		Ballot old = this.disk;
		boolean kept = ballot.term() > old.term()
				|| ballot.term() == old.term() && (old.vote() == null || old.vote().equals(ballot.vote()));
		require(kept, "S4", "saves " + ballot + " over " + old);
		this.disk = ballot;
	}

	private Outcome crash(Ballot saved) {
		return conclusion().crash(saved);
	}

	private Conclusion conclusion() {
		return new Conclusion(this.actions, this.program, this.before, this.life, this.messages,
				this.claims.stream().mapToLong(Long::longValue).distinct().toArray(),
				this.grants.stream().mapToLong(Long::longValue).toArray(), this.broken, List.copyOf(this.crashed));
	}

	private void perform(Effect<QuorumMessage> effect, List<Message> leaving) {
		if (effect instanceof Effect.Send<QuorumMessage> send) {
			send(send, leaving);
		}
		else if (effect instanceof Effect.Grant<QuorumMessage> granted) {
			require(this.grant == null, PAIRING,
					"is granted token " + granted.fencingToken() + " while it holds " + this.grant);
			require(granted.lease().valid(ORIGIN), PAIRING,
					"is granted token " + granted.fencingToken() + " after its lease");
			require(!Objects.requireNonNull(this.state).settings().isWitness(), WITNESS,
					"is granted token " + granted.fencingToken() + " though its priority is 0");
			requireOwnVote(granted.term());
			this.grants.add(granted.fencingToken());
			this.grant = new Held(granted.fencingToken(), granted.term(), granted.lease());
		}
		else if (effect instanceof Effect.Renew<QuorumMessage> renew) {
			Held held = this.grant;
			require(held != null && held.token() == renew.fencingToken() && held.lease().valid(ORIGIN), PAIRING,
					"renews token " + renew.fencingToken() + " although it holds " + held);
			if (held == null || held.term() != renew.term()) {
				requireOwnVote(renew.term());
			}
			this.grant = new Held(renew.fencingToken(), renew.term(), renew.lease());
		}
		else if (effect instanceof Effect.Revoke<QuorumMessage> revoke) {
			Held held = this.grant;
			require(held != null && held.token() == revoke.fencingToken(), PAIRING,
					"revokes token " + revoke.fencingToken() + " although it holds " + held);
			this.grant = null;
		}
	}

	private void send(Effect.Send<QuorumMessage> send, List<Message> leaving) {
		if (send.body() instanceof QuorumMessage.Introduction || send.body() instanceof QuorumMessage.ScoutingRequest) {
			return;
		}
		Envelope<QuorumMessage> envelope = new Envelope<>("explorer", "default", TimeScale.id(this.before.node()),
				this.disk.identity(), NodeState.incarnation(this.before.node(), this.life),
				Objects.requireNonNull(this.state).fingerprint(), send.answers(), send.body());
		Message message = new Message(this.before.node(), TimeScale.index(send.to()), envelope);
		Ballot.Vote vote = message.vote();
		if (vote != null) {
			Ballot ballot = votesBy(message, leaving);
			require(new VoteRule(this.before.disk(), ballot, this.messages).allows(vote, message.votedTerm()), "S4",
					"votes for " + vote + " in term " + message.votedTerm() + " but has saved " + ballot);
		}
		if (message.ledTerm() > 0) {
			this.claims.add(message.ledTerm());
		}
		if (!this.last.leavesOut(message)) {
			leaving.add(message);
		}
	}

	/**
	 * The ballot that a vote rests on as it leaves: what is saved. A candidate's proposal
	 * gives no vote, it may leave while the own one is about to be saved.
	 */
	private Ballot votesBy(Message message, List<Message> leaving) {
		if (leaving == this.withheld) {
			return Objects.requireNonNull(this.saving);
		}
		return (message.body() instanceof ElectionProposal && this.grant == null)
				? Objects.requireNonNull(this.state).ballot() : this.disk;
	}

	private void requireOwnVote(long term) {
		Ballot.Vote own = new Ballot.Vote(TimeScale.id(this.before.node()), incarnation());
		require(this.disk.term() == term && own.equals(this.disk.vote()), "the win waits for the own vote",
				"wins term " + term + " but has saved " + this.disk);
	}

	private void require(boolean kept, String rule, String otherwise) {
		if (!kept && this.broken == null) {
			this.broken = rule + ": " + TimeScale.id(this.before.node()) + " " + otherwise;
		}
	}

	/** What came of it all. */
	Outcome outcome() {
		if (!this.touched) {
			return Outcome.NOTHING;
		}
		QuorumState last = this.state;
		if (last == null) {
			return crash(this.disk);
		}
		require(this.grant == null || last.role() == Role.LEADER, PAIRING,
				"leads no more, and still holds " + this.grant);
		boolean beyond = last.ballot().term() > this.actions.bounds().terms()
				|| this.messages.stream().anyMatch((message) -> message.body().term() > this.actions.bounds().terms());
		if (beyond && this.broken == null) {
			return Outcome.BEYOND;
		}
		if (this.saving == null && this.last.isOver(last)) {
			return conclusion().rest(this.disk);
		}
		Pending pending = (this.saving != null) ? new Pending(this.saving, this.withheld) : null;
		return conclusion().goOn(last, this.elapsed, this.disk, this.grant, pending);
	}

}
