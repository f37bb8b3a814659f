package io.github.leaderelection.simulator.invariant;

import java.util.Arrays;

/**
 * Who stands for election in one group: nobody that was told not to.
 */
final class CandidacyWatch {

	private static final String RULE = "who is paused does not stand";

	private final Findings findings;

	private final boolean[] eligible;

	CandidacyWatch(Findings findings, int size) {
		this.findings = findings;
		this.eligible = new boolean[size];
		Arrays.fill(this.eligible, true);
	}

	void started(int machine) {
		this.eligible[machine] = true;
	}

	void changed(int machine, boolean mayLead) {
		this.eligible[machine] = mayLead;
	}

	void scouts(int machine) {
		if (!this.eligible[machine]) {
			this.findings.report(RULE, "n" + machine + " scouts though it was paused");
		}
	}

	/**
	 * A leader that gives up may have to raise its term in place until work has ended.
	 */
	void proposes(int machine, boolean leads) {
		if (!this.eligible[machine] && !leads) {
			this.findings.report(RULE, "n" + machine + " proposes itself though it was paused");
		}
	}

	void granted(int machine, long token) {
		if (!this.eligible[machine]) {
			this.findings.report(RULE, "n" + machine + " is granted token " + token + " though it was paused");
		}
	}

}
