package io.github.leaderelection.internal.assignment.work;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.PartitionedWork;
import io.github.leaderelection.internal.gate.method.UngatableMethodException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link PartitionedMethods}: wrong uses fail startup with their remedy.
 */
class PartitionedMethodsTests {

	private final PartitionedMethods methods = new PartitionedMethods(Set.of("orders"));

	@Test
	void findsMethodsOfInterfacesAndSupertypes() throws Exception {
		assertThat(this.methods.hasAny(Implementing.class)).isTrue();
		assertThat(this.methods.find(Contract.class.getMethod("work", AssignedPartition.class), Implementing.class))
			.isEqualTo(new PartitionedMethod("orders", 4, PartitionedMethod.Result.NOTHING));
		assertThat(this.methods.find(Object.class.getMethod("toString"), Implementing.class)).isNull();
		assertThat(this.methods.hasAny(String.class)).isFalse();
	}

	static Stream<Arguments> wrong() {
		return Stream.of(
				Arguments.of(Unknown.class, "names the unknown assignment 'order'; the assignments are [orders]",
						"Set leader-election.assignments.order.partitions"),
				Arguments.of(WithoutParameter.class, "does not take the partition",
						"one parameter, an AssignedPartition"),
				Arguments.of(OtherParameter.class, "does not take the partition",
						"one parameter, an AssignedPartition"),
				Arguments.of(Returning.class, "returns java.lang.String", "a CompletionStage, a Mono or a Flux"),
				Arguments.of(FinalMethod.class, "is final", "neither private nor final"),
				Arguments.of(PrivateMethod.class, "is private", "neither private nor final"),
				Arguments.of(StaticMethod.class, "is static", "instance method"),
				Arguments.of(FinalClass.class, "is in the final class", "Make the class non-final"),
				Arguments.of(Asynchronous.class, "is @Async", "Omit @Async"),
				Arguments.of(AsynchronousType.class, "is @Async", "Omit @Async"),
				Arguments.of(MakingBean.class, "is a @Bean method", "on a method of the bean"),
				Arguments.of(ScheduledStage.class, "is scheduled and returns something", "Let it return nothing"),
				Arguments.of(Concurrent.class, "has the concurrency 0", "Use 1 to 64"));
	}

	@ParameterizedTest
	@MethodSource("wrong")
	void aWrongUseIsRefusedWithItsRemedy(Class<?> type, String problem, String remedy) {
		assertThatExceptionOfType(UngatableMethodException.class).isThrownBy(() -> this.methods.hasAny(type))
			.withMessageContaining("The @PartitionedWork method " + type.getName() + ".work() " + problem)
			.satisfies((ex) -> assertThat(ex.remedy()).contains(remedy));
	}

	interface Contract {

		@PartitionedWork(value = "orders", concurrency = 4)
		void work(AssignedPartition partition);

	}

	static class Implementing implements Contract {

		@Override
		public void work(AssignedPartition partition) {
		}

	}

	static class Unknown {

		@PartitionedWork("order")
		void work(AssignedPartition partition) {
		}

	}

	static class WithoutParameter {

		@PartitionedWork("orders")
		void work() {
		}

	}

	static class OtherParameter {

		@PartitionedWork("orders")
		void work(String partition) {
		}

	}

	static class Returning {

		@PartitionedWork("orders")
		String work(AssignedPartition partition) {
			return "";
		}

	}

	static class FinalMethod {

		@PartitionedWork("orders")
		final void work(AssignedPartition partition) {
		}

	}

	static class PrivateMethod {

		@PartitionedWork("orders")
		private void work(AssignedPartition partition) {
		}

	}

	static class StaticMethod {

		@PartitionedWork("orders")
		static void work(AssignedPartition partition) {
		}

	}

	static final class FinalClass {

		@PartitionedWork("orders")
		void work(AssignedPartition partition) {
		}

	}

	static class Asynchronous {

		@Async
		@PartitionedWork("orders")
		void work(AssignedPartition partition) {
		}

	}

	@Async
	static class AsynchronousType {

		@PartitionedWork("orders")
		void work(AssignedPartition partition) {
		}

	}

	static class MakingBean {

		@Bean
		@PartitionedWork("orders")
		CompletableFuture<String> work(AssignedPartition partition) {
			return CompletableFuture.completedFuture("");
		}

	}

	static class ScheduledStage {

		@Scheduled(fixedDelay = 1)
		@PartitionedWork("orders")
		CompletableFuture<String> work(AssignedPartition partition) {
			return CompletableFuture.completedFuture("");
		}

	}

	static class Concurrent {

		@PartitionedWork(value = "orders", concurrency = 0)
		void work(AssignedPartition partition) {
		}

	}

}
