package io.github.leaderelection.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.OutlivedGrant;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.WorkInFlight.Piece;
import io.github.leaderelection.runtime.AdmittedWork.Phase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leader-only work of one group, under whichever grant it began: what runs, and what
 * of it runs on though its grant has ended. Safe for use from any thread.
 */
final class RunningWork {

	private static final Logger logger = LoggerFactory.getLogger(RunningWork.class);

	/** A line for each of thousands of calls would hide what matters. */
	static final int MOST_LOGGED = 20;

	private final String group;

	private final NodeId self;

	private final NodeClock clock;

	private final Consumer<OutlivedGrant> onOutlived;

	private final WorkTable table = new WorkTable();

	private final LongAdder outlived = new LongAdder();

	RunningWork(String group, NodeId self, NodeClock clock, Consumer<OutlivedGrant> onOutlived) {
		this.group = group;
		this.self = self;
		this.clock = clock;
		this.onOutlived = onOutlived;
	}

	void begun(AdmittedWork work) {
		this.table.add(work);
	}

	void ended(AdmittedWork work) {
		this.table.remove(work);
	}

	/** What runs at this instant. */
	WorkInFlight picture() {
		List<AdmittedWork> all = new ArrayList<>();
		List<AdmittedWork> outliving = new ArrayList<>();
		this.table.forEach((work) -> {
			Phase phase = work.phase();
			if (phase != Phase.ENDED) {
				all.add(work);
			}
			if (phase == Phase.OUTLIVING) {
				outliving.add(work);
			}
		});
		if (all.isEmpty()) {
			return new WorkInFlight(0, null, 0, this.outlived.sum(), List.of());
		}
		long now = this.clock.monotonicNanos();
		sort(all);
		List<Piece> longest = all.stream()
			.limit(WorkInFlight.SHOWN)
			.map((work) -> new Piece(work.name(), work.leadership().fencingToken(), age(work, now),
					outliving.contains(work)))
			.toList();
		return new WorkInFlight(all.size(), age(all.get(0), now), outliving.size(), this.outlived.sum(), longest);
	}

	/**
	 * Finds and tells what runs on. To be called once a grant has ended, after which
	 * nothing is admitted under it. Does not block.
	 */
	void outlive(GrantedLeadership ended, RevocationReason reason, long nowNanos) {
		List<AdmittedWork> works = new ArrayList<>();
		this.table.forEach((work) -> {
			if (work.leadership() == ended && work.outlive()) {
				this.outlived.increment();
				works.add(work);
			}
		});
		if (works.isEmpty()) {
			return;
		}
		sort(works);
		log(works, reason, nowNanos);
		tell(new OutlivedGrant(this.group, ended.fencingToken(), reason,
				works.stream().map(AdmittedWork::name).toList()));
	}

	private void log(List<AdmittedWork> works, RevocationReason reason, long nowNanos) {
		for (AdmittedWork work : works.subList(0, Math.min(works.size(), MOST_LOGGED))) {
			logger.warn(
					"Group '{}': {} still runs on node {}, for {} by now, though its grant with fencing token {} has "
							+ "ended ({}): another node may lead. Let it ask checkStillLeader() between its steps, or "
							+ "be interrupted",
					this.group, work.name(), this.self, age(work, nowNanos), work.leadership().fencingToken(), reason);
		}
		if (works.size() > MOST_LOGGED) {
			logger.warn("Group '{}': {} more pieces of work still run on node {} though their grant has ended",
					this.group, works.size() - MOST_LOGGED, this.self);
		}
	}

	private void tell(OutlivedGrant grant) {
		try {
			this.onOutlived.accept(grant);
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			logger.error("Group '{}': what is to be done about work that outlives its grant failed", this.group, ex);
		}
	}

	/** Tells that work that outlived its grant is over. */
	void outlivedEnded(AdmittedWork work) {
		long now = this.clock.monotonicNanos();
		logger.info("Group '{}': {} has ended on node {} after {}, {} after its grant with fencing token {}",
				this.group, work.name(), this.self, age(work, now),
				Duration.ofNanos(now - work.leadership().endedNanos()), work.leadership().fencingToken());
	}

	private static void sort(List<AdmittedWork> works) {
		// by difference, for the clock may wrap around
		works.sort((one, other) -> Long.signum(one.begunNanos() - other.begunNanos()));
	}

	private static Duration age(AdmittedWork work, long nowNanos) {
		return Duration.ofNanos(Math.max(0, nowNanos - work.begunNanos()));
	}

}
