package io.github.leaderelection.simulator;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.metadata.runtime.RegisterFile;
import io.github.leaderelection.internal.nodefence.runtime.FenceFactory;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.ClusterSpec;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.MachineSpec;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.network.Conditions;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.trace.Trace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three fenced members that all end, and start again.
 */
class FencedStopTests implements ClusterObserver.Guests {

	private static final int NODES = 3;

	private static final long SECOND = 1_000_000_000;

	private final SimulatedCluster cluster = new SimulatedCluster(
			new ClusterSpec(Collections.nCopies(NODES, MachineSpec.perfect(1_000_000)), List.of("default"),
					Conditions.calm(500_000), 1),
			Trace.off(), new Dice(1));

	private final Map<String, SavedMetadata> disks = new HashMap<>();

	private boolean alone = true;

	private long boot = 1;

	@BeforeEach
	void elect() {
		this.cluster.invite(this);
		nodes().forEach((node) -> node
			.configure(List.of(ElectionSettings.of("cluster", "default", Machines.id(node.index()), Machines.ids(NODES))
				.durable(true)
				.leaseNanos(SECOND)
				.heartbeatNanos(SECOND / 10)
				.build())));
		start();
		assertThat(leader()).isNotNull();
	}

	@Override
	public List<ExtensionFactory> of(int machine, NodeClock clock, LeaderElector elector) {
		return List.of(new FenceFactory(5 * SECOND, 0, (settings) -> file("register " + machine),
				(settings) -> file("led " + machine), () -> this.alone, this.boot, Runnable::run,
				(former, url) -> new CompletableFuture<>()));
	}

	@Override
	public void stop(int machine, Runnable stop) {
		stop.run();
	}

	private RegisterFile file(String name) {
		return new RegisterFile() {

			@Override
			public SavedMetadata load() {
				return FencedStopTests.this.disks.getOrDefault(name, SavedMetadata.BLANK);
			}

			@Override
			public void save(SavedMetadata state) {
				FencedStopTests.this.disks.put(name, state);
			}

		};
	}

	private List<SimulatedNode> nodes() {
		return IntStream.range(0, NODES).mapToObj(this.cluster::node).toList();
	}

	private SimulatedNode leader() {
		return nodes().stream().filter((node) -> node.isRunning() && node.leads(0)).findFirst().orElse(null);
	}

	private void start() {
		nodes().forEach((node) -> node.start(false));
		pass();
	}

	private void pass() {
		this.cluster.time().passUntil(() -> false, 30 * SECOND);
	}

	@Test
	void nextWinnerIsGrantedWhereAllHaveStopped() {
		for (int i = 0; i < NODES; i++) {
			SimulatedNode leader = leader();
			SimulatedNode next = (leader != null) ? leader
					: nodes().stream().filter(SimulatedNode::isRunning).findFirst().orElseThrow();
			next.stop();
			pass();
			assertThat(next.isRunning()).isFalse();
		}
		start();
		assertThat(leader()).isNotNull();
	}

	@Test
	void nextWinnerIsGrantedWhereAllStopAtOnce() {
		nodes().forEach(SimulatedNode::stop);
		pass();
		start();
		assertThat(leader()).isNotNull();
	}

	@Test
	void nextWinnerIsGrantedWhereAllWereKilledAndTheirProcessesHaveEnded() {
		nodes().forEach((node) -> node.crash(Crash.KILLED));
		pass();
		start();
		assertThat(leader()).isNotNull();
	}

	@Test
	void nobodyIsGrantedWhereTheProcessOfTheLeaderMayRun() {
		this.alone = false;
		nodes().forEach((node) -> node.crash(Crash.KILLED));
		pass();
		start();
		assertThat(leader()).isNull();
		this.alone = true;
		pass();
		assertThat(leader()).isNotNull();
	}

	/** Its directory may be attached there while the process runs on. */
	@Test
	void nobodyIsGrantedWhereTheLeaderStartsOnAnotherMachine() {
		nodes().forEach((node) -> node.crash(Crash.KILLED));
		this.boot = 2;
		pass();
		start();
		assertThat(leader()).isNull();
	}

	@Test
	void nobodyIsGrantedWhereWhatTheLeaderKeptIsLost() {
		nodes().forEach((node) -> node.crash(Crash.KILLED));
		this.disks.keySet().removeIf((each) -> each.startsWith("led"));
		pass();
		start();
		assertThat(leader()).isNull();
	}

}
