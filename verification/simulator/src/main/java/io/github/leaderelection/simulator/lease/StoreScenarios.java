package io.github.leaderelection.simulator.lease;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Directed scenarios of instances that lead by a lease: what a store does that forgets or
 * whose clock lags, and what is a matter of time led and of wasted requests.
 */
public final class StoreScenarios {

	private static final Map<String, Consumer<StoreStage>> SILENT = new LinkedHashMap<>();

	private static final Map<String, Consumer<StoreStage>> TELLING = new LinkedHashMap<>();

	static {
		DataLossScenarios.addTo(SILENT);
		StaleReadScenarios.addTo(SILENT);
		FairnessScenarios.addTo(SILENT, TELLING);
		ToldRenewals.addTo(TELLING);
		LongOutages.addTo(SILENT, TELLING);
		ShortOutages.addTo(SILENT);
		SuspendedMachines.addTo(SILENT);
		WrongStores.addTo(SILENT);
	}

	private StoreScenarios() {
	}

	/** The scenarios. */
	public static Set<String> names() {
		Map<String, Consumer<StoreStage>> all = new LinkedHashMap<>(SILENT);
		all.putAll(TELLING);
		return all.keySet();
	}

	/**
	 * Plays a scenario.
	 * @return what was not as expected, null if all was
	 * @throws IllegalArgumentException if there is no such scenario
	 */
	public static @Nullable String play(String name, long seed) {
		Consumer<StoreStage> scenario = SILENT.getOrDefault(name, TELLING.get(name));
		if (scenario == null) {
			throw new IllegalArgumentException("There is no scenario '" + name + "': use one of " + names());
		}
		try {
			scenario.accept(new StoreStage(seed, TELLING.containsKey(name)));
			return null;
		}
		catch (BrokenPromise ex) {
			return ex.getMessage();
		}
	}

}
