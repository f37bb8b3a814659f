package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;

import io.github.leaderelection.system.assignments.AssignmentFault;
import io.github.leaderelection.system.assignments.AssignmentTrial;
import io.github.leaderelection.system.assignments.TrialResult;
import io.github.leaderelection.system.assignments.TrialSpec;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Faults on three processes that share 64 partitions, and then a rolling restart that
 * divides into 128: no partition and no key may have two owners.
 */
public final class AssignmentsBenchmark {

	private static final String STORE = "store";

	private static final String PERCENT = "percent";

	private static final String LEASE = "lease-ms";

	private static final String OWNERSHIP = "ownership-ms";

	private static final String BUSY = "busy-threads";

	private static final String SEED = "seed";

	private static final String MINUTES = "minutes";

	private static final Map<AssignmentFault, Integer> ALL = Map.of(AssignmentFault.WORKER_PAUSED, 100,
			AssignmentFault.LEADER_PAUSED, 30, AssignmentFault.KILLED, 30, AssignmentFault.TERMINATED, 20);

	private AssignmentsBenchmark() {
	}

	public static void main(String[] args) throws IOException {
		int drawn = RandomGenerator.getDefault().nextInt(1, 1_000_000);
		Options options = Options.parse("assignments", args,
				Map.of(PERCENT, 100, LEASE, 0, OWNERSHIP, 0, BUSY, 1, SEED, drawn, MINUTES, 600), Set.of(),
				Set.of(STORE));
		String store = options.texts().getOrDefault(STORE, "");
		int lease = number(options, LEASE, store.isEmpty() ? 1000 : 2000);
		int ownership = number(options, OWNERSHIP, store.isEmpty() ? 3000 : 4000);
		TrialSpec spec = new TrialSpec("benchmark-assignments" + (store.isEmpty() ? "" : "-" + store), store,
				Duration.ofMillis(lease), Duration.ofMillis(ownership), 64, options.number(BUSY));
		Random random = new Random(options.number(SEED));
		List<AssignmentFault> faults = faults(options.number(PERCENT), random);
		System.out.println("Seed " + options.number(SEED) + ", " + faults.size() + " faults, lease " + lease
				+ " ms, ownership " + ownership + " ms, " + (store.isEmpty() ? "peers" : store));
		Report report = new Report();
		try (AssignmentTrial trial = AssignmentTrial.start(spec, random)) {
			report.target("given up", runToTheEnd(trial, faults, options.number(MINUTES)) ? 0 : 1, 0);
			judge(report, trial.result());
		}
		report.print();
		report.write(options.json());
		System.exit((options.check() && !report.isMet()) ? 1 : 0);
	}

	private static int number(Options options, String name, int otherwise) {
		return (options.number(name) > 0) ? options.number(name) : otherwise;
	}

	private static List<AssignmentFault> faults(int percent, Random random) {
		List<AssignmentFault> faults = new ArrayList<>();
		new EnumMap<>(ALL).forEach(
				(fault, count) -> faults.addAll(Collections.nCopies((int) Math.ceil(count * percent / 100.0), fault)));
		Collections.shuffle(faults, random);
		return faults;
	}

	/** What happened until somebody owned nothing for too long is judged, too. */
	private static boolean runToTheEnd(AssignmentTrial trial, List<AssignmentFault> faults, int minutes) {
		try {
			strike(trial, faults, System.nanoTime() + Duration.ofMinutes(minutes).toNanos());
			trial.redivide(128);
			return true;
		}
		catch (AssertionError | ConditionTimeoutException ex) {
			System.out.println("GIVEN UP: " + ex.getMessage());
			return false;
		}
	}

	private static void strike(AssignmentTrial trial, List<AssignmentFault> faults, long end) {
		for (int i = 0; i < faults.size() && System.nanoTime() - end < 0; i++) {
			long begun = System.nanoTime();
			trial.inflict(faults.get(i));
			System.out.printf(Locale.ROOT, "%3d of %d: %-13s %6d ms%n", i + 1, faults.size(), faults.get(i),
					(System.nanoTime() - begun) / 1_000_000);
		}
	}

	private static void judge(Report report, TrialResult result) {
		result.overlaps().forEach((each) -> System.out.println("OVERLAP " + each));
		result.tokensOutOfOrder().forEach((each) -> System.out.println("TOKEN OUT OF ORDER " + each));
		result.ownedOn().forEach((each) -> System.out.println("OWNED ON " + each));
		result.rowsOutOfOrder().forEach((each) -> System.out.println("ROW OUT OF ORDER " + each));
		new EnumMap<>(result.faults()).forEach((fault, count) -> report.value(fault.name(), count));
		report.value("answers", result.answers());
		report.value("ownerships of partitions and keys", result.ownerships());
		report.value("rows", result.rows());
		report.value("writes refused", result.refused());
		report.target("overlaps", result.overlaps().size(), 0);
		report.target("tokens out of order", result.tokensOutOfOrder().size(), 0);
		report.target("owned on after a pause", result.ownedOn().size(), 0);
		report.target("rows doubled", result.doubled(), 0);
		report.target("rows out of order", result.rowsOutOfOrder().size(), 0);
	}

}
