package io.github.leaderelection.autoconfigure.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.application.HandOverRehearsal;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseRehearsal}.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaseRehearsalTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(AutoConfigurations
		.of(LeaderElectionAutoConfiguration.class, LeaderElectionRehearsalAutoConfiguration.class));

	private final List<Request> asked = new ArrayList<>();

	@Test
	void threeNodesLeadOneAfterAnother() {
		assertThat(LeaseRehearsal.rehearsal(this.asked::add).run()).doesNotHaveDuplicates().hasSize(3);
	}

	@Test
	void theLeaseIsTakenRenewedAndReleasedByEach() {
		LeaseRehearsal.rehearsal(this.asked::add).run();
		List<String> changes = new ArrayList<>();
		String last = "";
		for (Request request : this.asked) {
			String name = request.getClass().getSimpleName();
			if (request instanceof Request.Change && !name.equals(last)) {
				changes.add(name);
				last = name;
			}
		}
		assertThat(changes).containsExactly("Take", "Renew", "Release", "Take", "Renew", "Release", "Take", "Renew",
				"Release");
	}

	@Test
	void everyRunIsTheSame() {
		LeaseRehearsal.rehearsal(this.asked::add).run();
		List<Request> before = List.copyOf(this.asked);
		this.asked.clear();
		LeaseRehearsal.rehearsal(this.asked::add).run();
		assertThat(this.asked).isEqualTo(before);
	}

	@Test
	void aRehearsalThatGoesWellSaysNothing(CapturedOutput output) {
		LeaseRehearsal.once(List.of()).rehearse();
		assertThat(output.getAll()).isEmpty();
	}

	@Test
	void aStoreWhoseRehearsalFailsIsOneWarning(CapturedOutput output) {
		LeaseRehearsal.once(List.of(new SilentStore() {

			@Override
			public void rehearse() {
				throw new UnsupportedOperationException("a broken store");
			}

		})).rehearse();
		assertThat(output.getAll().lines()).filteredOn((line) -> line.contains("rehears") && !line.contains("\tat "))
			.singleElement()
			.asString()
			.contains("WARN", "The rehearsal of a hand-over failed");
		assertThat(output).contains("a broken store");
	}

	@Test
	void aNodeThatLeadsByALeaseRehearsesWithoutItsStoreAndItsListeners() {
		LeaseRehearsal.BEGUN.set(false);
		SilentStore store = new SilentStore();
		List<Object> heard = new CopyOnWriteArrayList<>();
		this.runner.withPropertyValues("leader-election.store=bean")
			.withBean(LeaseStore.class, () -> store)
			.withInitializer((context) -> context.addApplicationListener(heard::add))
			.run((context) -> {
				assertThat(LeaseRehearsal.BEGUN).as("before the application is ready").isFalse();
				ready(context);
				assertThat(LeaseRehearsal.BEGUN).isTrue();
				awaitEndOfRehearsal();
				assertThat(heard).hasAtLeastOneElementOfType(ApplicationReadyEvent.class)
					.doesNotHaveAnyElementsOfTypes(LeadershipGrantedEvent.class, LeadershipRevokedEvent.class);
			});
		assertThat(store.rehearsals).hasValue(1);
		assertThat(store.asked).isNotEmpty().extracting((request) -> request.key().group()).containsOnly("default");
	}

	@Test
	void aNodeThatStandsAloneDoesNot() {
		LeaseRehearsal.BEGUN.set(false);
		this.runner.run((context) -> {
			ready(context);
			assertThat(LeaseRehearsal.BEGUN).isFalse();
		});
	}

	private static void ready(AssertableApplicationContext context) {
		ConfigurableApplicationContext source = context.getSourceApplicationContext();
		source.publishEvent(new ApplicationReadyEvent(new SpringApplication(), new String[0], source, Duration.ZERO));
	}

	private static void awaitEndOfRehearsal() {
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
				.doesNotContain(HandOverRehearsal.THREAD));
	}

	/**
	 * Under this store no node ever leads.
	 */
	private static class SilentStore implements LeaseStore {

		private final List<Request> asked = new CopyOnWriteArrayList<>();

		private final AtomicInteger rehearsals = new AtomicInteger();

		@Override
		public void rehearse() {
			this.rehearsals.incrementAndGet();
		}

		@Override
		public CompletionStage<Answer> ask(Request request, Duration deadline) {
			this.asked.add(request);
			return CompletableFuture.completedStage(new Answer.Unknown("it is silent"));
		}

		@Override
		public String description() {
			return "a silent store";
		}

		@Override
		public void close() {
			// holds nothing
		}

	}

}
