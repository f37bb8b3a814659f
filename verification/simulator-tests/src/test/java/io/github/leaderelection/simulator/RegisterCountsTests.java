package io.github.leaderelection.simulator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.Metadata.Entry;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Completed;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Outcome;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.metadata.runtime.GroupRegister;
import io.github.leaderelection.internal.metadata.runtime.RegisterFactory;
import io.github.leaderelection.internal.metadata.runtime.RegisterFile;
import io.github.leaderelection.internal.metadata.runtime.RegisterListener;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.simulator.beside.ApplicationStart;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.ClusterSpec;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.MachineSpec;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.network.Conditions;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.replay.MetadataReplay;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.trace.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the register costs in a cluster without faults, and what it records.
 */
class RegisterCountsTests {

	private static final int NODES = 3;

	private static final int SEEDS = 200;

	private static final long MILLI = 1_000_000;

	private static final long LEASE = 1000 * MILLI;

	private static final long HEARTBEAT = 100 * MILLI;

	private static final long SAVE = MILLI;

	private static final long LONGEST = 2 * MILLI;

	private static final Conditions DRAWN = Conditions.calm(LONGEST).withLatency(MILLI / 2, LONGEST);

	/** What the register says delays nothing else. */
	private static final Conditions SAME = Conditions.calm(LONGEST);

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void aWriteIsCommittedAfterOneRoundTripAndOneSaveOnEachMember(long seed) {
		Cluster cluster = new Cluster(seed, true, DRAWN);
		cluster.elect();
		cluster.forget();
		Map<String, Integer> before = new TreeMap<>();
		cluster.write((completed) -> before.putAll(cluster.said));
		cluster.pass(LEASE);
		assertThat(before.keySet()).as("kinds of messages until then").containsExactly("Accepted", "Write");
		assertThat(cluster.said).as("messages in all")
			.isEqualTo(Map.of("Write", NODES - 1, "Accepted", NODES - 1, "Committed", NODES - 1, "Shown", NODES - 1));
		assertThat(cluster.pairs.values()).as("of one kind between two").containsOnly(1);
		assertThat(cluster.saves).hasSize(NODES);
		assertThat(cluster.saves.values()).containsOnly(1);
	}

	/** So the same of each kind, in each second, at rest and through an election. */
	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void anElectionSaysTheSameWithAndWithoutIt(long seed) {
		Cluster with = new Cluster(seed, true, SAME);
		Cluster without = new Cluster(seed, false, SAME);
		with.elect();
		without.elect();
		for (int i = 0; i < 30; i++) {
			with.forget();
			without.forget();
			if (i == 10) {
				assertThat(with.leader()).isEqualTo(without.leader());
				with.cluster.node(with.leader()).crash(Crash.KILLED);
				without.cluster.node(without.leader()).crash(Crash.KILLED);
			}
			with.pass(LEASE);
			without.pass(LEASE);
			assertThat(with.elections).as("second " + i).isEqualTo(without.elections).isNotEmpty();
			if (i != 10 && i != 11) {
				assertThat(with.said).as("of the register in second " + i).isEmpty();
			}
		}
		assertThat(with.leader()).isNotNegative();
	}

	/** With its file and without. */
	@Test
	void aMemberThatRestartsHasTheNewestValueWithinAHeartbeatOfItsLink() {
		for (long seed = 1; seed <= SEEDS; seed++) {
			Cluster cluster = new Cluster(seed, true, DRAWN);
			cluster.elect();
			int member = cluster.others().get((int) (seed % (NODES - 1)));
			cluster.cluster.node(member).crash(Crash.KILLED);
			if (seed % 2 == 0) {
				cluster.kept.remove(member);
			}
			cluster.pass(seed % 7 * HEARTBEAT / 7);
			LeaderSequenceNumber newest = cluster.write((completed) -> {
			});
			cluster.cluster.node(member).start(false);
			cluster.until(() -> cluster.cluster.network().linked(member, cluster.leader()));
			long linked = cluster.cluster.time().now();
			cluster.until(() -> newest.equals(cluster.shown(member)));
			assertThat(cluster.cluster.time().now() - linked).as("seed " + seed)
				.isLessThanOrEqualTo(HEARTBEAT + 5 * LONGEST);
		}
	}

	/** The last leader has followed another one before. */
	@Test
	void aTraceReplaysToWhatTheMemberAccepted() {
		Cluster cluster = new Cluster(1, true, DRAWN);
		cluster.elect();
		cluster.write((completed) -> {
		});
		cluster.cluster.node(cluster.leader()).crash(Crash.KILLED);
		cluster.pass(3 * LEASE);
		LeaderSequenceNumber newest = cluster.write((completed) -> {
		});
		cluster.pass(LEASE);
		IntStream.range(0, NODES).filter((node) -> cluster.cluster.node(node).isRunning()).forEach((node) -> {
			String trace = cluster.register(node).trace().orElseThrow();
			MetadataReplay replay = new MetadataReplay(trace.lines().toList());
			assertThat(replay.result().verdict()).startsWith("same as recorded");
			assertThat(replay.result().inputs()).isGreaterThan(10);
			assertThat(Objects.requireNonNull(replay.state()).replica().kept()).isEqualTo(cluster.kept.get(node));
			assertThat(replay.state().replica().kept().accepted().sequence()).isEqualTo(newest);
		});
	}

