package io.github.leaderelection.simulator.explorer.node;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.leaderelection.Role;
import io.github.leaderelection.internal.nomination.NominationMove;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.bounds.Mode;
import io.github.leaderelection.simulator.explorer.bounds.TimeScale;
import io.github.leaderelection.simulator.explorer.canonical.CanonicalKey;
import io.github.leaderelection.simulator.explorer.canonical.Canonicalizer;
import io.github.leaderelection.simulator.explorer.canonical.ExploredState;
import io.github.leaderelection.simulator.explorer.canonical.FactNumbers;
import io.github.leaderelection.simulator.explorer.canonical.Timers;
import io.github.leaderelection.simulator.explorer.network.Message;
import io.github.leaderelection.simulator.explorer.network.Network;
import io.github.leaderelection.simulator.explorer.node.NodeState.Pending;
import io.github.leaderelection.simulator.explorer.table.InternTable;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;

/**
 * What each action does to a node: the part of the event loop around the election as it
 * is shipped, without threads. Safe for use from any thread.
 */
public final class NodeActions {

	private final Program program;

	private final Bounds bounds;

	private final AnyNomination nomination;

	private final Canonicalizer canonicalizer;

	private final InternTable<CanonicalKey, NodeState> nodes = new InternTable<>();

	private final Network network;

	private final FactNumbers facts;

	private final List<ElectionSettings> settings;

	/** Prepares steps. */
	public NodeActions(Bounds bounds, AnyNomination nomination, Network network) {
		this.bounds = bounds;
		this.nomination = nomination;
		this.program = new Program(nomination.electionBelow());
		this.network = network;
		this.facts = new FactNumbers();
		this.canonicalizer = new Canonicalizer(bounds, this.facts);
		this.settings = IntStream.range(0, bounds.nodes())
			.mapToObj((node) -> nomination.settings(TimeScale.settings(node, bounds)))
			.toList();
	}

	/** The timers that fire as events of their own. */
	public static int timersOf(NodeState node) {
		return node.timers() & ~(1 << Timers.ATTEMPT);
	}

	public static boolean mayScout(NodeState node) {
		return node.awaited().candidacy() == 0 && node.awaited().token() == 0;
	}

	/**
	 * A node that has never been started, with the disk of a voter that stopped
	 * gracefully if it is not to be a new one.
	 */
	NodeState installed(int node) {
		Ballot ballot = new Ballot("id-" + TimeScale.id(node), true, 0, null, 0, 0, 0, true);
		return NodeState.down(node, -1, this.bounds.isNewCluster() ? NodeState.BLANK : ballot);
	}

	int numberOf(NodeState down) {
		return number(down, Conclusion.keyOf(this.facts, down));
	}

