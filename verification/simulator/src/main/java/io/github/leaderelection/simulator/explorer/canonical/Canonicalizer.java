package io.github.leaderelection.simulator.explorer.canonical;

import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;

/**
 * Writes states in their canonical form. The election cannot tell the form from the state
 * it made.
 */
public final class Canonicalizer {

	private final Bounds bounds;

	private final FactNumbers facts;

	public Canonicalizer(Bounds bounds, FactNumbers facts) {
		this.bounds = bounds;
		this.facts = facts;
	}

	/**
	 * Writes a state anew.
	 * @param elapsedNanos by how much the node's clock moved since it read 0
	 * @return the state, its key and its names
	 */
	public Rewritten rewrite(QuorumState before, long elapsedNanos) {
		CanonicalForm form = new CanonicalForm(this.bounds, elapsedNanos, new CanonicalKey(this.facts));
		QuorumState written = new ExploredState(before).canonical(form);
		return new Rewritten(written, form.key(), form.naming(Questions.of(before)));
	}

	/**
	 * Writes a lease anew.
	 * @param elapsedNanos by how much the node's clock moved since it read 0
	 */
	public Lease rewrite(Lease lease, long elapsedNanos, CanonicalKey key) {
		return ExploredState.canonical(lease, new CanonicalForm(this.bounds, elapsedNanos, key));
	}

	/**
	 * A state that was written anew.
	 *
	 * @param key equal for equal states only
	 */
	public record Rewritten(QuorumState state, CanonicalKey key, Naming naming) {
	}

}
