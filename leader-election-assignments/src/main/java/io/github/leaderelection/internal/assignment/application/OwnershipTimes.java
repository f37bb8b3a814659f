package io.github.leaderelection.internal.assignment.application;

import java.time.Duration;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.node.GroupOptions;
import org.jspecify.annotations.Nullable;

/**
 * How long instances own partitions, as configured.
 *
 * @param lease null for the group's default
 * @param waiting null for the lease
 */
public record OwnershipTimes(@Nullable Duration lease, @Nullable Duration waiting) {

	private static final String LEASE = "leader-election.ownership.lease";

	private static final String WAIT = "leader-election.ownership.wait";

	/** In fewer, a change of the leader would end ownerships. */
	private static final int LEAST_LEASES = 2;

	private static final int LEASES_AMONG_PEERS = 3;

	/**
	 * The times in a group, both set.
	 * @throws InvalidElectionConfigurationException if one is too short for the group
	 */
	OwnershipTimes in(String group, GroupOptions options) {
		boolean stored = isStored(options);
		Duration least = options.lease().multipliedBy(LEAST_LEASES);
		Duration owned = (this.lease != null) ? this.lease
				: stored ? least : options.lease().multipliedBy(LEASES_AMONG_PEERS);
		if (owned.compareTo(least) < 0) {
			throw new InvalidElectionConfigurationException(LEASE, owned,
					"It is below two leases of group '" + group + "', so a change of the leader would end ownerships",
					"Use at least " + InvalidSettingException.text(least) + ", or leave it out");
		}
		Duration waited = (this.waiting != null) ? this.waiting : owned;
		if (waited.compareTo(owned) < 0) {
			throw new InvalidElectionConfigurationException(WAIT, waited,
					"It is below the ownership lease of " + InvalidSettingException.text(owned)
							+ ", so a partition would go to a second instance while the first still owns it",
					"Use at least that, or leave it out");
		}
		return new OwnershipTimes(owned, waited);
	}

	/** Whether the election of a group keeps its lease in a store. */
	static boolean isStored(GroupOptions options) {
		return Algorithm.named(options.algorithm()).is(Trait.NEEDS_STORE);
	}

}
