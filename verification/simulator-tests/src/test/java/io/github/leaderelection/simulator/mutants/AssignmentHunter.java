package io.github.leaderelection.simulator.mutants;

import io.github.leaderelection.simulator.assignment.directed.AssignmentScenarios;
import org.jspecify.annotations.Nullable;

/**
 * Plays directed scenarios of assignments with the classes of the class loader it was
 * loaded by. Public, for the class that makes it is of another class loader.
 */
public final class AssignmentHunter implements Hunter {

	/**
	 * A hunter.
	 * @param algorithm the name of the protocol, which is known
	 */
	public AssignmentHunter(String algorithm) {
	}

	@Override
	public @Nullable Catch play(String scenario) {
		String broken = AssignmentScenarios.play(scenario);
		if (broken == null) {
			return null;
		}
		return new Catch(scenario, broken.startsWith("expected: ") ? broken : broken.substring(0, broken.indexOf(':')),
				broken);
	}

	@Override
	public @Nullable Catch play(long seed) {
		return null;
	}

	@Override
	public double clusterSeconds() {
		return 0;
	}

}
