package io.github.leaderelection.internal.gate.method;

import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Looks at the leader-only methods once all beans are there: each must name a group there
 * is, and where leader election is disabled somebody should know what that means.
 */
public final class GateCheck implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Runnable check;

	private GateCheck(Runnable check) {
		this.check = check;
	}

	/**
	 * The check where elections are held.
	 * @param methods knows the methods
	 * @param registry knows the groups
	 * @return the check
	 */
	public static GateCheck ofGroups(LeaderOnlyMethods methods, Supplier<LeaderElectorRegistry> registry) {
		return new GateCheck(() -> requireGroups(methods, registry.get()));
	}

	/**
	 * The check where leader election is disabled.
	 * @param methods knows the methods
	 * @param open whether the methods run nevertheless
	 * @return the check
	 */
	public static GateCheck ofDisabled(LeaderOnlyMethods methods, boolean open) {
		return new GateCheck(() -> {
			if (open) {
				logger
					.warn("Leader election is disabled (leader-election.enabled=false): {} leader-only methods RUN on "
							+ "this node (leader-election.gate.when-disabled=leader)", methods.found().size());
			}
			else {
				logger.warn(
						"Leader election is disabled (leader-election.enabled=false): {} leader-only methods do NOT "
								+ "run on this node (leader-election.gate.when-disabled=follower)",
						methods.found().size());
			}
		});
	}

	private static void requireGroups(LeaderOnlyMethods methods, LeaderElectorRegistry registry) {
		for (GatedOperation operation : methods.found()) {
			if (registry.find(operation.group()).isEmpty()) {
				throw new UngatableMethodException(operation.method(),
						"names the group '" + operation.group() + "', but there are only " + registry.groups(),
						"Add leader-election.groups." + operation.group() + " or name one of these");
			}
		}
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.check.run();
	}

}
