package io.github.leaderelection.autoconfigure.gate;

import io.github.leaderelection.internal.gate.transaction.CommitCheck;
import io.github.leaderelection.internal.gate.transaction.OwnTransactions;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * {@link AutoConfiguration Auto-configuration} for transactions that only the leader
 * commits, by the check of a store.
 */
@AutoConfiguration
@ConditionalOnClass(PlatformTransactionManager.class)
public final class LeaderElectionTransactionAutoConfiguration {

	@Bean
	@ConditionalOnBean(CommitCheck.class)
	OwnTransactions leaderElectionTransactions(ObjectProvider<PlatformTransactionManager> managers, CommitCheck check) {
		return new OwnTransactions(managers::getIfUnique, check);
	}

}
