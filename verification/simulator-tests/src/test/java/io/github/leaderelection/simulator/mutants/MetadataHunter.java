package io.github.leaderelection.simulator.mutants;

import io.github.leaderelection.simulator.metadata.RegisterRuns;
import org.jspecify.annotations.Nullable;

/**
 * Plays runs of the register with the classes of the class loader it was loaded by.
 * Public, for the class that makes it is of another class loader.
 */
public final class MetadataHunter implements Hunter {

	private static final int RUNS = 600;

	/**
	 * A hunter.
	 * @param algorithm the name of the protocol, which is known
	 */
	public MetadataHunter(String algorithm) {
	}

	@Override
	public @Nullable Catch play(String scenario) {
		String broken = RegisterRuns.of(scenario).play(1, RUNS);
		return (broken != null) ? new Catch(scenario, "shown", broken) : null;
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
