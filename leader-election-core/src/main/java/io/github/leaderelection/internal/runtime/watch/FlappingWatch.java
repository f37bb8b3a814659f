package io.github.leaderelection.internal.runtime.watch;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionStatus.LeadershipPeriod;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.flapping.Observations;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.flapping.FlappingSettings;
import io.github.leaderelection.internal.flapping.Silences;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.leadership.LeadershipHistory;
import io.github.leaderelection.internal.runtime.leadership.LeadershipPublisher;
import io.github.leaderelection.internal.runtime.leadership.ToldLeader;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Observes from one start to its stop whether leadership changes too often, why, and
 * whether one term has two leaders. Logs each once. Used only by the thread that runs the
 * loop, unless a method says otherwise.
 */
public final class FlappingWatch implements GroupExtension {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final int REMEMBERED = 8;

	/**
	 * A reader of a lease in a store sees a renewal each fifth of the lease, up to two
	 * fifths late. A leader that did not hand over in order was silent for longer.
	 */
	private static final double SILENCE_IN_A_STORE = 0.6;

	/** Heartbeats for which a leader is silent that is lost before another is known. */
	private static final double SILENCE_OF_THE_LOST = 1.5;

	private final ElectionSettings settings;

	private final LeadershipPublisher publisher;

	private final Silences silences;

	private final LeaseLosses losses;

	/** The record of another leader that the store showed last. */
	private @Nullable LeaseRecord renewal;

	/** The newest known leader, which may no longer lead. */
	private @Nullable LeaderInfo newest;

	/** The other node of which the event is a sign of life, null without one. */
	private @Nullable NodeId speaker;

	private boolean leaderless = true;

	private boolean warned;

	private volatile Observations observations;

	private volatile List<String> disagreements = List.of();

	public FlappingWatch(ElectionSettings settings, FlappingSettings flapping, LeadershipPublisher publisher) {
		this.settings = settings;
		this.publisher = publisher;
		long worth = (settings.members().size() > 1) ? settings.leaseNanos() / 2
				: (long) (settings.leaseNanos() * SILENCE_IN_A_STORE);
		this.silences = new Silences(worth, Math.min(worth, (long) (settings.heartbeatNanos() * SILENCE_OF_THE_LOST)),
				settings.quorum() - 1);
		this.losses = new LeaseLosses(settings, flapping.window());
		this.observations = new Observations(flapping, settings.leaseNanos(), settings.heartbeatNanos(),
				settings.maxClockDrift());
	}

	/** For any thread. */
	public Flapping flapping(long monotonicNanos) {
		return this.observations.at(monotonicNanos);
	}

	/** For any thread. */
	public List<String> disagreements() {
		return this.disagreements;
	}

	/** Returns the lease record in an event of a store, null for other events. */
	private static @Nullable LeaseRecord shown(Event<?> event) {
		if (event instanceof Event.StoreChanged<?> changed) {
			return changed.record();
		}
		if (!(event instanceof Event.StoreAnswered<?> answered)) {
			return null;
		}
		return (answered.answer() instanceof LeaseStore.Answer.Held held) ? held.record()
				: (answered.answer() instanceof LeaseStore.Answer.Free free) ? free.record() : null;
	}

	private static @Nullable NodeId holder(@Nullable LeaseRecord record) {
		return (record != null && record.isLegal()) ? record.holder() : null;
	}

	/** For any thread what it offers to any. */
	public Silences silences() {
		return this.silences;
	}

	/** Takes an event before the election does, which may end a leadership by it. */
	public void arrived(Event<?> event, long monotonicNanos) {
		this.speaker = null;
		if (event instanceof Event.MessageReceived<?> received) {
			heard(received.envelope().from(), received.envelope().incarnation(), monotonicNanos);
		}
		else if (event instanceof Event.PeerConnected<?> connected) {
			this.silences.linked(connected.peer(), monotonicNanos);
		}
		else if (event instanceof Event.PeerDisconnected<?> disconnected) {
			this.silences.unlinked(disconnected.peer());
		}
		else {
			shown(shown(event), monotonicNanos);
		}
	}

	@Override
	public void handled(Event<?> event, long monotonicNanos) {
		if (event instanceof Event.LoopLate<?> late) {
			this.observations = this.observations.stalled(late.lateNanos(), monotonicNanos);
		}
		NodeId heard = this.speaker;
		if (heard != null) {
			this.silences.handled(heard, isOf(this.publisher.known().leader(), heard));
		}
	}

	/** Counts each renewal and the release by another leader as signs of life. */
	private void shown(@Nullable LeaseRecord record, long monotonicNanos) {
		NodeId holder = holder(record);
		LeaseRecord before = this.renewal;
		if (record == null || holder == null || holder.equals(this.settings.self())
				|| before != null && before.version().equals(record.version())) {
			return;
		}
		this.renewal = record;
		heard(holder, record.incarnation(), monotonicNanos);
		if (record.free()) {
			this.silences.released(holder);
		}
	}

