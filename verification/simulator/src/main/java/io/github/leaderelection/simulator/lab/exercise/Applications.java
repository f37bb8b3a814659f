package io.github.leaderelection.simulator.lab.exercise;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import org.jspecify.annotations.Nullable;

/**
 * What the applications on seven nodes do: each writes to three registers as long as its
 * elector answers that it leads. Nothing cuts them off from the registers and the lock
 * service.
 */
final class Applications {

	private static final long MILLI = 1_000_000;

	static final long WRITE_EVERY = 20 * MILLI;

	private static final long ONE_WAY = MILLI / 2;

	private static final long NO_TOKEN = 0;

	private final SevenNodes nodes;

	private final LockService lockService = new LockService();

	private final Register plain = new Register();

	private final Register locked = new Register();

	private final Register own = new Register();

	Applications(SevenNodes nodes) {
		this.nodes = nodes;
	}

	void begin() {
		for (int number = 1; number <= SevenNodes.SIZE; number++) {
			turn(this.nodes.node(number));
		}
	}

	private void turn(SimulatedNode node) {
		Leadership held = node.leadership(0);
		if (held != null) {
			write(node.index(), held.fencingToken());
		}
		this.nodes.stage().time().after(WRITE_EVERY, () -> turn(node));
	}

	/**
	 * A leader that has no token of the lock service yet asks for one, and writes later.
	 */
	private void write(int node, long grant) {
		Long token = this.lockService.token(node, grant);
		if (token == null) {
			this.nodes.stage().time().after(ONE_WAY, () -> this.lockService.lock(node, grant));
			return;
		}
		this.nodes.stage().time().after(ONE_WAY, () -> {
			long at = this.nodes.now();
			this.plain.write(at, node, NO_TOKEN);
			this.locked.write(at, node, token);
			this.own.write(at, node, grant);
		});
	}

	/** The token the lock service gave to a leader, null if it was not asked. */
	@Nullable Long lockToken(int node, long grant) {
		return this.lockService.token(node, grant);
	}

	/** Writes without a token. */
	Register plain() {
		return this.plain;
	}

	/** Writes under the tokens of the lock service. */
	Register locked() {
		return this.locked;
	}

	/** Writes under the fencing tokens of the election. */
	Register own() {
		return this.own;
	}

}
