package io.github.leaderelection.simulator.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Judges what instances say: one leads at a time, tokens rise from grant to grant, and
 * each grant has one revocation.
 */
final class LeaseJudge {

	private final List<LeaseProcess> processes = new ArrayList<>();

	private final Map<Integer, Long> held = new TreeMap<>();

	/** What a listener throws, the elector catches: so it is kept. */
	private @Nullable String broken;

	private long highest;

	private long grants;

	private final Consumer<String> trace;

	LeaseJudge(Consumer<String> trace) {
		this.trace = trace;
	}

	int number(LeaseProcess process) {
		return this.processes.indexOf(process);
	}

	void add(LeaseProcess process) {
		this.processes.add(process);
	}

	long grants() {
		return this.grants;
	}

	void granted(LeaseProcess process, long token) {
		this.trace.accept(process + " is granted " + token);
		if (token <= this.highest) {
			broken("S3: " + process + " is granted " + token + " after " + this.highest);
		}
		this.highest = token;
		this.grants++;
		if (this.held.put(number(process), token) != null) {
			broken("one revocation a grant: " + process + " is granted twice");
		}
	}

	void revoked(LeaseProcess process, long token) {
		this.trace.accept(process + " is revoked " + token);
		Long was = this.held.remove(number(process));
		if (was == null || was != token) {
			broken("one revocation a grant: " + process + " is revoked " + token + ", not " + was);
		}
	}

	void died(LeaseProcess process) {
		this.held.remove(number(process));
	}

	private void broken(String what) {
		if (this.broken == null) {
			this.broken = what;
		}
	}

	void check() {
		if (this.broken != null) {
			throw new BrokenPromise(this.broken);
		}
		LeaseProcess leader = null;
		for (LeaseProcess process : this.processes) {
			if (process.leads()) {
				if (leader != null) {
					throw new BrokenPromise("S2: " + leader + " and " + process + " lead");
				}
				leader = process;
			}
		}
	}

}
