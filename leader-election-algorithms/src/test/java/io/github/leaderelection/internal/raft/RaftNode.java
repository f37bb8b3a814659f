package io.github.leaderelection.internal.raft;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.LayeredElection;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One node of three whose clocks are moved by hand. The test plays the others and the
 * application; saves succeed at once.
 */
final class RaftNode {

	static final NodeId A = NodeId.of("a");

	static final NodeId B = NodeId.of("b");

	static final NodeId C = NodeId.of("c");

	static final long MILLI = 1_000_000;

	static final long LEASE = 1000 * MILLI;

	static final long INCARNATION = 1000;

	private final LayeredElection<RaftState, RaftMessage> protocol = new LayeredElection<>(new RaftNomination());

	private final ElectionSettings settings;

	private final Map<NominationTimer, Long> timers = new EnumMap<>(NominationTimer.class);

	private final List<Sent> sent = new ArrayList<>();

	private final Deque<Long> readings = new ArrayDeque<>();

	private final List<Notice> notices = new ArrayList<>();

	private long nanos = 5000 * MILLI;

	private long entropy;

	private Effect.@Nullable Grant<RaftMessage> grant;

	private @Nullable RaftState state;

	RaftNode(long entropy) {
		this(entropy, 0.05);
	}

	RaftNode(long entropy, double drift) {
		this.entropy = entropy;
		this.settings = ElectionSettings.of("cluster", "group", A, List.of(A, B, C))
			.durable(true)
			.leaseNanos(LEASE)
			.maxClockDrift(drift)
			.drainNanos(0)
			.build();
	}

	/** A voter that promised nothing, linked to both others. */
	RaftNode start() {
		Ballot ballot = new Ballot("identity", true, 0, null, 0, LEASE, 0.05, true);
		take(this.protocol.start(new Recovered(this.settings, ballot, INCARNATION), now(), this.entropy));
		feed(new Event.PeerConnected<>(B));
		feed(new Event.PeerConnected<>(C));
		this.sent.clear();
		return this;
	}

	private Now now() {
		// before 1970 the terms of a new cluster begin at 1, which reads better
		return new Now(this.nanos, -1_700_000_000_000L + this.nanos / MILLI);
	}

	RaftNode feed(Event<RaftMessage> event) {
		this.entropy = this.entropy * 6364136223846793005L + 1442695040888963407L;
		take(this.protocol.step(raftState(), new Input<>(event, now(), this.entropy)));
		return this;
	}

	private void take(Step<RaftState, RaftMessage> step) {
		this.state = step.state();
		Ballot saved = null;
		for (Effect<RaftMessage> effect : step.effects()) {
			if (effect instanceof Effect.SaveBallot<RaftMessage> save) {
				saved = save.ballot();
			}
			else {
				perform(effect);
			}
		}
		if (saved != null) {
			feed(new Event.BallotSaved<>(saved, 0));
		}
	}

	private void perform(Effect<RaftMessage> effect) {
		if (effect instanceof Effect.Send<RaftMessage> send) {
			RaftMessage.Vote vote = (RaftMessage.Vote) send.body();
			this.sent.add(new Sent(send.to(), vote.message(), vote.position()));
		}
		else if (effect instanceof Effect.StartTimer<RaftMessage> start) {
			this.timers.put((NominationTimer) start.timer(), start.atNanos());
		}
		else if (effect instanceof Effect.CancelTimer<RaftMessage> cancel) {
			this.timers.remove((NominationTimer) cancel.timer());
		}
		else if (effect instanceof Effect.ReadPosition<RaftMessage> read) {
			this.readings.add(read.request());
		}
		else if (effect instanceof Effect.Report<RaftMessage> report) {
			this.notices.add(report.notice());
		}
		else if (effect instanceof Effect.Grant<RaftMessage> granted) {
			this.grant = granted;
		}
	}

