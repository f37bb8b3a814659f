package io.github.leaderelection.simulator.cluster;

import java.io.IOException;

import io.github.leaderelection.simulator.time.Moment;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStore;
import org.jspecify.annotations.Nullable;

/**
 * A store that ships, with somebody looking on. While it saves, the clocks of its machine
 * show the present again.
 */
final class ObservedStore implements BallotStore {

	private final BallotStore store;

	private final Surroundings surroundings;

	private final Moment moment;

	private final int machine;

	private final int group;

	ObservedStore(BallotStore store, Surroundings surroundings, Moment moment, int machine, int group) {
		this.store = store;
		this.surroundings = surroundings;
		this.moment = moment;
		this.machine = machine;
		this.group = group;
	}

	@Override
	public @Nullable Ballot load() {
		Ballot ballot = this.store.load();
		if (ballot != null) {
			this.surroundings.tell((observer) -> observer.saved(this.machine, this.group, ballot));
		}
		return ballot;
	}

	@Override
	public void save(Ballot ballot) throws IOException {
		if (!this.store.isImmediate()) {
			this.moment.catchUp();
		}
		this.store.save(ballot);
		this.surroundings.tell((observer) -> observer.saved(this.machine, this.group, ballot));
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
		this.moment.catchUp();
		this.store.secure();
	}

	@Override
	public void close() {
		this.store.close();
	}

}
