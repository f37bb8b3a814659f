package io.github.leaderelection.internal.actuate.metrics;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.actuate.metrics.LeaderElectionMeter.Tag;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.gate.method.GateOutcome;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.internal.gate.skipped.MissedRun;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.StoreUse;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one group, with counters of its own, so that several registries show the
 * same values. Registries hold this object weakly, so its creator must keep a reference.
 */
final class GroupMeters implements LeadershipListener {

	private static final Map<Notice, String> ELECTION_OUTCOMES = Map.of(Notice.ELECTION_WON, "WON",
			Notice.ELECTION_LOST, "LOST", Notice.SCOUTING_FAILED, "SCOUTING_FAILED");

	private final LeaderElector elector;

	private final ElectorInternals internals;

	private final GateStatistics gate;

	private final Map<RevocationReason, LongAdder> transitions = new EnumMap<>(RevocationReason.class);

	private final LongAdder suspected = new LongAdder();

	private final LongAdder down = new LongAdder();

	GroupMeters(LeaderElector elector, GateStatistics gate) {
		this.elector = elector;
		this.internals = ElectorInternals.of(elector);
		this.gate = gate;
		for (RevocationReason reason : RevocationReason.values()) {
			this.transitions.put(reason, new LongAdder());
		}
	}

	@Override
	public void onRevoked(Leadership leadership, RevocationReason reason) {
		transitions(reason).increment();
	}

	@Override
	public void onMemberChanged(NodeId member, MemberState state) {
		if (state == MemberState.SUSPECTED) {
			this.suspected.increment();
		}
		else if (state == MemberState.DOWN) {
			this.down.increment();
		}
	}

	/**
	 * Registers all meters at once, so that events without an occurrence show as zero.
	 */
	void bindTo(MeterRegistry registry) {
		Tags group = Tags.of(Tag.GROUP.asString(), this.elector.group());
		gauge(registry, LeaderElectionMeter.LEADING, group, (meters) -> meters.elector.isLeader() ? 1 : 0);
		gauge(registry, LeaderElectionMeter.TERM, group, (meters) -> meters.elector.status().term());
		timeGauge(registry, LeaderElectionMeter.LEADERLESS, group,
				(meters) -> seconds(meters.elector.status().leaderlessFor()));
		timeGauge(registry, LeaderElectionMeter.LEASE_REMAINING, group,
				(meters) -> seconds(meters.elector.status().leaseRemaining()));
		bindFlapping(registry, group);
		bindWork(registry, group);
		bindStore(registry, group);
		for (MemberState state : MemberState.values()) {
			gauge(registry, LeaderElectionMeter.MEMBERS, group.and(Tag.STATE.asString(), state.name()),
					(meters) -> meters.members(state));
		}
		counter(registry, LeaderElectionMeter.SUSPICIONS, group.and(Tag.STATE.asString(), MemberState.SUSPECTED.name()),
				(meters) -> meters.suspected.sum());
		counter(registry, LeaderElectionMeter.SUSPICIONS, group.and(Tag.STATE.asString(), MemberState.DOWN.name()),
				(meters) -> meters.down.sum());
		for (RevocationReason reason : RevocationReason.values()) {
			counter(registry, LeaderElectionMeter.TRANSITIONS, group.and(Tag.REASON.asString(), reason.name()),
					(meters) -> meters.transitions(reason).sum());
		}
		ELECTION_OUTCOMES.forEach((notice, outcome) -> counter(registry, LeaderElectionMeter.ELECTIONS,
				group.and(Tag.OUTCOME.asString(), outcome), (meters) -> meters.count(notice)));
		for (GateOutcome outcome : GateOutcome.values()) {
			counter(registry, LeaderElectionMeter.GATE, group.and(Tag.OUTCOME.asString(), outcome.name()),
					(meters) -> meters.gate.count(meters.elector.group(), outcome));
		}
		for (MissedRun run : MissedRun.values()) {
			counter(registry, LeaderElectionMeter.RUNS_MISSED, group.and(Tag.REASON.asString(), run.name()),
					(meters) -> meters.gate.count(meters.elector.group(), run));
		}
		counter(registry, LeaderElectionMeter.CONFLICTS, group, (meters) -> meters.count(Notice.CONFLICT));
		counter(registry, LeaderElectionMeter.POSITIONS_UNKNOWN, group,
				(meters) -> meters.count(Notice.POSITION_UNKNOWN));
	}

