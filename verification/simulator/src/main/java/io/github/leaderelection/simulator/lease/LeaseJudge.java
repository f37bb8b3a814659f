package io.github.leaderelection.simulator.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Judges what instances say: one leads at a time, tokens rise from grant to grant, none
 * leads for longer than the store has confirmed, and each grant has one revocation. Only
 * for a lease after the store has forgotten what it acknowledged may more lead, one for
 * each time it has done so.
 */
final class LeaseJudge {

	private final List<LeaseProcess> processes = new ArrayList<>();

	private final Map<Integer, Long> held = new TreeMap<>();

	/** What a listener throws, the elector catches: so it is kept. */
	private @Nullable String broken;

	private long highest;

	private long grants;

	private final Consumer<String> trace;

	private final LongSupplier excused;

	private int most;

	private long ledNanos;

	private long checkedAt;

	private boolean led;

	private boolean tolerant;

	/**
	 * A judge.
	 * @param excused how often the store has forgotten something within the last lease
	 */
	LeaseJudge(Consumer<String> trace, LongSupplier excused) {
		this.trace = trace;
		this.excused = excused;
	}

	/** Tokens are above this from the beginning. */
	void above(long token) {
		this.highest = token;
	}

	/** From now on tokens need not rise. */
	void tolerateTokens() {
		this.tolerant = true;
	}

	/** How many led at a time, at most. */
	int most() {
		return this.most;
	}

	/** For how long somebody has led. */
	long ledNanos() {
		return this.ledNanos;
	}

	int number(LeaseProcess process) {
		return this.processes.indexOf(process);
	}

	void add(LeaseProcess process) {
		this.processes.add(process);
	}

	/** Whether something is so of each process that is up. */
	boolean allUp(Predicate<LeaseProcess> so) {
		return this.processes.stream().filter(LeaseProcess::isUp).allMatch(so);
	}

	long grants() {
		return this.grants;
	}

	void granted(LeaseProcess process, long token) {
		this.trace.accept(process + " is granted " + token);
		if (token <= this.highest && !this.tolerant) {
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

	/** Says that a promise is broken, which the next check throws. */
	void broken(String what) {
		if (this.broken == null) {
			this.broken = what;
		}
	}

	void check(long now) {
		if (this.broken != null) {
			throw new BrokenPromise(this.broken);
		}
		List<LeaseProcess> leaders = new ArrayList<>(1);
		for (LeaseProcess process : this.processes) {
			if (process.leads()) {
				leaders.add(process);
			}
			if (process.outlivesItsWrites()) {
				throw new BrokenPromise("S2: " + process + " leads for longer than the store confirmed");
			}
		}
		this.ledNanos += this.led ? now - this.checkedAt : 0;
		this.checkedAt = now;
		this.led = !leaders.isEmpty();
		this.most = Math.max(this.most, leaders.size());
		if (leaders.size() > 1 && leaders.size() > 1 + this.excused.getAsLong()) {
			throw new BrokenPromise("S2: " + leaders + " lead");
		}
	}

}