	@Test
	void aReplayFindsWhatIsOtherwise() {
		Cluster cluster = new Cluster(1, true, DRAWN);
		cluster.elect();
		String trace = cluster.register(cluster.leader()).trace().orElseThrow();
		List<String> lines = trace.replaceFirst("Send\\(to=\"n1\"", "Send(to=\"n2\"").lines().toList();
		assertThat(new MetadataReplay(lines).result().isSame()).isFalse();
	}

	/**
	 * Three members, with the register or without.
	 */
	private static final class Cluster implements ClusterObserver, ClusterObserver.Guests {

		private final SimulatedCluster cluster;

		private final Map<Integer, SavedMetadata> kept = new HashMap<>();

		private final Map<Integer, RegisterFactory> registers = new HashMap<>();

		/** How often members saved. */
		private final Map<Integer, Integer> saves = new TreeMap<>();

		/** Messages of the register by kind, and by kind between two members. */
		private final Map<String, Integer> said = new TreeMap<>();

		private final Map<String, Integer> pairs = new TreeMap<>();

		/** Messages of the election by kind. */
		private final Map<String, Integer> elections = new TreeMap<>();

		Cluster(long seed, boolean kept, Conditions latency) {
			this.cluster = new SimulatedCluster(new ClusterSpec(Collections.nCopies(NODES, MachineSpec.perfect(SAVE)),
					List.of("default"), latency, 1), Trace.off(), new Dice(seed));
			this.cluster.observe(this);
			if (kept) {
				this.cluster.invite(this);
			}
			IntStream.range(0, NODES)
				.forEach((node) -> this.cluster.node(node)
					.configure(List.of(ElectionSettings.of("cluster", "default", Machines.id(node), Machines.ids(NODES))
						.durable(true)
						.leaseNanos(LEASE)
						.heartbeatNanos(HEARTBEAT)
						.build())));
		}

		void elect() {
			IntStream.range(0, NODES).forEach((node) -> this.cluster.node(node).start(false));
			pass(3 * LEASE);
		}

		void pass(long nanos) {
			this.cluster.time().passUntil(() -> false, nanos);
		}

		void until(BooleanSupplier condition) {
			assertThat(this.cluster.time().passUntil(condition, 60 * LEASE)).isTrue();
		}

		int leader() {
			return IntStream.range(0, NODES)
				.filter((node) -> this.cluster.node(node).isRunning() && this.cluster.node(node).leads(0))
				.findFirst()
				.orElse(-1);
		}

		List<Integer> others() {
			int leader = leader();
			return IntStream.range(0, NODES).filter((node) -> node != leader).boxed().toList();
		}

		private GroupRegister register(int node) {
			return Objects.requireNonNull(Objects.requireNonNull(this.registers.get(node)).present());
		}

		LeaderSequenceNumber shown(int node) {
			return register(node).snapshot().shown().sequence();
		}

		/** Writes, and waits for the answer. */
		LeaderSequenceNumber write(Consumer<Completed> told) {
			int leader = leader();
			Metadata committed = Objects.requireNonNull(register(leader).committed());
			List<Completed> answer = new ArrayList<>();
			this.cluster.node(leader)
				.application()
				.run(() -> register(leader).write(committed.sequence(), List.of(new Entry("k", "v")))
					.thenAccept((completed) -> {
						told.accept(completed);
						answer.add(completed);
					}));
			until(() -> !answer.isEmpty());
			assertThat(answer.get(0).outcome()).isEqualTo(Outcome.COMMITTED);
			return Objects.requireNonNull(answer.get(0).sequence());
		}

		void forget() {
			List.of(this.saves, this.said, this.pairs, this.elections).forEach(Map::clear);
		}

		@Override
		public List<ExtensionFactory> of(int machine, NodeClock clock, LeaderElector elector) {
			ApplicationStart start = new ApplicationStart(this.cluster.node(machine), elector);
			RegisterFactory factory = new RegisterFactory((settings) -> new RegisterFile() {

				@Override
				public SavedMetadata load() {
					return Cluster.this.kept.getOrDefault(machine, SavedMetadata.BLANK);
				}

				@Override
				public void save(SavedMetadata state) {
					Cluster.this.kept.put(machine, state);
					Cluster.this.saves.merge(machine, 1, Integer::sum);
				}

			}, (task) -> this.cluster.time().after(SAVE, () -> start.in(task)), new RegisterListener() {
			});
			this.registers.put(machine, factory);
			return List.of(factory);
		}

		@Override
		public void stop(int machine, Runnable stop) {
			stop.run();
		}

		@Override
		public void leaving(Transit transit) {
			String kind = transit.envelope().body().getClass().getSimpleName();
			if (transit.envelope().body() instanceof MetadataMessage) {
				this.said.merge(kind, 1, Integer::sum);
				this.pairs.merge("n" + transit.from() + " n" + transit.to() + " " + kind, 1, Integer::sum);
			}
			else {
				this.elections.merge(kind, 1, Integer::sum);
			}
		}

	}

}
