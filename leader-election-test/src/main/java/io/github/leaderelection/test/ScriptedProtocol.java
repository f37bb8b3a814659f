package io.github.leaderelection.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.ElectionView.LeaderView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.test.ScriptState.Drain;
import org.jspecify.annotations.Nullable;

/**
 * An election whose outcome a test decides. The code that runs it, publishes its
 * leaderships and calls listeners is the code of production.
 */
final class ScriptedProtocol implements ElectionProtocol<ScriptState, Command> {

	static final String NAME = "test";

	private static final String VOTING = "yes: the test decides who leads";

	private static final String NOT_LEADING = "this node does not lead: ask the leader";

	private static final long CLOCK_READING_NANOS = 2_000_000;

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Class<Command> messageType() {
		return Command.class;
	}

	@Override
	public Class<ScriptState> stateType() {
		return ScriptState.class;
	}

	@Override
	public Class<ScriptTimer> timerType() {
		return ScriptTimer.class;
	}

	@Override
	public Step<ScriptState, Command> start(Recovered recovered, Now now, long entropy) {
		Ballot found = recovered.ballot();
		Ballot ballot = (found != null) ? found : new Ballot(NAME, true, 0, null, 0, 0, 0, false);
		return new Step<>(new ScriptState(recovered.settings(), ballot, null, null, 0, true), List.of());
	}

	@Override
	public Step<ScriptState, Command> step(ScriptState state, Input<Command> input) {
		Event<Command> event = input.event();
		if (event instanceof Event.MessageReceived<Command> received) {
			return obey(state, received.envelope().body(), input.now());
		}
		if (event instanceof Event.ResignRequested<Command> asked) {
			return (state.held() != null) ? drain(state, Drain.resign(asked.request()), input.now())
					: refuse(state, asked.request(), NOT_LEADING);
		}
		if (event instanceof Event.TransferRequested<Command> asked) {
			return transfer(state, asked, input.now());
		}
		if (event instanceof Event.BroadcastRequested<Command> asked) {
			return broadcast(state, asked);
		}
		if (event instanceof Event.EligibilityChanged<Command> changed) {
			return eligibility(state.eligible(changed.eligible()), changed.request(), input.now());
		}
		if (event instanceof Event.WorkDrained<Command> drained) {
			return state.holds(drained.fencingToken()) ? giveUp(state) : unchanged(state);
		}
		if (event instanceof Event.TimerFired<Command>) {
			return giveUp(state);
		}
		if (event instanceof Event.GrantEnded<Command> ended) {
			return state.holds(ended.fencingToken()) ? end(state, null) : unchanged(state);
		}
		if (event instanceof Event.Stopping<Command>) {
			return (state.held() != null) ? drain(state, Drain.stop(), input.now())
					: new Step<>(state, List.of(new Effect.Stopped<>()));
		}
		return unchanged(state);
	}

	private Step<ScriptState, Command> obey(ScriptState state, Command command, Now now) {
		if (command instanceof Command.Lead) {
			return lead(state, now);
		}
		if (command instanceof Command.Revoke revoke) {
			return (state.held() != null) ? end(state, revoke.reason()) : unchanged(state);
		}
		if (command instanceof Command.Follow follow) {
			return follow(state, follow.leader());
		}
		if (command instanceof Command.Forget) {
			return (state.held() == null && state.leader() != null)
					? new Step<>(state.leaderless(), List.of(new Effect.LeaderLost<>())) : unchanged(state);
		}
		Step<ScriptState, Command> ended = end(state, RevocationReason.STOPPED);
		List<Effect<Command>> effects = new ArrayList<>(ended.effects());
		effects.add(new Effect.Stopped<>());
		return new Step<>(ended.state(), List.copyOf(effects));
	}

	private static Step<ScriptState, Command> lead(ScriptState state, Now now) {
		if (!state.eligible() || state.held() != null && state.drain() == null) {
			return unchanged(state);
		}
		List<Effect<Command>> effects = new ArrayList<>(end(state, RevocationReason.RESIGNED).effects());
		ScriptState next = state.ledBy(state.self());
		long token = next.ballot().term();
		effects.add(new Effect.SaveBallot<>(next.ballot()));
		effects.add(new Effect.Grant<>(token, token, lease(state.settings(), now)));
		return new Step<>(next, List.copyOf(effects));
	}

	private static Lease lease(ElectionSettings settings, Now now) {
		long margin = (long) (settings.leaseNanos() * settings.maxClockDrift()) + CLOCK_READING_NANOS;
		return new Lease(now.monotonicNanos(), now.wallMillis(), now.monotonicNanos() + settings.leaseNanos(), margin);
	}

