package io.github.leaderelection.simulator;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;

/**
 * What is played while branches are counted. Public, for it is called from another class
 * loader.
 */
public final class CountedRuns {

	private static final int SHARE_OF_OTHERS = 50;

	private CountedRuns() {
	}

	/**
	 * Plays all directed scenarios.
	 */
	public static void playScenarios() {
		Simulator.scenarios().forEach(NamedScenario::run);
	}

	/**
	 * Runs a command.
	 * @param args the command that runs seeds, and its options
	 * @return what the command answers, and 1 at least if a kind of fault never struck
	 */
	public static int run(String... args) {
		String[] all = Arrays.copyOf(args, args.length + 2);
		all[args.length] = SimulatorMain.ALL_FAULTS;
		all[args.length + 1] = "1";
		return SimulatorMain.execute(all);
	}

	/**
	 * Runs the command with a fiftieth of the seeds for each election that stands on the
	 * default one.
	 * @param args the command that runs seeds, and its options
	 * @return 1 if a promise is broken, else 0
	 */
	public static int runOthers(String... args) {
		List<String> options = List.of(args);
		int at = options.indexOf("--seeds") + 1;
		int seeds = (at > 0 && at < args.length) ? Integer.parseInt(args[at]) / SHARE_OF_OTHERS : 0;
		int code = 0;
		for (String name : (seeds > 0) ? Algorithm.names() : Set.<String>of()) {
			if (Algorithm.named(name).is(Trait.LAYERED)) {
				code = Math.max(code,
						SimulatorMain.execute("run", "--seeds", Integer.toString(seeds), "--algorithm", name));
			}
		}
		return code;
	}

}
