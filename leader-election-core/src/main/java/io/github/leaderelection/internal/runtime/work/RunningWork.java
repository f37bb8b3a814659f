package io.github.leaderelection.internal.runtime.work;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.WorkInFlight.Piece;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.work.AdmittedWork.Phase;

/**
 * Holds the running leader-only work of one group under all its leaderships, including
 * work that outlives its leadership. Safe for use from any thread.
 */
public final class RunningWork {

	private final NodeClock clock;

	private final WorkTable table;

	private final OutlivingWork outliving;

	private final LongAdder outlived = new LongAdder();

	public RunningWork(NodeClock clock, WorkTable table, OutlivingWork outliving) {
		this.clock = clock;
		this.table = table;
		this.outliving = outliving;
	}

	public void begun(AdmittedWork work) {
		this.table.add(work);
	}

	public void ended(AdmittedWork work) {
		this.table.remove(work);
	}

	/**
	 * Whether work runs that was admitted under a leadership. Called once its admission
	 * is closed: false then stays false.
	 */
	public boolean any(Admission leadership) {
		return this.table.holdsAny(leadership);
	}

	/**
	 * Whether work runs that was admitted under a fencing token or a lower one. Called
	 * once no more is admitted under any of them: false then stays false.
	 */
	public boolean anyUpTo(long fencingToken) {
		AtomicBoolean found = new AtomicBoolean();
		this.table.forEach((work) -> {
			if (work.leadership().fencingToken() <= fencingToken && work.phase() != Phase.ENDED) {
				found.set(true);
			}
		});
		return found.get();
	}

	/**
	 * Finds and reports work that runs on. Called once a leadership has ended, after
	 * which no work is admitted under it. Does not block.
	 */
	public void outlive(Admission ended, RevocationReason reason, long nowNanos) {
		List<AdmittedWork> works = new ArrayList<>();
		this.table.forEach((work) -> {
			if (work.leadership() == ended && work.outlive()) {
				works.add(work);
			}
		});
		if (!works.isEmpty()) {
			this.outlived.add(works.size());
			sort(works);
			this.outliving.runsOn(works, reason, nowNanos);
		}
	}

	/** Reports the end of work that outlived its leadership. */
	public void outlivedEnded(AdmittedWork work) {
		this.outliving.ended(work, this.clock.monotonicNanos());
	}

	/** Returns the work that runs at this instant. */
	public WorkInFlight picture() {
		List<AdmittedWork> all = new ArrayList<>();
		List<AdmittedWork> beyond = new ArrayList<>();
		this.table.forEach((work) -> {
			Phase phase = work.phase();
			if (phase != Phase.ENDED) {
				all.add(work);
			}
			if (phase == Phase.OUTLIVING) {
				beyond.add(work);
			}
		});
		if (all.isEmpty()) {
			return new WorkInFlight(0, null, 0, this.outlived.sum(), List.of());
		}
		long now = this.clock.monotonicNanos();
		sort(all);
		List<Piece> longest = all.stream()
			.limit(WorkInFlight.SHOWN)
			.map((work) -> new Piece(work.name(), work.leadership().fencingToken(), work.age(now),
					beyond.contains(work)))
			.toList();
		return new WorkInFlight(all.size(), all.get(0).age(now), beyond.size(), this.outlived.sum(), longest);
	}

	/** Compares by difference, for the clock may wrap around. */
	private static void sort(List<AdmittedWork> works) {
		works.sort((one, other) -> Long.signum(one.begunNanos() - other.begunNanos()));
	}

}
