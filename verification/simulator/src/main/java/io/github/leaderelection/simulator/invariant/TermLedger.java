package io.github.leaderelection.simulator.invariant;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.Promise;

/**
 * S1 and S3 of one group: a term has one leader, and tokens rise in the order of grants.
 * Where these are not promised tokens rise all the same on each node, above all that it
 * has held or followed.
 */
final class TermLedger {

	private final Findings findings;

	private final Set<Promise> promised;

	private final Map<Long, Integer> leaders = new HashMap<>();

	private final long[] lastTerm;

	private final long[] lastToken;

	private final long[] known;

	private final long[] own;

	private long highestToken;

	private int grants;

	TermLedger(Findings findings, int size, Set<Promise> promised) {
		this.promised = promised;
		this.findings = findings;
		this.lastTerm = new long[size];
		this.lastToken = new long[size];
		this.known = new long[size];
		this.own = new long[size];
		Arrays.fill(this.lastTerm, -1);
	}

	/**
	 * A machine leads in a term.
	 */
	void leads(int machine, long term) {
		if (this.lastTerm[machine] == term) {
			return;
		}
		this.lastTerm[machine] = term;
		Integer other = this.leaders.putIfAbsent(term, machine);
		if (other != null && other != machine && this.promised.contains(Promise.S1)) {
			this.findings.report("S1", "n" + machine + " and n" + other + " both lead in term " + term);
		}
	}

	/**
	 * A machine holds a grant.
	 */
	void holds(int machine, long token, long term) {
		leads(machine, token);
		leads(machine, term);
		if (this.lastToken[machine] == token) {
			return;
		}
		this.lastToken[machine] = token;
		this.grants++;
		if (token <= this.highestToken && this.promised.contains(Promise.S3)) {
			this.findings.report("S3", "n" + machine + " is granted token " + token + " after token "
					+ this.highestToken + " was granted");
		}
		this.highestToken = Math.max(this.highestToken, token);
		if (token <= this.known[machine] || token <= this.own[machine]) {
			this.findings.report("tokens rise where they are known", "n" + machine + " is granted token " + token
					+ " though it followed " + this.known[machine] + " and held " + this.own[machine]);
		}
		this.own[machine] = token;
	}

	/**
	 * A machine follows a leader with a token. Whatever an election promises, it is
	 * granted higher ones only from then on.
	 */
	void follows(int machine, long token) {
		this.known[machine] = Math.max(this.known[machine], token);
	}

	/**
	 * A machine has forgotten all.
	 */
	void forget(int machine) {
		this.own[machine] = 0;
	}

	/**
	 * The last grant of a machine is over for good.
	 */
	void ended(int machine) {
		this.lastToken[machine] = 0;
		this.lastTerm[machine] = -1;
		this.known[machine] = 0;
	}

	int grants() {
		return this.grants;
	}

	long highestToken() {
		return this.highestToken;
	}

}