	int number(NodeState node, CanonicalKey key) {
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
	Outcome take(Action action, NodeState node, int argument) {
		NodeStep nodeStep = new NodeStep(this, node, this.program);
		take(nodeStep, action, argument);
		return nodeStep.outcome();
	}

	private void take(NodeStep nodeStep, Action action, int argument) {
		switch (action) {
			case START -> start(nodeStep);
			case START_LOST -> {
				nodeStep.loses();
				start(nodeStep);
			}
			case CRASH -> nodeStep.crashed();
			case SAVED -> saved(nodeStep);
			case SCOUT -> scout(nodeStep, argument);
			case ARRIVAL -> arrival(nodeStep, this.network.message(argument));
			case HAND_OVER -> handOver(nodeStep, this.network.message(argument));
			case TIMER -> timer(nodeStep, argument);
			case UNBACKED -> unbacked(nodeStep);
			case WALL_CLOCK -> {
				prepare(nodeStep, (before) -> before.waitingUntil(-TimeScale.LEASE));
				prepare(nodeStep, (before) -> before.due(QuorumTimer.STARTUP));
				nodeStep.happens(new Event.TimerFired<>(Timers.get(Timers.STARTUP)), argument);
			}
			case TIME -> time(nodeStep, argument);
			case BREAK -> {
				nodeStep.happens(new Event.PeerDisconnected<>(TimeScale.id(argument), LinkLoss.SILENT));
				nodeStep.happens(new Event.PeerConnected<>(TimeScale.id(argument)));
			}
			case LEARN_END ->
				nodeStep.happens(new Event.ProcessEnded<>(TimeScale.id(NodeState.nodeOf(argument)), argument));
			case RESIGN -> nodeStep.happens(new Event.ResignRequested<>(1));
			case GIVE_WAY -> nodeStep.happens(new NominationMove.GiveWay().event());
			case TRANSFER -> nodeStep.happens(new NominationMove.HandOver(TimeScale.id(argument)).event());
			case REFUSE -> refuse(nodeStep, this.network.message(argument));
		}
	}

	/** Changes in the state what a search leaves open. */
	private static void prepare(NodeStep nodeStep, Function<ExploredState, QuorumState> change) {
		nodeStep.prepare(change.apply(new ExploredState(nodeStep.state())));
	}

	private void start(NodeStep nodeStep) {
		NodeState before = nodeStep.before();
		int life = before.life() + 1;
		Ballot found = nodeStep.disk();
		Recovered recovered = new Recovered(settings(before.node()), found.equals(NodeState.BLANK) ? null : found,
				NodeState.incarnation(before.node(), life));
		nodeStep.starts(life, recovered);
		for (int other = 0; other < this.bounds.nodes(); other++) {
			if (other != before.node()) {
				nodeStep.happens(new Event.PeerConnected<>(TimeScale.id(other)));
				nodeStep.happens(new Event.MessageReceived<>(introduction(other)));
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
				state = program.step(state, new Event.PeerConnected<>(TimeScale.id(other))).state();
				state = program.step(state, new Event.MessageReceived<>(introduction(other))).state();
			}
		}
		return state;
	}

	private Envelope<QuorumMessage> introduction(int from) {
		ElectionSettings of = settings(from);
		return new Envelope<>(of.cluster(), of.group(), TimeScale.id(from), "id-" + TimeScale.id(from),
				NodeState.incarnation(from, 0), of.memberList().fingerprint(), 0,
				new QuorumMessage.Introduction(0, of.members(), of.durable(), of.priority(), !of.isWitness(), false));
	}

	/**
	 * Scouts, and is answered at once: with enough yeses, whatever the others would say
	 * now, for they may have said so before; or with a higher term. What a scout does to
	 * those it asks steers only.
	 */
	private void scout(NodeStep nodeStep, int higherTerm) {
		if (this.nomination.isOne()) {
			nodeStep.happens(new NominationMove.Stand().event());
		}
		else {
			prepare(nodeStep, (before) -> before.due(QuorumTimer.ATTEMPT));
			nodeStep.happens(new Event.TimerFired<>(QuorumTimer.ATTEMPT));
		}
		long round = nodeStep.openRound();
		if (round == 0) {
			if (nodeStep.state().role() == Role.FOLLOWER) {
				nodeStep.undo();
			}
			return;
		}
		answers(nodeStep, round, higherTerm);
		if (nodeStep.openRound() != 0) {
			nodeStep.undo();
		}
	}

	private void answers(NodeStep nodeStep, long round, int higherTerm) {
		int answers = (higherTerm != 0) ? 1 : nodeStep.state().required() - 1;
		int node = nodeStep.before().node();
		for (int other = 0; answers > 0; other++) {
			if (other != node) {
				answers--;
				nodeStep.happens(new Event.MessageReceived<>(answer(other, nodeStep, round, higherTerm)));
			}
		}
	}

	private static Envelope<QuorumMessage> answer(int from, NodeStep nodeStep, long round, int higherTerm) {
		Refusal reason = (higherTerm != 0) ? Refusal.HIGHER_TERM : Refusal.NONE;
		return new Envelope<>("explorer", "default", TimeScale.id(from), "id-" + TimeScale.id(from),
				NodeState.incarnation(from, 0), nodeStep.state().fingerprint(), nodeStep.incarnation(),
				new QuorumMessage.ScoutingResponse(higherTerm, round, higherTerm == 0, reason, null, 0, 0));
	}

	private void refuse(NodeStep nodeStep, Message message) {
		QuorumState state = nodeStep.state();
		nodeStep.says(new QuorumMessage.ElectionResponse(state.ballot().term(), message.body().term(), false,
				Refusal.BEHIND, state.settings().leaseNanos()), message);
	}

	private ElectionSettings settings(int node) {
		return this.settings.get(node);
	}

	private void saved(NodeStep nodeStep) {
		Pending pending = Objects.requireNonNull(nodeStep.before().pending());
		nodeStep.release(pending);
		nodeStep.happens(new Event.BallotSaved<>(pending.ballot(), 1));
	}

	private void arrival(NodeStep nodeStep, Message message) {
		Event<QuorumMessage> event = new Event.MessageReceived<>(message.envelope());
		if (mayHappen(nodeStep, event)) {
			nodeStep.arrives(message);
		}
	}

	/**
	 * Who was heard a moment ago is forgotten in the states that are kept, but its first
	 * successor takes over at once only then.
	 */
	private void handOver(NodeStep nodeStep, Message message) {
		prepare(nodeStep, ExploredState::hearing);
		arrival(nodeStep, message);
	}

	private void timer(NodeStep nodeStep, int timer) {
		Event<QuorumMessage> event = new Event.TimerFired<>(Timers.get(timer));
		if (mayHappen(nodeStep, event)) {
			fire(nodeStep, timer);
		}
	}

	private void fire(NodeStep nodeStep, int timer) {
		prepare(nodeStep, (before) -> before.due(Timers.get(timer)));
		if (timer == Timers.ROUND_END) {
			prepare(nodeStep, ExploredState::withCandidacyOver);
		}
		nodeStep.happens(new Event.TimerFired<>(Timers.get(timer)));
	}

	private void unbacked(NodeStep nodeStep) {
		if (nodeStep.before().pending() == null) {
			prepare(nodeStep, ExploredState::unheard);
			fire(nodeStep, Timers.HEARTBEAT);
		}
	}

	/**
	 * Where no time passes but long whiles, who waited for an end sees it: whoever would
	 * see it later only can do no more than that one, for it looks before it does
	 * anything else.
	 */
	private void time(NodeStep nodeStep, int rate) {
		if (this.bounds.mode() == Mode.CLOCKED) {
			nodeStep.passes(TimeScale.tick((char) rate));
			return;
		}
		if (nodeStep.before().pending() != null) {
			saved(nodeStep);
		}
		nodeStep.longWhilePasses();
		for (int timer : new int[] { Timers.LEASE, Timers.ROUND_END, Timers.STARTUP }) {
			if (nodeStep.isSet(timer)) {
				fire(nodeStep, timer);
			}
		}
	}

	/** While a ballot is being saved other events wait, so here they come later. */
	private boolean mayHappen(NodeStep nodeStep, Event<QuorumMessage> event) {
		NodeState node = nodeStep.before();
		return node.pending() == null || nodeStep.program().mayStepWhileSaving(stateOf(node), event);
	}

	static QuorumState stateOf(NodeState node) {
		return Objects.requireNonNull(node.state(), "The node is down");
	}

	Canonicalizer canonicalizer() {
		return this.canonicalizer;
	}

	FactNumbers facts() {
		return this.facts;
	}

	Network network() {
		return this.network;
	}

	Bounds bounds() {
		return this.bounds;
	}

}
