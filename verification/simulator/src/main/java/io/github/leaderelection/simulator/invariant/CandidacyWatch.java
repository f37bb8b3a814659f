package io.github.leaderelection.simulator.invariant;

import java.util.Arrays;

/**
 * Who stands for election in one group: nobody that was told not to, and no witness.
 */
final class CandidacyWatch {

	private static final String RULE = "who is paused does not stand";

	private final Findings findings;

	private static final String NO_WITNESS = "a witness never leads";

	private final boolean[] eligible;

	private final boolean[] witness;

	CandidacyWatch(Findings findings, int size) {
		this.findings = findings;
		this.eligible = new boolean[size];
		this.witness = new boolean[size];
		Arrays.fill(this.eligible, true);
	}

	void started(int machine, boolean asWitness) {
		this.eligible[machine] = true;
		this.witness[machine] = asWitness;
	}

	void changed(int machine, boolean mayLead) {
		this.eligible[machine] = mayLead;
	}

	void scouts(int machine) {
		witness(machine, "scouts");
		if (!this.eligible[machine]) {
			this.findings.report(RULE, "n" + machine + " scouts though it was paused");
		}
	}

	/**
	 * A leader that gives up may have to raise its term in place until work has ended.
	 */
	void proposes(int machine, boolean leads) {
		witness(machine, "proposes itself");
		if (!this.eligible[machine] && !leads) {
			this.findings.report(RULE, "n" + machine + " proposes itself though it was paused");
		}
	}

	void granted(int machine, long token) {
		witness(machine, "is granted token " + token);
		if (!this.eligible[machine]) {
			this.findings.report(RULE, "n" + machine + " is granted token " + token + " though it was paused");
		}
	}

	private void witness(int machine, String what) {
		if (this.witness[machine]) {
			this.findings.report(NO_WITNESS, "n" + machine + " " + what + " though its priority is 0");
		}
	}

}
