package io.github.leaderelection.simulator.mutants;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nodefence.protocol.FenceDecision;
import io.github.leaderelection.internal.nodefence.protocol.FenceSettings;
import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.internal.nodefence.protocol.Settling;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.simulator.Simulator;
import io.github.leaderelection.simulator.fault.plan.Result;
import io.github.leaderelection.simulator.invariant.Violation;
import org.jspecify.annotations.Nullable;

/**
 * Plays random runs in which former leaders are fenced, and one winner's steps, with the
 * classes of the class loader it was loaded by. Public, for the class that makes it is of
 * another class loader.
 */
public final class FenceHunter implements Hunter {

	private static final double NANOS_PER_SECOND = 1e9;

	private static final NodeId SELF = NodeId.of("s");

	private static final NodeId OTHER = NodeId.of("a");

	private long nanos;

	/**
	 * A hunter.
	 * @param algorithm the name of the protocol, which is known
	 */
	public FenceHunter(String algorithm) {
	}

	/**
	 * A winner works, lists itself, a former start of its own and a later leader, hears
	 * of an end that came before, and its fence confirms nothing: all stay unsettled.
	 */
	@Override
	public @Nullable Catch play(String scenario) {
		Settling settling = new Settling(new FenceSettings(SELF, 11, 1000, 10_000, 0), (token) -> token >= 3);
		settling.followed();
		settling.won(9, new Lease(0, 0, 1_000_000, 1000));
		Former earlier = new Former(OTHER, 4, 7);
		List<Former> listed = List.of(new Former(SELF, 11, 3), new Former(SELF, 3, 5), earlier,
				new Former(OTHER, 5, 12));
		List<FenceDecision> decided = new ArrayList<>(settling.synchronised(listed, new Now(0, 0)));
		decided.addAll(settling.ended(new Former(OTHER, 4, 6), new Now(0, 0)));
		for (long nanos = 0; nanos < 5000; nanos += 250) {
			List<FenceDecision> step = settling.review(new Now(nanos, 0));
			decided.addAll(step);
			if (step.contains(new FenceDecision.Fence(earlier))) {
				decided.addAll(settling.fenced(earlier, false, new Now(nanos, 0)));
			}
		}
		decided.removeIf((each) -> each instanceof FenceDecision.Ask
				|| each instanceof FenceDecision.Fence fence && fence.former().equals(earlier));
		boolean settled = settling.isSettled(9, 11, 3) || !settling.unsettled().equals(listed);
		return (settled || !decided.isEmpty())
				? new Catch(scenario, "fence", settling.unsettled() + " wait, and it decides " + decided) : null;
	}

	@Override
	public @Nullable Catch play(long seed) {
		Result result = Simulator.runFencedLease(seed, (line) -> {
		});
		this.nanos += result.nanos();
		if (result.violation() == null) {
			result = Simulator.runFenced(seed, Simulator.DEFAULT_NANOS, null);
			this.nanos += result.nanos();
		}
		Violation violation = result.violation();
		return (violation != null) ? new Catch("seed " + seed, violation.rule(), violation.description()) : null;
	}

	@Override
	public double clusterSeconds() {
		return this.nanos / NANOS_PER_SECOND;
	}

}
