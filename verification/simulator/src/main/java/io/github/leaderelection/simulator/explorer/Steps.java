package io.github.leaderelection.simulator.explorer;

import java.util.Objects;
import java.util.function.Function;

import io.github.leaderelection.Role;
import io.github.leaderelection.internal.nomination.NominationMove;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.quorum.ExploredState;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.simulator.explorer.NodeState.Pending;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;

/**
 * What each event does to a node: the shell's part around the shipped election, without
 * threads. Safe for use from any thread.
 */
final class Steps {

	private final Program program;

	private final Bounds bounds;

	private final AnyNomination nomination;

	private final Rewriter rewriter;

	private final Table<Key, NodeState> nodes = new Table<>();

	private final Links links;

	private final Facts facts;

	/**
	 * Prepares steps.
	 * @param bounds what the search is limited to
	 * @param nomination what is over the quorum election
	 * @param links the network
	 */
	Steps(Bounds bounds, AnyNomination nomination, Links links) {
		this.bounds = bounds;
		this.nomination = nomination;
		this.program = new Program(nomination.electionBelow());
		this.links = links;
		this.facts = new Facts();
		this.rewriter = new Rewriter(bounds, this.facts);
	}

	/** The timers that fire as events of their own. */
	static int timersOf(NodeState node) {
		return node.timers() & ~(1 << Timers.ATTEMPT);
	}

	static boolean mayScout(NodeState node) {
		return node.heed().candidacy() == 0 && node.heed().token() == 0;
	}

	/**
	 * A node that has never been started, with the disk of a voter that stopped in order
	 * if it is not to be a new one.
	 */
	NodeState installed(int node) {
		Ballot ballot = new Ballot("id-" + Scale.id(node), true, 0, null, 0, 0, 0, true);
		return NodeState.down(node, -1, Opening.isBlank(this.bounds.opening()) ? NodeState.BLANK : ballot);
	}

	int numberOf(NodeState down) {
		return number(down, Conclusion.keyOf(this.facts, down));
	}

	int number(NodeState node, Key key) {
		Integer known = this.nodes.find(key);
		return (known != null) ? known : this.nodes.number(key.trimmed(), node);
	}

	int size() {
		return this.nodes.size();
	}

	NodeState node(int number) {
		return this.nodes.get(number);
	}

	/** What an event does to a node. */
	Outcome take(Move move, NodeState node, int argument) {
		Turnover turnover = new Turnover(this, node, this.program);
		take(turnover, move, argument);
		return turnover.outcome();
	}

	private void take(Turnover turnover, Move move, int argument) {
		switch (move) {
			case START -> start(turnover);
			case START_LOST -> {
				turnover.loses();
				start(turnover);
			}
			case CRASH -> turnover.crashed();
			case SAVED -> saved(turnover);
			case SCOUT -> scout(turnover, argument);
			case ARRIVAL -> arrival(turnover, this.links.letter(argument));
			case HAND_OVER -> handOver(turnover, this.links.letter(argument));
			case TIMER -> timer(turnover, argument);
			case UNBACKED -> unbacked(turnover);
			case WALL_CLOCK -> {
				prepare(turnover, (before) -> before.waitingUntil(-Scale.LEASE));
				prepare(turnover, (before) -> before.due(QuorumTimer.STARTUP));
				turnover.happens(new Event.TimerFired<>(Timers.get(Timers.STARTUP)), argument);
			}
			case TIME -> time(turnover, argument);
			case BREAK -> {
				turnover.happens(new Event.PeerDisconnected<>(Scale.id(argument), LinkLoss.SILENT));
				turnover.happens(new Event.PeerConnected<>(Scale.id(argument)));
			}
			case RESIGN -> turnover.happens(new Event.ResignRequested<>(1));
			case GIVE_WAY -> turnover.happens(new NominationMove.GiveWay().event());
			case TRANSFER -> turnover.happens(new NominationMove.HandOver(Scale.id(argument)).event());
			case REFUSE -> refuse(turnover, this.links.letter(argument));
		}
	}

	/** Changes in the state what a search leaves open. */
	private static void prepare(Turnover turnover, Function<ExploredState, QuorumState> change) {
		turnover.prepare(change.apply(new ExploredState(turnover.state())));
	}

	private void start(Turnover turnover) {
		NodeState before = turnover.before();
		int life = before.life() + 1;
		Ballot found = turnover.disk();
		Recovered recovered = new Recovered(settings(before.node()), found.equals(NodeState.BLANK) ? null : found,
				NodeState.incarnation(before.node(), life));
		turnover.starts(life, recovered);
		for (int other = 0; other < this.bounds.nodes(); other++) {
			if (other != before.node()) {
				turnover.happens(new Event.PeerConnected<>(Scale.id(other)));
				turnover.happens(new Event.MessageReceived<>(introduction(other)));
			}
		}
	}

	/**
	 * A node that stopped with this ballot and no promise, and has started again.
	 */
	QuorumState rested(Program program, int node, int life, Ballot ballot) {
		Recovered recovered = new Recovered(settings(node), ballot.withNoPromiseOutstanding(true),
				NodeState.incarnation(node, life));
		QuorumState state = program.step(program.start(recovered).state(), new Event.BallotSaved<>(ballot, 1)).state();
		for (int other = 0; other < this.bounds.nodes(); other++) {
			if (other != node) {
				state = program.step(state, new Event.PeerConnected<>(Scale.id(other))).state();
				state = program.step(state, new Event.MessageReceived<>(introduction(other))).state();
			}
		}
		return state;
	}

