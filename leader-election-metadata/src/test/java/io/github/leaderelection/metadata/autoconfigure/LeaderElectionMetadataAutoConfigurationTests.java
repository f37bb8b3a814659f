package io.github.leaderelection.metadata.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.metadata.LeaderMetadata;
import io.github.leaderelection.metadata.LeaderMetadataException;
import io.github.leaderelection.metadata.LeaderMetadataException.Outcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LeaderElectionMetadataAutoConfiguration} in an application that leads
 * alone.
 */
class LeaderElectionMetadataAutoConfigurationTests {

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionMetadataAutoConfiguration.class))
		.withPropertyValues("leader-election.lease-duration=500ms");

	private static LeaderMetadata leading(ApplicationContext context) {
		LeaderElector elector = context.getBean(LeaderElector.class);
		Awaitility.await().atMost(Standalone.PATIENCE).until(elector::isLeader);
		return context.getBean(LeaderMetadata.class);
	}

	private static Throwable failure(CompletionStage<LeaderSequenceNumber> write) {
		return write
			.handle((sequence, failure) -> (failure instanceof CompletionException) ? failure.getCause()
					: (failure != null) ? failure : new AssertionError("committed as " + sequence))
			.toCompletableFuture()
			.join();
	}

	@Test
	void eachGroupHasMetadataOfItsOwn() {
		this.runner.withPropertyValues("leader-election.groups.billing.priority=1")
			.withBean(Qualified.class)
			.run((context) -> {
				Qualified qualified = context.getBean(Qualified.class);
				leading(context).set("limit", "5").toCompletableFuture().join();
				assertThat(context.getBean(LeaderMetadata.class)).isSameAs(qualified.own);
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(context.getBean("billingLeaderElector", LeaderElector.class)::isLeader);
				assertThat(qualified.billing.get().entries()).isEmpty();
				assertThat(qualified.own.get().entries()).isEqualTo(Map.of("limit", "5"));
				assertThat(qualified.own.lastKnown()).isEqualTo(qualified.own.get());
			});
	}

	@Test
	void writesAreDoneInOrderAndTooManyAreRefused() {
		this.runner.run((context) -> {
			LeaderMetadata metadata = leading(context);
			List<CompletionStage<LeaderSequenceNumber>> writes = IntStream.range(0, 11)
				.mapToObj((each) -> metadata.set("n", Integer.toString(each)))
				.toList();
			assertThat(writes.subList(0, 10).stream().map((each) -> each.toCompletableFuture().join())).isSorted();
			assertThat(metadata.get().entries()).isEqualTo(Map.of("n", "9"));
			assertThat(failure(writes.get(10))).isInstanceOfSatisfying(LeaderMetadataException.class,
					(refused) -> assertThat(refused.outcome()).isEqualTo(Outcome.BUSY));
		});
	}

	@Test
	void mistakesAreToldAndWriteNothing() {
		this.runner.run((context) -> {
			LeaderMetadata metadata = leading(context);
			assertThatIllegalArgumentException().isThrownBy(() -> metadata.set("leader-election.pins", "x"))
				.withMessageContaining("'leader-election.pins'");
			assertThatIllegalArgumentException().isThrownBy(() -> metadata.set(" ", "x"));
			assertThat(failure(metadata.update((entries) -> Map.of("leader-election.x", "y"))))
				.isInstanceOf(IllegalArgumentException.class);
			assertThat(failure(metadata.set("large", "\u20ac".repeat(10_922))))
				.isInstanceOf(IllegalArgumentException.class)
				.hasMessageContaining("32771 bytes");
			assertThat(failure(metadata.set("half", "\ud83d"))).isInstanceOf(IllegalArgumentException.class)
				.hasMessageContaining("'half'");
			IllegalStateException own = new IllegalStateException("on purpose");
			assertThat(failure(metadata.update((entries) -> {
				throw own;
			}))).isSameAs(own);
			assertThat(metadata.get().entries()).isEmpty();
			metadata.set("large", "\u20ac".repeat(10_921)).toCompletableFuture().join();
			metadata.set("large", null).toCompletableFuture().join();
			assertThat(metadata.get().entries()).isEmpty();
		});
	}

	@Test
	void withoutElectionMetadataAreRefusedWithTheReason() {
		this.runner.withPropertyValues("leader-election.enabled=false").run((context) -> {
			LeaderMetadata metadata = context.getBean(LeaderMetadata.class);
			assertThatExceptionOfType(LeaderMetadataException.class).isThrownBy(metadata::get)
				.withMessageContaining("leader election is disabled");
			assertThat(metadata.lastKnown().entries()).isEmpty();
		});
	}

	static class Qualified {

		private final LeaderMetadata own;

		private final LeaderMetadata billing;

		Qualified(LeaderMetadata own, @Qualifier("billing") LeaderMetadata billing) {
			this.own = own;
			this.billing = billing;
		}

	}

}
