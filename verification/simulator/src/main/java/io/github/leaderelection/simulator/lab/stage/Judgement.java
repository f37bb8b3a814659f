package io.github.leaderelection.simulator.lab.stage;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.Promise;
import io.github.leaderelection.simulator.invariant.Findings;
import org.jspecify.annotations.Nullable;

/**
 * Which promises were broken in a run: the invariants find out what can be seen at any
 * instant, and L1 and L2 where the scenario has brought about what these need. For use by
 * one thread.
 */
public final class Judgement {

	private final Stage stage;

	private final Findings findings;

	private @Nullable Leadership judged;

	Judgement(Stage stage, Findings findings) {
		this.stage = stage;
		this.findings = findings;
	}

	/** Says whose leadership L2 is judged by from now on. */
	public boolean begin(int node) {
		this.judged = this.stage.node(node).application().elector(0).leadership().orElse(null);
		return this.judged != null;
	}

	/**
	 * Whether a promise was broken: L1, if nobody leads now, L2, if the leadership that
	 * is judged has ended.
	 */
	public boolean isBroken(Promise promise) {
		boolean unled = promise == Promise.L1 && this.stage.leader() < 0;
		boolean deposed = promise == Promise.L2 && this.judged != null && !this.judged.isValid();
		if (unled || deposed) {
			this.findings.report(promise.name(), unled ? "nobody leads" : this.judged + " has ended");
		}
		return this.findings.broken().contains(promise.name());
	}

}
