package io.github.leaderelection.simulator.explorer;

import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.quorum.ExploredState;
import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * Writes states in their canonical form. The election cannot tell the form from the state
 * it made.
 */
final class Rewriter {

	private final Bounds bounds;

	private final Facts facts;

	Rewriter(Bounds bounds, Facts facts) {
		this.bounds = bounds;
		this.facts = facts;
	}

	/**
	 * Writes a state anew.
	 * @param before the state
	 * @param elapsedNanos by how much the node's clock moved since it read 0
	 * @return the state, its key and its names
	 */
	Rewritten rewrite(QuorumState before, long elapsedNanos) {
		CanonicalForm form = new CanonicalForm(this.bounds, elapsedNanos, new Key(this.facts));
		QuorumState written = new ExploredState(before).canonical(form);
		return new Rewritten(written, form.key(), form.naming(Questions.of(before)));
	}

	/**
	 * Writes a lease anew.
	 * @param lease the lease
	 * @param elapsedNanos by how much the node's clock moved since it read 0
	 * @param key gets what tells it apart
	 * @return the lease
	 */
	Lease rewrite(Lease lease, long elapsedNanos, Key key) {
		return lease.canonical(new CanonicalForm(this.bounds, elapsedNanos, key));
	}

	/**
	 * A state that was written anew.
	 *
	 * @param state the state
	 * @param key equal for equal states only
	 * @param naming how rounds and heartbeats are called
	 */
	record Rewritten(QuorumState state, Key key, Naming naming) {
	}

}
