package io.github.leaderelection.simulator.explorer;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.NominatedElection;
import io.github.leaderelection.internal.nomination.Nominating;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The quorum election with a nomination over it, on one node and for the time of one
 * event. What the nomination says is put where all can hear it at any time.
 *
 * @param <S> the state of both layers
 * @param <M> the messages of both layers
 */
final class NominatedProgram<S extends Nominating<S>, M extends ElectionMessage> implements Program {

	private static final Now ORIGIN = new Now(0, 0);

	private final TwoLayers<S, M> layers;

	private final int node;

	private final long incarnation;

	private final NominatedElection<S, M> protocol;

	private @Nullable KeptMessages between;

	private final Map<QuorumMessage, ElectionMessage> packed = new IdentityHashMap<>();

	private @Nullable S state;

	private int timers;

	private List<Long> reads = new ArrayList<>();

	private @Nullable ElectionMessage unpacked;

	@SuppressWarnings("unchecked") // the state was made by this election
	NominatedProgram(TwoLayers<S, M> layers, int node, long incarnation, @Nullable Nominee nominee) {
		this.layers = layers;
		this.protocol = new NominatedElection<>(layers.nomination(), this::watched);
		this.node = node;
		this.incarnation = incarnation;
		if (nominee != null) {
			this.state = (S) nominee.state();
			this.timers = nominee.timers();
			this.reads.addAll(nominee.reads());
		}
	}

	private ElectionProtocol<QuorumState, QuorumMessage> watched(
			ElectionProtocol<QuorumState, QuorumMessage> election) {
		KeptMessages watching = new KeptMessages(election);
		this.between = watching;
		return watching;
	}

	/**
	 * A message that the nomination has kept and handed down now.
	 * @return the message, null for none
	 */
	@Nullable Envelope<QuorumMessage> kept() {
		return Objects.requireNonNull(this.between).kept();
	}

	/**
	 * The number of what the nomination's state is now.
	 * @return the number, -1 if it is beyond the bounds
	 */
	int nominee() {
		return this.layers.number(Objects.requireNonNull(this.state), this.timers, this.reads, 0, false);
	}

	@Override
	public Step<QuorumState, QuorumMessage> start(Recovered recovered) {
		this.timers = 0;
		this.reads.clear();
		return lowered(this.protocol.start(recovered, ORIGIN, this.incarnation));
	}

	@Override
	public Step<QuorumState, QuorumMessage> step(QuorumState below, Event<QuorumMessage> event) {
		Objects.requireNonNull(this.between).arriving(event instanceof Event.MessageReceived<QuorumMessage>);
		return own(below, lifted(event));
	}

	@Override
	public boolean mayStepWhileSaving(QuorumState below, Event<QuorumMessage> event) {
		return this.protocol.mayStepWhileSaving(both(below), new Input<>(lifted(event), ORIGIN, 0));
	}

	/** A message of the nomination's own arrives. */
	@SuppressWarnings("unchecked") // it was said in this election
	Step<QuorumState, QuorumMessage> hears(QuorumState below, Speech speech) {
		return own(below, new Event.MessageReceived<>((Envelope<M>) speech.envelope()));
	}

	/**
	 * A timer of the nomination's own fires.
	 * @param below the state of the election below
	 * @param timer its position
	 * @param all whether all that it waits for is over, or nothing is
	 */
	Step<QuorumState, QuorumMessage> fires(QuorumState below, int timer, boolean all) {
		this.timers &= ~(1 << timer);
		rewrite(0, all);
		return own(below, new Event.TimerFired<>(TwoLayers.timer(timer)));
	}

	/** The application's position is read, or cannot be. */
	Step<QuorumState, QuorumMessage> reads(QuorumState below, long request, @Nullable Position position) {
		this.reads.remove(request);
		return own(below, new Event.PositionRead<>(request, position));
	}

