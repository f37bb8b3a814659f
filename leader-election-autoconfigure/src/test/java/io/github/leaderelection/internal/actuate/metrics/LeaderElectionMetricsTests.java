package io.github.leaderelection.internal.actuate.metrics;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.actuate.Statuses;
import io.github.leaderelection.internal.actuate.StubElector;
import io.github.leaderelection.internal.actuate.StubNode;
import io.github.leaderelection.internal.actuate.TransportRefusals;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.gate.method.GateOutcome;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.internal.gate.skipped.MissedRun;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LeaderElectionMetricsTests {

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final Map<String, Long> refusals = new HashMap<>(Map.of("SECRET", 0L, "CLUSTER", 0L));

	@Test
	void whatHasNotHappenedShowsAsZero() {
		bind(new StubElector(Statuses.following("default")));
		assertThat(value("leading")).isZero();
		assertThat(value("lease.remaining")).isZero();
		assertThat(value("leaderless")).isZero();
		assertThat(value("conflicts")).isZero();
		assertThat(value("positions.unknown")).isZero();
		for (RevocationReason reason : RevocationReason.values()) {
			assertThat(value("transitions", "reason", reason.name())).as(reason.name()).isZero();
		}
		for (GateOutcome outcome : GateOutcome.values()) {
			assertThat(value("gate", "outcome", outcome.name())).as(outcome.name()).isZero();
		}
		for (MissedRun run : MissedRun.values()) {
			assertThat(value("runs.missed", "reason", run.name())).as(run.name()).isZero();
		}
		for (String outcome : List.of("WON", "LOST", "SCOUTING_FAILED")) {
			assertThat(value("elections", "outcome", outcome)).as(outcome).isZero();
		}
		assertThat(this.registry.get("leader.election.transport.refusals").tag("reason", "SECRET").meter().measure())
			.allSatisfy((measurement) -> assertThat(measurement.getValue()).isZero());
	}

	@Test
	void gaugesShowTheStatusOfTheMomentTheyAreRead() {
		StubElector elector = new StubElector(Statuses.leading("default"));
		bind(elector);
		assertThat(value("leading")).isEqualTo(1);
		assertThat(value("term")).isEqualTo(42);
		assertThat(value("lease.remaining")).isCloseTo(0.83, within(0.01));
		assertThat(value("members", "state", "UP")).isEqualTo(1);
		assertThat(value("members", "state", "DOWN")).isZero();
		elector.shows(Statuses.leaderless("default", Duration.ofMillis(1500)));
		assertThat(value("leading")).isZero();
		assertThat(value("leaderless")).isEqualTo(1.5);
	}

	@Test
	void suspicionsAreCounted() {
		StubElector elector = new StubElector(Statuses.leading("default"));
		bind(elector);
		NodeId member = NodeId.of("b");
		for (MemberState state : List.of(MemberState.UP, MemberState.SUSPECTED, MemberState.DOWN, MemberState.SUSPECTED,
				MemberState.UP)) {
			elector.listeners().forEach((listener) -> listener.onMemberChanged(member, state, 2));
		}
		assertThat(suspicions("SUSPECTED")).isEqualTo(2);
		assertThat(suspicions("DOWN")).isEqualTo(1);
	}

	private double suspicions(String state) {
		return this.registry.get("leader.election.suspicions").tag("state", state).functionCounter().count();
	}

	@Test
	void positionsThatWereNotToldAreCounted() {
		StubElector elector = new StubElector(Statuses.following("default"));
		bind(elector);
		elector.reports(Notice.POSITION_UNKNOWN, 4);
		assertThat(value("positions.unknown")).isEqualTo(4);
		assertThat(value("conflicts")).isZero();
	}

	@Test
	void whatFlapsIsMeasured() {
		StubElector elector = new StubElector(Statuses.following("default"));
		bind(elector);
		assertThat(value("flapping")).isZero();
		assertThat(value("gap")).isZero();
		elector.sees(new Flapping(true, 3, Duration.ofMinutes(10), Duration.ofMillis(2100), Duration.ofMillis(900),
				Duration.ofSeconds(1), null), 0, List.of());
		assertThat(value("flapping")).isEqualTo(1);
		assertThat(value("changes")).isEqualTo(3);
		assertThat(value("gap")).isEqualTo(2.1);
		assertThat(value("stall")).isEqualTo(0.9);
	}

	@Test
	void workInFlightIsMeasured() {
		StubElector elector = new StubElector(Statuses.following("default"));
		bind(elector);
		for (String meter : List.of("work.active", "work.oldest", "work.outliving", "work.outlived")) {
			assertThat(value(meter)).as(meter).isZero();
		}
		elector.runs(new WorkInFlight(3, Duration.ofMillis(4200), 1, 7, List.of()));
		assertThat(value("work.active")).isEqualTo(3);
		assertThat(value("work.oldest")).isEqualTo(4.2);
		assertThat(value("work.outliving")).isEqualTo(1);
		assertThat(value("work.outlived")).isEqualTo(7);
	}

	@Test
	void refusalsOfTheTransportAreCountedByReason() {
		bind(new StubElector(Statuses.leading("default")));
		this.refusals.put("CLUSTER", 3L);
		assertThat(this.registry.get("leader.election.transport.refusals")
			.tag("reason", "CLUSTER")
			.functionCounter()
			.count()).isEqualTo(3);
	}

	@Test
	void observersAreCountedNow() {
		AtomicInteger linked = new AtomicInteger();
		new LeaderElectionMetrics(new StubNode(new StubElector(Statuses.leading("default"))), new GateStatistics(),
				new TransportRefusals() {

					@Override
					public Map<String, Long> byReason() {
						return Map.of();
					}

					@Override
					public int observers() {
						return linked.get();
					}

				})
			.bindTo(this.registry);
		Gauge gauge = this.registry.get("leader.election.observers").gauge();
		assertThat(gauge.value()).isZero();
		linked.set(3);
		assertThat(gauge.value()).isEqualTo(3);
		linked.set(0);
		assertThat(gauge.value()).isZero();
	}

	@Test
	void everyMeterIsAsDocumented() {
		bind(new StubElector(Statuses.leading("default")), new StubElector(Statuses.leading("jobs")));
		Map<String, LeaderElectionMeter> documented = Arrays.stream(LeaderElectionMeter.values())
			.collect(Collectors.toMap(LeaderElectionMeter::getName, (meter) -> meter));
		Set<String> seen = new TreeSet<>();
		for (Meter meter : this.registry.getMeters()) {
			LeaderElectionMeter document = documented.get(meter.getId().getName());
			assertThat(document).as(meter.getId().toString()).isNotNull();
			assertThat(meter.getId().getTags()).extracting(Tag::getKey)
				.containsExactlyInAnyOrderElementsOf(
						Arrays.stream(document.getKeyNames()).map(KeyName::asString).toList());
			assertThat(meter.getId().getType()).isEqualTo(document.getType());
			assertThat(meter.getId().getDescription()).isEqualTo(document.getDescription()).isNotBlank();
			seen.add(document.getName());
		}
		assertThat(seen).isEqualTo(new TreeSet<>(documented.keySet()));
	}

	@Test
	void metersOfTwoGroupsStandSideBySide() {
		bind(new StubElector(Statuses.leading("default")), new StubElector(Statuses.following("jobs")));
		assertThat(this.registry.get("leader.election.leading").tag("group", "default").gauge().value()).isEqualTo(1);
		assertThat(this.registry.get("leader.election.leading").tag("group", "jobs").gauge().value()).isZero();
		assertThat(this.registry.get("leader.election.members").tag("group", "jobs").gauges())
			.hasSize(MemberState.values().length);
	}

	@Test
	void gaugesOutliveWhoeverBoundThem() {
		WeakReference<Object> garbage = new WeakReference<>(new Object());
		bind(new StubElector(Statuses.leading("default")));
		Awaitility.await().atMost(Standalone.PATIENCE).until(() -> {
			System.gc();
			return garbage.get() == null;
		});
		assertThat(value("leading")).isEqualTo(1);
		assertThat(value("term")).isEqualTo(42);
		assertThat(value("leaderless")).isZero();
		assertThat(value("members", "state", "UP")).isEqualTo(1);
	}

	@Test
	void aNodeThatIsElectedAndResignsIsCountedInEveryRegistry() {
		try (ElectionNode node = ElectionNodeBuilder.forNode(NodeId.of("a"))
			.group("default", GroupOptions.defaults().withLease(Duration.ofMinutes(1)))
			.build()) {
			LeaderElectionMetrics metrics = new LeaderElectionMetrics(node, new GateStatistics(), Map::of);
			MeterRegistry other = new SimpleMeterRegistry();
			metrics.bindTo(this.registry);
			metrics.bindTo(other);
			assertThat(value("leading")).isZero();
			node.start();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> value("leading") == 1);
			assertThat(value("elections", "outcome", "WON")).isEqualTo(1);
			assertThat(value("lease.remaining")).isPositive();
			node.elector("default").resign().toCompletableFuture().join();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> value("transitions", "reason", "RESIGNED") == 1);
			assertThat(other.get("leader.election.transitions").tag("reason", "RESIGNED").functionCounter().count())
				.isEqualTo(1);
			assertThat(value("transitions", "reason", "STOPPED")).isZero();
		}
	}

	private void bind(StubElector... electors) {
		new LeaderElectionMetrics(new StubNode(electors), new GateStatistics(), () -> this.refusals)
			.bindTo(this.registry);
	}

	private double value(String name, String... tags) {
		Meter meter = this.registry.get("leader.election." + name).tag("group", "default").tags(tags).meter();
		return meter.measure().iterator().next().getValue();
	}

}