	/**
	 * Registers the store's meters at once: before the start, a store is not yet known.
	 */
	private void bindStore(MeterRegistry registry, Tags group) {
		counter(registry, LeaderElectionMeter.STORE_REQUESTS, group, (meters) -> meters.asked(StoreUse::requests));
		counter(registry, LeaderElectionMeter.STORE_UNANSWERED, group, (meters) -> meters.asked(StoreUse::unanswered));
	}

	private double asked(ToDoubleFunction<StoreUse> value) {
		return this.internals.storeUse().map((use) -> value.applyAsDouble(use)).orElse(0.0);
	}

	private void bindWork(MeterRegistry registry, Tags group) {
		gauge(registry, LeaderElectionMeter.WORK_ACTIVE, group, (meters) -> meters.elector.workInFlight().count());
		timeGauge(registry, LeaderElectionMeter.WORK_OLDEST, group,
				(meters) -> seconds(meters.elector.workInFlight().oldest()));
		gauge(registry, LeaderElectionMeter.WORK_OUTLIVING, group,
				(meters) -> meters.elector.workInFlight().outliving());
		counter(registry, LeaderElectionMeter.WORK_OUTLIVED, group,
				(meters) -> meters.elector.workInFlight().outlived());
	}

	private void bindFlapping(MeterRegistry registry, Tags group) {
		gauge(registry, LeaderElectionMeter.FLAPPING, group,
				(meters) -> meters.observed((seen) -> seen.ongoing() ? 1 : 0));
		gauge(registry, LeaderElectionMeter.CHANGES, group, (meters) -> meters.observed(Flapping::changes));
		timeGauge(registry, LeaderElectionMeter.GAP, group,
				(meters) -> meters.observed((seen) -> seconds(seen.longestGap())));
		timeGauge(registry, LeaderElectionMeter.STALL, group,
				(meters) -> meters.observed((seen) -> seconds(seen.longestStall())));
	}

	private double observed(ToDoubleFunction<Flapping> value) {
		return this.internals.flapping().map((seen) -> value.applyAsDouble(seen)).orElse(0.0);
	}

	private LongAdder transitions(RevocationReason reason) {
		LongAdder count = this.transitions.get(reason);
		if (count == null) {
			throw new IllegalStateException("No count for " + reason);
		}
		return count;
	}

	private long members(MemberState state) {
		return this.elector.status().members().stream().filter((member) -> member.state() == state).count();
	}

	private long count(Notice notice) {
		return this.internals.count(notice);
	}

	private static double seconds(@Nullable Duration duration) {
		return (duration != null) ? duration.toNanos() / 1e9 : 0;
	}

	private void gauge(MeterRegistry registry, LeaderElectionMeter meter, Tags tags,
			ToDoubleFunction<GroupMeters> value) {
		Gauge.builder(meter.getName(), this, value)
			.description(meter.getDescription())
			.tags(tags)
			.strongReference(true)
			.register(registry);
	}

	private void timeGauge(MeterRegistry registry, LeaderElectionMeter meter, Tags tags,
			ToDoubleFunction<GroupMeters> seconds) {
		TimeGauge.builder(meter.getName(), this, TimeUnit.SECONDS, seconds)
			.description(meter.getDescription())
			.tags(tags)
			.strongReference(true)
			.register(registry);
	}

	private void counter(MeterRegistry registry, LeaderElectionMeter meter, Tags tags,
			ToDoubleFunction<GroupMeters> count) {
		FunctionCounter.builder(meter.getName(), this, count)
			.description(meter.getDescription())
			.tags(tags)
			.register(registry);
	}

}
