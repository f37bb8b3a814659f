package io.github.leaderelection.autoconfigure.store;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.application.HandOverRehearsal;
import io.github.leaderelection.spi.LeaseStore;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} for the rehearsal of nodes that lead by a
 * lease in a store, whichever it is.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnProperty("leader-election.store")
@ConditionalOnBean(value = ElectionNode.class, search = SearchStrategy.CURRENT)
public final class LeaderElectionRehearsalAutoConfiguration {

	@Bean
	static EarlyLook leaderElectionEarlyLook() {
		return new EarlyLook();
	}

	@Bean
	HandOverRehearsal leaderElectionLeaseRehearsal(ObjectProvider<LeaseStore> stores) {
		return LeaseRehearsal.once(stores.orderedStream().toList());
	}

}
