package io.github.leaderelection.internal.lease;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.lease.LeaseWorld.Faults;
import io.github.leaderelection.internal.lease.LeaseWorld.Node;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.spi.LeaseRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeaseRandomRunsTests {

	private static final int SEEDS = 1000;

	@Test
	void whateverGoesWrongOneLeadsAtATimeAndSomebodyInTheEnd() {
		int led = 0;
		for (long seed = 1; seed <= SEEDS; seed++) {
			led += run(seed);
		}
		assertThat(led).isGreaterThan(5 * SEEDS);
	}

	private static int run(long seed) {
		LeaseWorld world = new LeaseWorld(seed, 2 + (int) (seed % 3));
		for (Node node : world.nodes) {
			node.rate = 0.953 + 0.094 * world.random.nextDouble();
			node.wallOffset = world.random.nextInt(7_200_000) - 3_600_000;
		}
		world.start();
		world.faults = new Faults(20, 12, 15, 10);
		for (int i = 0; i < 60; i++) {
			world.run(5_000 * LeaseWorld.MILLI);
			disturb(world);
		}
		world.faults = Faults.NONE;
		for (Node node : world.nodes) {
			if (!node.isUp()) {
				node.start();
			}
			node.take(new Event.EligibilityChanged<>(0, true));
		}
		world.run(5 * LeaseWorld.LEASE);
		assertThat(world.leader()).as("a leader in the end, seed %s", seed).isNotNull();
		return world.grants;
	}

	private static void disturb(LeaseWorld world) {
		Node node = world.nodes.get(world.random.nextInt(world.nodes.size()));
		switch (world.random.nextInt(10)) {
			case 0 -> node.kill();
			case 1, 2 -> node.pause((long) (world.random.nextDouble() * 2 * LeaseWorld.LEASE));
			case 3 -> node.take(new Event.ResignRequested<>(1));
			case 4 -> node.take(new Event.TransferRequested<>(2, NodeId.of("n0")));
			case 5 -> node.take(new Event.EligibilityChanged<>(0, world.random.nextBoolean()));
			case 6 -> node.take(new Event.StoreChanged<>(world.random.nextBoolean() ? world.record() : null));
			case 7 -> world.register.put(null);
			case 8 -> node.wallOffset += world.random.nextInt(20_000) - 10_000;
			default -> {
				if (!node.isUp()) {
					node.start();
				}
			}
		}
	}

	@Test
	void aCopyThatIsPutBackMakesNoSecondLeaderAmongThoseThatSawLater() {
		for (long seed = 1; seed <= SEEDS; seed++) {
			LeaseWorld world = new LeaseWorld(seed, 3);
			world.start();
			world.run(3 * LeaseWorld.LEASE);
			LeaseRecord copy = world.record();
			Node leader = world.leader();
			assertThat(leader).isNotNull();
			leader.take(new Event.ResignRequested<>(1));
			world.run(LeaseWorld.LEASE);
			assertThat(world.leader()).isNotNull();
			world.register.put(copy);
			world.run(5 * LeaseWorld.LEASE);
			assertThat(world.leader()).as("seed %s", seed).isNotNull();
		}
	}

}
