package io.github.leaderelection.autoconfigure.gate;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.gate.method.GateOutcome;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.spring.LeaderOnly;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for the place of the gate among what else surrounds a method.
 */
class AdvisorOrderTests {

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
		.withUserConfiguration(JobsConfiguration.class);

	private final ApplicationContextRunner follower = this.runner.withPropertyValues("leader-election.enabled=false");

	@Test
	void skippedCallOpensNoTransaction() {
		this.follower.run((context) -> {
			context.getBean(Jobs.class).transactional();
			assertThat(context.getBean(Transactions.class).begun).hasValue(0);
		});
	}

	@Test
	void transactionIsOverWhenTheWorkEnds() {
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			context.getBean(Jobs.class).transactional();
			assertThat(context.getBean(Transactions.class).committed).hasValue(1);
		});
	}

	@Test
	void innermostGateIsAskedWithinTheTransaction() {
		this.follower.withPropertyValues("leader-election.gate.advisor-order=2147483647").run((context) -> {
			context.getBean(Jobs.class).transactional();
			assertThat(context.getBean(Transactions.class).begun).hasValue(1);
			assertThat(context.getBean(Jobs.class).calls()).isZero();
		});
	}

	@Test
	void answerOfASkippedCallIsNotCached() {
		this.follower.run((context) -> {
			assertThat(context.getBean(Jobs.class).cached("key")).isNull();
			assertThat(context.getBean(CacheManager.class).getCache("answers").get("key")).isNull();
		});
	}

	@Test
	void answerOfTheLeaderIsCachedAndTheGateIsAskedAllTheSame() {
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			Jobs jobs = context.getBean(Jobs.class);
			assertThat(jobs.cached("key")).isEqualTo("key 1");
			assertThat(jobs.cached("key")).isEqualTo("key 1");
			assertThat(context.getBean(GateStatistics.class).count("default", GateOutcome.ADMITTED)).isEqualTo(2);
		});
	}

	@Test
	void skippedCallIsNotTriedAgain() {
		this.follower.run((context) -> {
			context.getBean(Jobs.class).retried();
			assertThat(context.getBean(GateStatistics.class).count("default", GateOutcome.SKIPPED)).isEqualTo(1);
		});
	}

	@Test
	void everyTryAsksTheGateAnew() {
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			Jobs jobs = context.getBean(Jobs.class);
			assertThatIllegalStateException().isThrownBy(jobs::retried);
			assertThat(jobs.calls()).isEqualTo(3);
			assertThat(context.getBean(GateStatistics.class).count("default", GateOutcome.ADMITTED)).isEqualTo(3);
		});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@EnableCaching
	@EnableResilientMethods
	static class JobsConfiguration {

		@Bean
		Jobs jobs() {
			return new Jobs();
		}

		@Bean
		Transactions transactions() {
			return new Transactions();
		}

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager("answers");
		}

	}

	static class Jobs {

		private final AtomicInteger calls = new AtomicInteger();

		/** The object may be a proxy, whose own fields are empty. */
		int calls() {
			return this.calls.get();
		}

		@LeaderOnly
		@Transactional
		public void transactional() {
			this.calls.incrementAndGet();
		}

		@LeaderOnly
		@Cacheable("answers")
		public String cached(String key) {
			return key + " " + this.calls.incrementAndGet();
		}

		@LeaderOnly
		@Retryable(maxRetries = 2, delay = 1)
		public void retried() {
			this.calls.incrementAndGet();
			throw new IllegalStateException("again");
		}

	}

	static class Transactions extends AbstractPlatformTransactionManager {

		private static final long serialVersionUID = 1L;

		final transient AtomicInteger begun = new AtomicInteger();

		final transient AtomicInteger committed = new AtomicInteger();

		@Override
		protected Object doGetTransaction() {
			return new Object();
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			this.begun.incrementAndGet();
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			this.committed.incrementAndGet();
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			// nothing was written
		}

	}

}
