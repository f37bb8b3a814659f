package io.github.leaderelection.internal.runtime.work;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.OutlivedLeadership;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.runtime.environment.Failures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs work that outlives its leadership, and reports the leadership to the application.
 */
public final class OutlivingWorkReport implements OutlivingWork {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** A line for each of thousands of calls would hide what matters. */
	private static final int MOST_LOGGED = 20;

	private final Supplier<NodeId> self;

	private final Consumer<OutlivedLeadership> onOutlived;

	public OutlivingWorkReport(Supplier<NodeId> self, Consumer<OutlivedLeadership> onOutlived) {
		this.self = self;
		this.onOutlived = onOutlived;
	}

	@Override
	public void runsOn(List<AdmittedWork> works, RevocationReason reason, long nowNanos) {
		Admission ended = works.get(0).leadership();
		for (AdmittedWork work : works.subList(0, Math.min(works.size(), MOST_LOGGED))) {
			logger.warn(
					"Group '{}': {} still runs on node {}, for {} by now, though its leadership with fencing token {} has "
							+ "ended ({}): another node may lead. Let it ask whether this node still leads between "
							+ "its steps, or be interrupted",
					ended.group(), work.name(), this.self.get(), work.age(nowNanos), ended.fencingToken(), reason);
		}
		if (works.size() > MOST_LOGGED) {
			logger.warn("Group '{}': {} more pieces of work still run on node {} though their leadership has ended",
					ended.group(), works.size() - MOST_LOGGED, this.self.get());
		}
		tell(new OutlivedLeadership(ended.group(), ended.fencingToken(), reason,
				works.stream().map(AdmittedWork::name).toList()));
	}

	private void tell(OutlivedLeadership grant) {
		try {
			this.onOutlived.accept(grant);
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			logger.error("Group '{}': what is to be done about work that outlives its leadership failed", grant.group(),
					ex);
		}
	}

	@Override
	public void ended(AdmittedWork work, long nowNanos) {
		Admission ended = work.leadership();
		logger.info("Group '{}': {} has ended on node {} after {}, {} after its leadership with fencing token {}",
				ended.group(), work.name(), this.self.get(), work.age(nowNanos),
				Duration.ofNanos(nowNanos - ended.endedNanos()), ended.fencingToken());
	}

}