	@SuppressWarnings("unchecked") // a state that is written anew is of its type
	private void rewrite(long elapsed, boolean allOver) {
		Nominee moved = this.layers
			.nominee(this.layers.number(Objects.requireNonNull(this.state), this.timers, this.reads, elapsed, allOver));
		this.state = (S) moved.state();
		this.timers = moved.timers();
		this.reads = new ArrayList<>(moved.reads());
	}

	@Override
	public void passes(long nanos) {
		rewrite(nanos, false);
	}

	@Override
	public @Nullable ElectionMessage packed(QuorumMessage body) {
		return this.packed.get(body);
	}

	@Override
	public void unpacks(@Nullable ElectionMessage message) {
		this.unpacked = message;
	}

	private S both(QuorumState below) {
		return Objects.requireNonNull(this.state).withElection(below);
	}

	private Step<QuorumState, QuorumMessage> own(QuorumState below, Event<M> event) {
		return lowered(this.protocol.step(both(below), new Input<>(event, ORIGIN, this.incarnation)));
	}

	@SuppressWarnings("unchecked") // no other event holds a message
	private Event<M> lifted(Event<QuorumMessage> event) {
		if (event instanceof Event.MessageReceived<QuorumMessage> received) {
			Envelope<QuorumMessage> old = received.envelope();
			ElectionMessage message = (this.unpacked != null) ? this.unpacked
					: this.layers.nomination().carry(old.body());
			this.unpacked = null;
			return new Event.MessageReceived<>(new Envelope<>(old.cluster(), old.group(), old.from(), old.identity(),
					old.incarnation(), old.fingerprint(), old.answers(), (M) message));
		}
		if (event instanceof Event.TimerFired<QuorumMessage> fired) {
			return new Event.TimerFired<>(TwoLayers.timer(fired.timer().ordinal()));
		}
		return (Event<M>) (Event<?>) event;
	}

	private Step<QuorumState, QuorumMessage> lowered(Step<S, M> step) {
		this.state = step.state();
		List<Effect<QuorumMessage>> effects = new ArrayList<>();
		for (Effect<M> effect : step.effects()) {
			Effect<QuorumMessage> lowered = lowered(effect);
			if (lowered != null) {
				effects.add(lowered);
			}
		}
		return new Step<>(step.state().election(), effects);
	}

	@SuppressWarnings("unchecked") // no other effect holds a message
	private @Nullable Effect<QuorumMessage> lowered(Effect<M> effect) {
		if (effect instanceof Effect.Send<M> send) {
			return lowered(send);
		}
		if (effect instanceof Effect.StartTimer<M> start) {
			set(start.timer(), true);
			return null;
		}
		if (effect instanceof Effect.CancelTimer<M> cancel) {
			set(cancel.timer(), false);
			return null;
		}
		if (effect instanceof Effect.ReadPosition<M> read) {
			if (!this.reads.contains(read.request())) {
				this.reads.add(read.request());
			}
			return null;
		}
		return (Effect<QuorumMessage>) (Effect<?>) effect;
	}

	private void set(Timer timer, boolean to) {
		int position = timer.ordinal();
		if (position >= TwoLayers.FIRST_OWN_TIMER) {
			this.timers = to ? this.timers | 1 << position : this.timers & ~(1 << position);
		}
	}

	private @Nullable Effect<QuorumMessage> lowered(Effect.Send<M> send) {
		QuorumMessage carried = this.layers.nomination().carried(send.body());
		if (carried == null) {
			Envelope<M> envelope = new Envelope<>("explorer", "default", Scale.id(this.node),
					"id-" + Scale.id(this.node), this.incarnation,
					Objects.requireNonNull(this.state).election().fingerprint(), send.answers(), send.body());
			this.layers.speeches().say(new Speech(this.node, Scale.index(send.to()), envelope));
			return null;
		}
		if (!send.body().equals(this.layers.nomination().carry(carried))) {
			this.packed.put(carried, send.body());
		}
		return new Effect.Send<>(send.to(), carried, send.answers());
	}

}
