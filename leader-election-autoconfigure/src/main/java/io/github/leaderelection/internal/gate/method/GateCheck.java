package io.github.leaderelection.internal.gate.method;

import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Checks after the creation of all beans that each leader-only method names a configured
 * group. Also checks that required transactions are possible. With leader election
 * disabled, it warns whether the methods run.
 */
public final class GateCheck implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Runnable check;

	private GateCheck(Runnable check) {
		this.check = check;
	}

	/**
	 * Creates the check for enabled leader election.
	 */
	public static GateCheck ofEnabled(LeaderOnlyMethods methods, Supplier<LeaderElectorRegistry> registry,
			Supplier<LeaderTransactions> transactions) {
		return new GateCheck(() -> {
			methods.allBeansAreMade();
			requireGroups(methods, registry.get());
			requireTransactions(methods, transactions);
		});
	}

	/**
	 * Creates the check for disabled leader election.
	 * @param open whether the methods run nevertheless
	 */
	public static GateCheck ofDisabled(LeaderOnlyMethods methods, boolean open) {
		return new GateCheck(() -> {
			methods.allBeansAreMade();
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
						"names the unknown group '" + operation.group() + "'; the groups are " + registry.groups(),
						"Add the line 'leader-election.groups." + operation.group()
								+ ":' with nothing behind it, or name one of these");
			}
		}
	}

	private static void requireTransactions(LeaderOnlyMethods methods, Supplier<LeaderTransactions> transactions) {
		for (GatedOperation operation : methods.found()) {
			LeaderTransactions.Obstacle obstacle = operation.transactional() ? transactions.get().obstacle() : null;
			if (obstacle != null) {
				throw new UngatableMethodException(operation.method(), obstacle.problem(), obstacle.remedy());
			}
		}
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.check.run();
	}

}