	private static Step<ScriptState, Command> follow(ScriptState state, NodeId leader) {
		LeaderView known = state.leader();
		if (known != null && known.id().equals(leader)) {
			return unchanged(state);
		}
		List<Effect<Command>> effects = new ArrayList<>(end(state, RevocationReason.SUPERSEDED).effects());
		return new Step<>(followed(state, leader, effects), List.copyOf(effects));
	}

	private static ScriptState followed(ScriptState state, NodeId leader, List<Effect<Command>> effects) {
		ScriptState next = state.ledBy(leader);
		long term = next.ballot().term();
		effects.add(new Effect.SaveBallot<>(next.ballot()));
		effects.add(new Effect.FollowLeader<>(leader, term, term, true));
		return next;
	}

	private static Step<ScriptState, Command> broadcast(ScriptState state, Event.BroadcastRequested<Command> asked) {
		LeaderView held = state.held();
		if (held == null) {
			return refuse(state, asked.request(), NOT_LEADING);
		}
		ScriptState next = state.sayingMore();
		LeaderBroadcast said = new LeaderBroadcast(state.self(), held.fencingToken(), next.said(), asked.text());
		return new Step<>(next, List.of(new Effect.Broadcasted<>(said), new Effect.Answer<>(asked.request(), null)));
	}

	private static Step<ScriptState, Command> transfer(ScriptState state, Event.TransferRequested<Command> asked,
			Now now) {
		if (state.held() == null) {
			return refuse(state, asked.request(), NOT_LEADING);
		}
		if (asked.to().equals(state.self())) {
			return refuse(state, asked.request(), "'" + asked.to() + "' leads already: name another member");
		}
		return drain(state, Drain.transfer(asked.request(), asked.to()), now);
	}

	private static Step<ScriptState, Command> eligibility(ScriptState state, long request, Now now) {
		if (!state.eligible() && state.held() != null) {
			return drain(state, Drain.ineligible(request), now);
		}
		return (request != 0) ? new Step<>(state, List.of(new Effect.Answer<>(request, null))) : unchanged(state);
	}

	private static Step<ScriptState, Command> refuse(ScriptState state, long request, String refusal) {
		return new Step<>(state, List.of(new Effect.Answer<>(request, refusal)));
	}

	private static Step<ScriptState, Command> drain(ScriptState state, Drain asked, Now now) {
		long token = state.ballot().term();
		return new Step<>(state.draining(asked.after(state.drain())), List.of(new Effect.StopAdmitting<>(token),
				new Effect.StartTimer<>(ScriptTimer.DRAIN, now.monotonicNanos() + state.settings().drainNanos())));
	}

	/** Running work has ended, or the drain time is over. */
	private static Step<ScriptState, Command> giveUp(ScriptState state) {
		Drain drain = state.drain();
		if (drain == null) {
			return unchanged(state);
		}
		Step<ScriptState, Command> ended = end(state, drain.reason());
		NodeId successor = drain.successor();
		if (drain.stopping() || successor == null) {
			return ended;
		}
		List<Effect<Command>> effects = new ArrayList<>(ended.effects());
		return new Step<>(followed(ended.state(), successor, effects), List.copyOf(effects));
	}

	/**
	 * Ends the leadership, if there is one.
	 * @param reason null if listeners have been told already
	 */
	private static Step<ScriptState, Command> end(ScriptState state, @Nullable RevocationReason reason) {
		LeaderView held = state.held();
		List<Effect<Command>> effects = new ArrayList<>();
		if (held != null && reason != null) {
			effects.add(new Effect.Revoke<>(held.fencingToken(), reason));
		}
		Drain drain = state.drain();
		if (drain != null) {
			effects.add(new Effect.CancelTimer<>(ScriptTimer.DRAIN));
			drain.requests().forEach((request) -> effects.add(new Effect.Answer<>(request, null)));
			if (drain.stopping()) {
				effects.add(new Effect.Stopped<>());
			}
		}
		return new Step<>(state.leaderless(), List.copyOf(effects));
	}

	private static Step<ScriptState, Command> unchanged(ScriptState state) {
		return new Step<>(state, List.of());
	}

	@Override
	public boolean goesByEligibility() {
		return true;
	}

	@Override
	public ElectionView view(ScriptState state, Now now) {
		return new ElectionView((state.held() != null) ? Role.LEADER : Role.FOLLOWER, state.drain() != null,
				state.ballot().term(), state.leader(), List.of(), 0, 0, Set.of(), VOTING, List.of(),
				state.settings().memberList().fingerprint());
	}

}