	private void heard(NodeId from, long incarnation, long monotonicNanos) {
		this.speaker = from;
		long gap = this.silences.heard(from, incarnation, isOf(this.publisher.known().leader(), from), monotonicNanos);
		if (gap > 0) {
			this.observations = this.observations.silent(gap, monotonicNanos);
		}
	}

	private static boolean isOf(@Nullable LeaderInfo leader, NodeId member) {
		return leader != null && leader.id().equals(member);
	}

	/** Checks whether the leader changed, or whether flapping calmed down. */
	@Override
	public long check(long monotonicNanos) {
		ToldLeader known = this.publisher.known();
		LeaderInfo leader = known.leader();
		LeaderInfo before = this.newest;
		if (leader != before && !this.leaderless && before != null && isOwn(before)) {
			ownLeadershipEnded(before, known, leader != null, monotonicNanos);
		}
		if (leader != null && leader != before) {
			this.newest = leader;
			if (before != null) {
				follows(before, leader, known, monotonicNanos);
			}
			if (isOwn(leader)) {
				this.silences.leads();
			}
		}
		this.leaderless = leader == null;
		if (this.warned) {
			sayIfCalm(monotonicNanos);
		}
		return NEVER;
	}

	private void ownLeadershipEnded(LeaderInfo before, ToldLeader known, boolean succeeded, long monotonicNanos) {
		LeadershipPeriod ended = last(succeeded ? known.history().withoutNewest() : known.history(), before);
		RevocationReason reason = (ended != null) ? ended.reason() : null;
		if (reason == RevocationReason.LEASE_EXPIRED && !succeeded) {
			this.silences.quorumLost(monotonicNanos);
		}
		if (reason == RevocationReason.LEASE_EXPIRED || reason == RevocationReason.STALLED) {
			String warning = this.losses.lost(reason, this.observations.advisedAfterLoss(monotonicNanos),
					monotonicNanos);
			if (warning != null) {
				logger.warn("Group '{}', node {}: {}", this.settings.group(), this.settings.self(), warning);
			}
		}
	}

	private boolean isOwn(LeaderInfo leader) {
		return leader.id().equals(this.settings.self());
	}

	private void follows(LeaderInfo before, LeaderInfo leader, ToldLeader known, long monotonicNanos) {
		compare(before, leader);
		if (!known.names(before) && !isOrderly(before, known)) {
			changed(monotonicNanos);
		}
	}

	private static @Nullable LeadershipPeriod last(LeadershipHistory history, LeaderInfo of) {
		List<LeadershipPeriod> periods = history.periods();
		for (int i = periods.size() - 1; i >= 0; i--) {
			if (periods.get(i).leader().equals(of.id())) {
				return periods.get(i);
			}
		}
		return null;
	}

	private void changed(long monotonicNanos) {
		this.observations = this.observations.changed(monotonicNanos);
		Flapping flapping = this.observations.at(monotonicNanos);
		if (flapping.ongoing() && !this.warned) {
			this.warned = true;
			logger.warn("Group '{}', node {}: leadership flaps: {}", this.settings.group(), this.settings.self(),
					flapping.describe());
		}
	}

	/**
	 * Whether a leadership ended in order. A node knows why its own ended. Another's did
	 * if its leader had not fallen silent: a leader that hands over is heard to the end.
	 */
	private boolean isOrderly(LeaderInfo before, ToldLeader known) {
		// without the leadership that has just begun: it may be of the same node
		LeadershipPeriod ended = last(known.history().withoutNewest(), before);
		if (!isOwn(before)) {
			boolean silent = ended != null && ended.silence() != null;
			this.silences.succeeded(before.id(), silent);
			return !silent;
		}
		RevocationReason reason = (ended != null) ? ended.reason() : null;
		return reason == RevocationReason.RESIGNED || reason == RevocationReason.TRANSFERRED
				|| reason == RevocationReason.PREEMPTED || reason == RevocationReason.STOPPED
				|| reason == RevocationReason.INELIGIBLE;
	}

	private void sayIfCalm(long monotonicNanos) {
		Flapping flapping = this.observations.at(monotonicNanos);
		if (!flapping.ongoing()) {
			this.warned = false;
			logger.info("Group '{}', node {}: leadership flaps no more", this.settings.group(), this.settings.self());
		}
	}

	/** Reports a term for which two different leaders were named. */
	private void compare(LeaderInfo before, LeaderInfo leader) {
		if (leader.term() == 0 || before.term() != leader.term() || before.id().equals(leader.id())) {
			return;
		}
		String told = "'" + before.id() + "' and '" + leader.id() + "' are both named as leader of term "
				+ leader.term() + ": look for two nodes with one id or one state directory, or a state restored "
				+ "from a copy";
		if (this.disagreements.contains(told)) {
			return;
		}
		List<String> next = new ArrayList<>(this.disagreements);
		if (next.size() == REMEMBERED) {
			next.remove(0);
		}
		next.add(told);
		this.disagreements = List.copyOf(next);
		logger.error("Group '{}', node {}: {}", this.settings.group(), this.settings.self(), told);
	}

}
