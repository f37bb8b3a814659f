package io.github.leaderelection.simulator.cluster;

import java.io.IOException;

import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStore;
import org.jspecify.annotations.Nullable;

/**
 * A store that ships, with somebody looking on.
 */
final class ObservedStore implements BallotStore {

	private final BallotStore store;

	private final SimulatedNode node;

	private final int group;

	ObservedStore(BallotStore store, SimulatedNode node, int group) {
		this.store = store;
		this.node = node;
		this.group = group;
	}

	@Override
	public @Nullable Ballot load() {
		Ballot ballot = this.store.load();
		if (ballot != null) {
			this.node.observer().saved(this.node, this.group, ballot);
		}
		return ballot;
	}

	@Override
	public void save(Ballot ballot) throws IOException {
		if (!this.store.isImmediate()) {
			this.node.saving();
		}
		this.store.save(ballot);
		this.node.observer().saved(this.node, this.group, ballot);
	}

	@Override
	public long saves() {
		return this.store.saves();
	}

	@Override
	public boolean isImmediate() {
		return this.store.isImmediate();
	}

	@Override
	public void secure() throws IOException {
		this.node.saving();
		this.store.secure();
	}

	@Override
	public void close() {
		this.store.close();
	}

}