	/** Lets time pass; timers fire when they are due. */
	RaftNode pass(long duration) {
		long end = this.nanos + duration;
		NominationTimer next = next(end);
		while (next != null) {
			this.nanos = Math.max(this.nanos, this.timers.remove(next));
			feed(new Event.TimerFired<>(next));
			next = next(end);
		}
		this.nanos = end;
		return this;
	}

	/** Lets time pass while the loop is busy: what is due fires with the next step. */
	RaftNode skip(long duration) {
		this.nanos += duration;
		return this;
	}

	private @Nullable NominationTimer next(long end) {
		NominationTimer next = null;
		for (Map.Entry<NominationTimer, Long> each : this.timers.entrySet()) {
			if (each.getValue() <= end && (next == null || each.getValue() < this.timers.get(next))) {
				next = each.getKey();
			}
		}
		return next;
	}

	/** A member that has started once sends a message. */
	RaftNode receive(NodeId from, QuorumMessage message, @Nullable Position position) {
		return receive(from, message, position, 0);
	}

	RaftNode receive(NodeId from, QuorumMessage message, @Nullable Position position, long answers) {
		return feed(new Event.MessageReceived<>(new Envelope<>("cluster", "group", from, "identity-" + from,
				incarnationOf(from), election().fingerprint(), answers, new RaftMessage.Vote(message, position))));
	}

	static long incarnationOf(NodeId member) {
		return 10 + member.value().charAt(0);
	}

	RaftNode beat(NodeId leader, long term) {
		return receive(leader, new QuorumMessage.LeaderHeartbeat(term, term, 1, true, LEASE, 0, List.of()), null);
	}

	static QuorumMessage.ElectionProposal proposal(long term) {
		return new QuorumMessage.ElectionProposal(term, LEASE, null);
	}

	/** The application tells its position where another's question waits for it. */
	RaftNode tell(@Nullable Position position) {
		long request = this.readings.stream().filter(this::isForOthers).findFirst().orElseThrow();
		return tell(request, position);
	}

	/** The application tells its position where this node's own question waits for it. */
	RaftNode tellOwn(@Nullable Position position) {
		return tell(ownRequest(), position);
	}

	private RaftNode tell(long request, @Nullable Position position) {
		assertThat(this.readings.remove(request)).isTrue();
		return feed(new Event.PositionRead<>(request, position));
	}

	private boolean isForOthers(long request) {
		RaftState present = raftState();
		return present.claims().stream().anyMatch((each) -> each.request() == request)
				|| (present.due() != null && present.due().request() == request);
	}

	private long ownRequest() {
		Question question = raftState().question();
		return (question != null) ? question.request() : 0;
	}

	/** How often the application is being asked for the sake of others. */
	int readings() {
		return (int) this.readings.stream().filter(this::isForOthers).count();
	}

	/** How often the application is being asked for this node's own sake. */
	int ownReadings() {
		return (int) this.readings.stream().filter((each) -> each == ownRequest()).count();
	}

	/** The answers that left since last asked; what this node asks itself is left out. */
	List<Sent> takeAnswers() {
		return takeSent().stream().filter((each) -> !RaftNomination.isQuestion(each.message())).toList();
	}

	List<Sent> takeSent() {
		List<Sent> taken = List.copyOf(this.sent);
		this.sent.clear();
		return taken;
	}

	List<Notice> notices() {
		return this.notices;
	}

	boolean leads() {
		return this.grant != null;
	}

	long nanos() {
		return this.nanos;
	}

	long due(NominationTimer timer) {
		return this.timers.get(timer);
	}

	RaftState raftState() {
		return Objects.requireNonNull(this.state);
	}

	QuorumState election() {
		return raftState().election();
	}

	/**
	 * A message that left.
	 *
	 * @param to whom it is for
	 * @param message the message of the election below
	 * @param position what it claims, or null
	 */
	record Sent(NodeId to, QuorumMessage message, @Nullable Position position) {
	}

}