	private Envelope<QuorumMessage> introduction(int from) {
		ElectionSettings of = settings(from);
		return new Envelope<>(of.cluster(), of.group(), Scale.id(from), "id-" + Scale.id(from),
				NodeState.incarnation(from, 0), of.memberList().fingerprint(), 0,
				new QuorumMessage.Introduction(0, of.members(), of.durable(), of.priority(), true, false));
	}

	/**
	 * Scouts, and is answered at once: with enough yeses, whatever the others would say
	 * now, for they may have said so before; or with a higher term. What a scout does to
	 * those it asks steers only.
	 */
	private void scout(Turnover turnover, int higherTerm) {
		if (this.nomination.isOne()) {
			turnover.happens(new NominationMove.Stand().event());
		}
		else {
			prepare(turnover, (before) -> before.due(QuorumTimer.ATTEMPT));
			turnover.happens(new Event.TimerFired<>(QuorumTimer.ATTEMPT));
		}
		long round = turnover.openRound();
		if (round == 0) {
			if (turnover.state().role() == Role.FOLLOWER) {
				turnover.undo();
			}
			return;
		}
		answers(turnover, round, higherTerm);
		if (turnover.openRound() != 0) {
			turnover.undo();
		}
	}

	private void answers(Turnover turnover, long round, int higherTerm) {
		int answers = (higherTerm != 0) ? 1 : turnover.state().required() - 1;
		int node = turnover.before().node();
		for (int other = 0; answers > 0; other++) {
			if (other != node) {
				answers--;
				turnover.happens(new Event.MessageReceived<>(answer(other, turnover, round, higherTerm)));
			}
		}
	}

	private static Envelope<QuorumMessage> answer(int from, Turnover turnover, long round, int higherTerm) {
		Refusal reason = (higherTerm != 0) ? Refusal.HIGHER_TERM : Refusal.NONE;
		return new Envelope<>("explorer", "default", Scale.id(from), "id-" + Scale.id(from),
				NodeState.incarnation(from, 0), turnover.state().fingerprint(), turnover.incarnation(),
				new QuorumMessage.ScoutingResponse(higherTerm, round, higherTerm == 0, reason, null, 0, 0));
	}

	private void refuse(Turnover turnover, Letter letter) {
		QuorumState state = turnover.state();
		turnover.says(new QuorumMessage.ElectionResponse(state.ballot().term(), letter.body().term(), false,
				Refusal.BEHIND, state.settings().leaseNanos()), letter);
	}

	private ElectionSettings settings(int node) {
		return this.nomination.settings(Scale.settings(node, this.bounds));
	}

	private void saved(Turnover turnover) {
		Pending pending = Objects.requireNonNull(turnover.before().pending());
		turnover.release(pending);
		turnover.happens(new Event.BallotSaved<>(pending.ballot(), 1));
	}

	private void arrival(Turnover turnover, Letter letter) {
		Event<QuorumMessage> event = new Event.MessageReceived<>(letter.envelope());
		if (mayHappen(turnover, event)) {
			turnover.arrives(letter);
		}
	}

	/**
	 * Who was heard a moment ago is forgotten in the states that are kept, but its first
	 * successor takes over at once only then.
	 */
	private void handOver(Turnover turnover, Letter letter) {
		prepare(turnover, ExploredState::hearing);
		arrival(turnover, letter);
	}

	private void timer(Turnover turnover, int timer) {
		Event<QuorumMessage> event = new Event.TimerFired<>(Timers.get(timer));
		if (mayHappen(turnover, event)) {
			fire(turnover, timer);
		}
	}

	private void fire(Turnover turnover, int timer) {
		prepare(turnover, (before) -> before.due(Timers.get(timer)));
		if (timer == Timers.ROUND_END) {
			prepare(turnover, ExploredState::withCandidacyOver);
		}
		turnover.happens(new Event.TimerFired<>(Timers.get(timer)));
	}

	private void unbacked(Turnover turnover) {
		if (turnover.before().pending() == null) {
			prepare(turnover, ExploredState::unheard);
			fire(turnover, Timers.HEARTBEAT);
		}
	}

	/**
	 * Where no time passes but long whiles, who waited for an end sees it: whoever would
	 * see it later only can do no more than that one, for it looks before it does
	 * anything else.
	 */
	private void time(Turnover turnover, int rate) {
		if (this.bounds.mode() == Mode.CLOCKED) {
			turnover.passes(Scale.tick((char) rate));
			return;
		}
		if (turnover.before().pending() != null) {
			saved(turnover);
		}
		turnover.longWhilePasses();
		for (int timer : new int[] { Timers.LEASE, Timers.ROUND_END, Timers.STARTUP }) {
			if (turnover.isSet(timer)) {
				fire(turnover, timer);
			}
		}
	}

	/** While a ballot is being saved other events wait, so here they come later. */
	private boolean mayHappen(Turnover turnover, Event<QuorumMessage> event) {
		NodeState node = turnover.before();
		return node.pending() == null || turnover.program().mayStepWhileSaving(stateOf(node), event);
	}

	static QuorumState stateOf(NodeState node) {
		return Objects.requireNonNull(node.state(), "The node is down");
	}

	Rewriter rewriter() {
		return this.rewriter;
	}

	Facts facts() {
		return this.facts;
	}

	Links links() {
		return this.links;
	}

	Bounds bounds() {
		return this.bounds;
	}

}
