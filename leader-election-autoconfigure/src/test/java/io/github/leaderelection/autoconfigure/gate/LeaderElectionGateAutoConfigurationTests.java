package io.github.leaderelection.autoconfigure.gate;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.lifecycle.ElectionLifecycle;
import io.github.leaderelection.internal.gate.method.GateOutcome;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.internal.gate.method.LeaderOnlyAdvisor;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import io.github.leaderelection.spring.NotLeaderException;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import org.aspectj.weaver.Advice;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LeaderElectionGateAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaderElectionGateAutoConfigurationTests {

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, TaskSchedulingAutoConfiguration.class))
		.withBean(Jobs.class);

	@Test
	void leaderOnlyMethodsRunOnTheLeader() {
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			Jobs jobs = context.getBean(Jobs.class);
			assertThat(jobs.list()).containsExactly("ran");
			assertThat(jobs.optional()).contains("ran");
			assertThat(context.getBean(GateStatistics.class).count("default", GateOutcome.ADMITTED)).isEqualTo(2);
		});
	}

	@Test
	void nothingIsMadeTooEarly(CapturedOutput output) {
		this.runner.withUserConfiguration(SchedulingConfiguration.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).doesNotContain("not eligible for getting processed");
		});
	}

	@Test
	void leaderOnlyMethodsAnswerEmptyWhereNobodyLeads() {
		this.runner.withPropertyValues("leader-election.enabled=false").run((context) -> {
			Jobs jobs = context.getBean(Jobs.class);
			assertThat(jobs.list()).isEmpty();
			assertThat(jobs.optional()).isEmpty();
			assertThat(jobs.text()).isNull();
			assertThat(jobs.open()).isEqualTo("ran");
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void scheduledMethodsAreGatedWithAndWithoutAspectJ(boolean aspectj) {
		ApplicationContextRunner scheduling = this.runner.withUserConfiguration(SchedulingConfiguration.class);
		ApplicationContextRunner runner = aspectj ? scheduling
				: scheduling.withClassLoader(new FilteredClassLoader(Advice.class));
		runner.run((context) -> {
			ScheduledJobs jobs = context.getBean(ScheduledJobs.class);
			assertThat(AopUtils.isCglibProxy(jobs)).isTrue();
			Standalone.awaitLeader(context);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> jobs.gated().get() > 0);
			context.getSourceApplicationContext(ConfigurableApplicationContext.class)
				.getBean(ElectionLifecycle.class)
				.stop();
			int ran = jobs.gated().get();
			int everywhere = jobs.everywhere().get();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> jobs.everywhere().get() > everywhere + 3);
			assertThat(jobs.gated()).hasValue(ran);
		});
	}

	@Test
	void scheduledMethodsNeverThrow(CapturedOutput output) {
		this.runner.withUserConfiguration(SchedulingConfiguration.class)
			.withPropertyValues("leader-election.enabled=false", "leader-election.gate.on-follower=throw")
			.run((context) -> {
				ScheduledJobs jobs = context.getBean(ScheduledJobs.class);
				GateStatistics statistics = context.getBean(GateStatistics.class);
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> statistics.count("default", GateOutcome.SKIPPED) > 3);
				assertThat(jobs.gated()).hasValue(0);
				assertThat(output).doesNotContain("NotLeaderException");
			});
	}

	@Test
	void followersThrowWhereTheyShall() {
		this.runner.withPropertyValues("leader-election.enabled=false", "leader-election.gate.on-follower=throw")
			.run((context) -> assertThatExceptionOfType(NotLeaderException.class)
				.isThrownBy(() -> context.getBean(Jobs.class).text())
				.withMessageContaining("Jobs.text()"));
	}

	@Test
	void gateIsOutermostUnlessSet() {
		this.runner.run((context) -> {
			assertThat(context.getBean(LeaderOnlyAdvisor.class).getOrder()).isEqualTo(Ordered.HIGHEST_PRECEDENCE);
			assertThat(((Advised) context.getBean(Jobs.class)).getAdvisors()[0]).isInstanceOf(LeaderOnlyAdvisor.class);
		});
		this.runner.withPropertyValues("leader-election.gate.advisor-order=7")
			.run((context) -> assertThat(context.getBean(LeaderOnlyAdvisor.class).getOrder()).isEqualTo(7));
	}

	@Test
	void disabledElectionIsWarnedOfOnceWithTheNumberOfMethods(CapturedOutput output) {
		this.runner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(output).containsOnlyOnce("Leader election is disabled")
				.contains("3 leader-only methods do NOT run")
				.contains("leader-election.gate.when-disabled=follower"));
	}

	@Test
	void leaderOnlyMethodsRunWhereDisabledIfTheyShall(CapturedOutput output) {
		this.runner.withPropertyValues("leader-election.enabled=false", "leader-election.gate.when-disabled=leader")
			.run((context) -> {
				assertThat(context.getBean(Jobs.class).text()).isEqualTo("ran");
				assertThat(output).containsOnlyOnce("Leader election is disabled")
					.contains("3 leader-only methods RUN")
					.contains("leader-election.gate.when-disabled=leader");
			});
	}

	@Test
	void callbacksAndListenersOfAnAnnotatedTypeRunOnEveryNode() {
		this.runner.withUserConfiguration(AnnotatedTypeConfiguration.class).run((context) -> {
			AnnotatedType bean = context.getBean(AnnotatedType.class);
			assertThat(bean.toString()).isEqualTo("mine");
			Standalone.awaitLeader(context);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(bean.toString()).isEqualTo("mine"));
			Log log = context.getBean(Log.class);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> log.entries.contains("granted"));
			context.getSourceApplicationContext(ConfigurableApplicationContext.class).close();
			assertThat(log.entries).containsExactly("init", "skipped", "granted", "revoked", "destroy");
		});
	}

	@Test
	void callDuringTheStartOfTheApplicationIsSkippedAndWarnedOf(CapturedOutput output) {
		this.runner.withBean(EarlyCall.class).run((context) -> {
			assertThat(context.getBean(EarlyCall.class).answer).isNull();
			assertThat(output).containsOnlyOnce("Jobs.text() was called while the application starts, and skipped");
			context.getBean("leaderElector", LeaderElector.class).eligibility().pause().toCompletableFuture().join();
			context.getBean(Jobs.class).list();
			assertThat(output).doesNotContain("Jobs.list() was called");
		});
	}

	@Test
	void interfaceBasedProxiesAreGatedToo() {
		this.runner.withPropertyValues("spring.aop.proxy-target-class=false", "leader-election.enabled=false")
			.withBean(ContractBean.class)
			.run((context) -> {
				Contract contract = context.getBean(Contract.class);
				assertThat(AopUtils.isJdkDynamicProxy(contract)).isTrue();
				assertThat(contract.gated()).isNull();
				assertThat(contract.open()).isEqualTo("ran");
			});
	}

	@Test
	void methodsAreGatedThoughProxyingIsSwitchedOff() {
		this.runner.withPropertyValues("spring.aop.auto=false", "leader-election.enabled=false")
			.run((context) -> assertThat(context.getBean(Jobs.class).text()).isNull());
	}

	@Test
	void groupsAreCheckedInALazyApplicationWhenCalled() {
		this.runner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withBean(OtherGroup.class)
			.run((context) -> assertThatExceptionOfType(IllegalArgumentException.class)
				.isThrownBy(() -> context.getBean(OtherGroup.class).work())
				.withMessageContaining("leader-election.groups.nightly"));
	}

	/** Public, for a class loader of its own makes proxies of it. */
	public static class Jobs {

		public String open() {
			return "ran";
		}

		@LeaderOnly
		public String text() {
			return "ran";
		}

		@LeaderOnly
		public List<String> list() {
			return List.of("ran");
		}

		@LeaderOnly
		public Optional<String> optional() {
			return Optional.of("ran");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class SchedulingConfiguration {

		@Bean
		ScheduledJobs scheduledJobs() {
			return new ScheduledJobs();
		}

	}

	public static class ScheduledJobs {

		private final AtomicInteger gated = new AtomicInteger();

		private final AtomicInteger everywhere = new AtomicInteger();

		@LeaderOnly
		@Scheduled(fixedDelay = 5)
		public void onTheLeader() {
			this.gated.incrementAndGet();
		}

		@Scheduled(fixedDelay = 5)
		public void everywhereElse() {
			this.everywhere.incrementAndGet();
		}

		public AtomicInteger gated() {
			return this.gated;
		}

		public AtomicInteger everywhere() {
			return this.everywhere;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class AnnotatedTypeConfiguration {

		@Bean
		Log log() {
			return new Log();
		}

		@Bean
		AnnotatedType annotatedType(Log log) {
			return new AnnotatedType(log);
		}

		@Bean
		Caller caller(AnnotatedType bean, Log log) {
			return new Caller(bean, log);
		}

	}

	static class Log {

		private final List<String> entries = new CopyOnWriteArrayList<>();

	}

	@LeaderOnly
	static class AnnotatedType {

		private final Log log;

		AnnotatedType(Log log) {
			this.log = log;
		}

		@PostConstruct
		void init() {
			this.log.entries.add("init");
		}

		@PreDestroy
		void destroy() {
			this.log.entries.add("destroy");
		}

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			this.log.entries.add("granted");
		}

		@EventListener
		void revoked(LeadershipRevokedEvent event) {
			this.log.entries.add("revoked");
		}

		String work() {
			return "ran";
		}

		@Override
		public String toString() {
			return "mine";
		}

	}

	static class Caller {

		Caller(AnnotatedType bean, Log log) {
			log.entries.add((bean.work() == null) ? "skipped" : "ran");
		}

	}

	static class EarlyCall {

		@Autowired
		private Jobs jobs;

		private String answer = "not called";

		@PostConstruct
		void call() {
			this.answer = this.jobs.text();
		}

	}

	interface Contract {

		@LeaderOnly
		String gated();

		String open();

	}

	static class ContractBean implements Contract {

		@Override
		public String gated() {
			return "ran";
		}

		@Override
		public String open() {
			return "ran";
		}

	}

	static class OtherGroup {

		@LeaderOnly("nightly")
		public void work() {
		}

	}

}
