package io.github.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.OutlivedLeadership;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.autoconfigure.RevocationProperties.OnRevocation;
import io.github.leaderelection.internal.lifecycle.ElectionLifecycle;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.ExitCodeEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RevocationPolicy}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RevocationPolicyTests {

	private static final List<Integer> halts = new CopyOnWriteArrayList<>();

	private static final List<Integer> exits = new CopyOnWriteArrayList<>();

	/** How often the application was asked whether it closes. */
	private static final AtomicInteger decided = new AtomicInteger();

	private final List<String> ended = new ArrayList<>();

	private boolean closing;

	private final ApplicationContextRunner runner = Standalone.runner()
		.withUserConfiguration(HaltsConfiguration.class)
		.withPropertyValues("leader-election.drain-timeout=0s");

	RevocationPolicyTests() {
		halts.clear();
		exits.clear();
		decided.set(0);
	}

	@ParameterizedTest
	@EnumSource
	void processEndsOnceWhateverTookTheGrantFromRunningWork(RevocationReason reason, CapturedOutput output) {
		RevocationPolicy policy = policy(OnRevocation.HALT);
		policy.accept(outlived(reason));
		policy.accept(outlived(reason));
		assertThat(this.ended).containsExactly("halt 75");
		assertThat(output.getOut()).containsOnlyOnce("HALTS with exit status 75")
			.contains("fencing token 7 has ended (" + reason + ") while [Billing.charge()] ran");
	}

	@Test
	void contextThatClosesIsLeftToThat() {
		this.closing = true;
		policy(OnRevocation.HALT).accept(outlived(RevocationReason.STOPPED));
		assertThat(this.ended).isEmpty();
		policy(OnRevocation.HALT).accept(outlived(RevocationReason.LEASE_EXPIRED));
		assertThat(this.ended).containsExactly("halt 75");
	}

	@Test
	void processHaltsWhenItsGrantEndsInTheMidstOfWork() {
		this.runner.withPropertyValues("leader-election.on-revocation=halt").run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			LeaderWork work = begin(elector);
			elector.resign().toCompletableFuture().get(60, TimeUnit.SECONDS);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> !halts.isEmpty());
			assertThat(halts).containsExactly(75);
			work.close();
		});
		assertThat(halts).containsExactly(75);
	}

	@Test
	void workThatEndedInTimeEndsNoProcess() {
		this.runner.withPropertyValues("leader-election.on-revocation=halt", "leader-election.drain-timeout=20s")
			.run((context) -> {
				LeaderElector elector = Standalone.awaitLeader(context);
				LeaderWork work = begin(elector);
				CompletableFuture<Void> resigned = elector.resign().toCompletableFuture();
				Awaitility.await().atMost(Standalone.PATIENCE).until(() -> elector.status().draining());
				work.close();
				resigned.get(60, TimeUnit.SECONDS);
				assertThat(elector.workInFlight().outlived()).isZero();
			});
		assertThat(halts).isEmpty();
	}

	@Test
	void nodeThatStopsAloneInTheMidstOfWorkHaltsTheProcess() {
		this.runner.withPropertyValues("leader-election.on-revocation=halt").run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			LeaderWork work = begin(elector);
			context.getBean(ElectionLifecycle.class).stop();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> !halts.isEmpty());
			work.close();
		});
		assertThat(halts).containsExactly(75);
	}

	@Test
	void applicationThatClosesInTheMidstOfWorkHaltsNothing() {
		AtomicReference<LeaderElector> closed = new AtomicReference<>();
		this.runner.withPropertyValues("leader-election.on-revocation=halt").run((context) -> {
			closed.set(Standalone.awaitLeader(context));
			begin(closed.get());
		});
		assertThat(closed.get().workInFlight().outlived()).isEqualTo(1);
		Awaitility.await().atMost(Standalone.PATIENCE).until(() -> decided.get() == 1);
		assertThat(halts).isEmpty();
	}

	@Test
	void contextClosesWhenItsGrantEndsInTheMidstOfWork() {
		Standalone.runner()
			.withUserConfiguration(ExitsConfiguration.class)
			.withPropertyValues("leader-election.drain-timeout=0s", "leader-election.on-revocation=close-context")
			.run((context) -> {
				LeaderElector elector = Standalone.awaitLeader(context);
				LeaderWork work = begin(elector);
				elector.resign().toCompletableFuture().get(60, TimeUnit.SECONDS);
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> !context.getSourceApplicationContext().isActive());
				assertThat(exits).containsExactly(75);
				assertThat(elector.isLeader()).isFalse();
				work.close();
			});
	}

	@Test
	void processGoesOnByDefault(CapturedOutput output) {
		Standalone.runner().withPropertyValues("leader-election.drain-timeout=0s").run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			LeaderWork work = begin(elector);
			elector.resign().toCompletableFuture().get(60, TimeUnit.SECONDS);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> output.getOut().contains("the job still runs"));
			work.close();
			assertThat(context.getSourceApplicationContext().isActive()).isTrue();
		});
	}

	private static LeaderWork begin(LeaderElector elector) {
		LeaderWork work = elector.beginWork("the job");
		assertThat(work).isNotNull();
		return work;
	}

	private RevocationPolicy policy(OnRevocation choice) {
		return new RevocationPolicy(choice, () -> this.closing, (status) -> this.ended.add("close " + status),
				(status) -> this.ended.add("halt " + status));
	}

	private static OutlivedLeadership outlived(RevocationReason reason) {
		return new OutlivedLeadership("default", 7, reason, List.of("Billing.charge()"));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(RevocationProperties.class)
	static class HaltsConfiguration {

		@Bean
		RevocationPolicy revocationPolicy(RevocationProperties properties, ConfigurableApplicationContext context) {
			return new RevocationPolicy(properties.onRevocation(), () -> {
				boolean closes = context.isClosed();
				decided.incrementAndGet();
				return closes;
			}, (status) -> {
				throw new IllegalStateException("It shall halt");
			}, halts::add);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ExitsConfiguration {

		@Bean
		ApplicationListener<ExitCodeEvent> exitCodes() {
			return (event) -> exits.add(event.getExitCode());
		}

	}

}
