package io.github.leaderelection.simulator.cluster;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.store.FileBallotStore;
import io.github.leaderelection.internal.store.InMemoryBallotStore;
import io.github.leaderelection.spi.BallotStore;

/**
 * Makes the parts of the library that a process is put together from.
 */
final class Installation {

	private Installation() {
	}

	static List<GroupElector> newElectors(SimulatedNode node, List<ElectionSettings> settings) {
		List<GroupElector> made = new ArrayList<>();
		String name = node.algorithm().name();
		for (ElectionSettings each : settings) {
			made.add(new GroupElector(name, each, node.processClock()));
		}
		return List.copyOf(made);
	}

	static List<BallotStore> openStores(SimulatedNode node, List<ElectionSettings> settings) {
		List<BallotStore> stores = new ArrayList<>();
		for (int i = 0; i < settings.size(); i++) {
			ElectionSettings each = settings.get(i);
			BallotStore store = each.durable() ? FileBallotStore.over(node.disk().open(i),
					each.self() + "/" + each.group(), each.cluster(), each.self(), each.group())
					: new InMemoryBallotStore();
			stores.add(new ObservedStore(store, node, i));
		}
		return stores;
	}

}
