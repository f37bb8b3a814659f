package io.github.leaderelection.internal.gate.method;

import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.leaderelection.internal.gate.skipped.TrustingCaller;
import io.github.leaderelection.spring.ForwardToLeader;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeaderOnly.OnFollower;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.EventListener;
import org.springframework.integration.annotation.ServiceActivator;
import org.springframework.messaging.MessageHandler;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.service.annotation.PutExchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Which leader-only methods have a {@link TrustingCaller}. A class within
 * {@link Refused}, {@link Accepted} or {@link WarnedOf} is a case.
 */
@ExtendWith(OutputCaptureExtension.class)
class TrustingCallerTests {

	private final LeaderOnlyMethods methods = new LeaderOnlyMethods(false);

	static Stream<Class<?>> refused() {
		return Arrays.stream(Refused.class.getDeclaredClasses());
	}

	static Stream<Class<?>> accepted() {
		return Arrays.stream(Accepted.class.getDeclaredClasses());
	}

	static Stream<Class<?>> warnedOf() {
		return Arrays.stream(WarnedOf.class.getDeclaredClasses());
	}

	@ParameterizedTest
	@MethodSource("refused")
	void methodIsRefused(Class<?> type) {
		assertRefused(type);
	}

	@ParameterizedTest
	@MethodSource("accepted")
	void methodIsAccepted(Class<?> type, CapturedOutput output) {
		assertThat(this.methods.hasAny(type)).isEqualTo(type != Accepted.OurEvents.class);
		assertThat(output).doesNotContain("may take a plain return for done");
	}

	@ParameterizedTest
	@MethodSource("warnedOf")
	void methodIsWarnedOfOnce(Class<?> type, CapturedOutput output) {
		assertThat(this.methods.hasAny(type)).isTrue();
		this.methods.hasAny(type);
		assertThat(output).containsOnlyOnce("may take a plain return for done").contains(type.getName() + ".work()");
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.springframework.jms.annotation.JmsListener",
			"org.springframework.kafka.annotation.KafkaListener", "org.springframework.kafka.annotation.KafkaHandler",
			"org.springframework.kafka.annotation.RetryableTopic",
			"org.springframework.amqp.rabbit.annotation.RabbitListener",
			"org.springframework.amqp.rabbit.annotation.RabbitHandler", "io.awspring.cloud.sqs.annotation.SqsListener",
			"org.springframework.pulsar.annotation.PulsarListener", "org.jobrunr.jobs.annotations.Job",
			"org.springframework.graphql.data.method.annotation.MutationMapping" })
	void methodWithAnAnnotationOfALibraryThatMayBeMissingIsRefused(String annotation) throws Exception {
		assertRefused(withAnnotation(annotation));
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.springframework.batch.core.step.tasklet.Tasklet", "jakarta.jms.MessageListener",
			"org.springframework.kafka.listener.AcknowledgingMessageListener" })
	void methodOfAnInterfaceOfALibraryThatMayBeMissingIsRefused(String contract) throws Exception {
		assertRefused(withInterface(contract));
	}

	@ParameterizedTest
	@ValueSource(classes = { MessageMapping.class, TransactionalEventListener.class, PostMapping.class,
			DeleteMapping.class, PutExchange.class, WriteOperation.class })
	void methodWithAnAnnotationIsRefused(Class<? extends Annotation> annotation) {
		assertRefused(loaded(listener(AnnotationDescription.Builder.ofType(annotation).build())));
	}

	@ParameterizedTest
	@ValueSource(classes = { MessageHandler.class, Consumer.class, ApplicationRunner.class, CommandLineRunner.class })
	void methodOfAnInterfaceIsRefused(Class<?> contract) {
		assertRefused(loaded(new ByteBuddy().subclass(Object.class)
			.name("application.Listener")
			.modifiers(Visibility.PUBLIC)
			.annotateType(AnnotationDescription.Builder.ofType(LeaderOnly.class).build())
			.implement(contract)
			.method(ElementMatchers.isAbstract())
			.intercept(StubMethod.INSTANCE)
			.make()));
	}

	@Test
	void methodIsAcceptedWhereAllCallsThrow() {
		LeaderOnlyMethods throwing = new LeaderOnlyMethods(true);
		assertThatNoException().isThrownBy(() -> throwing.hasAny(Refused.OfEvents.class));
		assertThatExceptionOfType(UngatableMethodException.class)
			.isThrownBy(() -> throwing.hasAny(Refused.ScheduledOnce.class));
	}

	@Test
	void messageNamesTheMethodTheCallerAndTheWaysOut() {
		assertThatExceptionOfType(UngatableMethodException.class)
			.isThrownBy(() -> this.methods.hasAny(Refused.Activator.class))
			.withMessageContaining("Activator.work() is called by @ServiceActivator")
			.withMessageContaining("onFollower = THROW")
			.withMessageContaining("fallbackMethod")
			.withMessageContaining("deferUntilLeading = true")
			.withMessageContaining("container follow leadership");
	}

	private void assertRefused(Class<?> type) {
		assertThatExceptionOfType(UngatableMethodException.class).isThrownBy(() -> this.methods.hasAny(type))
			.withMessageContaining(type.getName() + ".")
			.withMessageContaining("takes a plain return for done");
	}

	private static Class<?> withAnnotation(String name) throws Exception {
		DynamicType.Unloaded<? extends Annotation> annotation = new ByteBuddy().makeAnnotation()
			.name(name)
			.annotateType(AnnotationDescription.Builder.ofType(Retention.class)
				.define("value", RetentionPolicy.RUNTIME)
				.build())
			.make();
		return load(listener(AnnotationDescription.Builder.ofType(annotation.getTypeDescription()).build()),
				annotation);
	}

	private static DynamicType.Unloaded<?> listener(AnnotationDescription annotation) {
		return new ByteBuddy().subclass(Object.class)
			.name("application.Listener")
			.modifiers(Visibility.PUBLIC)
			.defineMethod("work", void.class, Visibility.PUBLIC)
			.intercept(StubMethod.INSTANCE)
			.annotateMethod(annotation, AnnotationDescription.Builder.ofType(LeaderOnly.class).build())
			.make();
	}

	private static Class<?> loaded(DynamicType.Unloaded<?> type) {
		return type.load(TrustingCallerTests.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER).getLoaded();
	}

	private static Class<?> withInterface(String name) throws Exception {
		DynamicType.Unloaded<?> contract = new ByteBuddy().makeInterface()
			.name(name)
			.defineMethod("work", Object.class, Visibility.PUBLIC,
					net.bytebuddy.description.modifier.MethodManifestation.ABSTRACT)
			.withoutCode()
			.make();
		DynamicType.Unloaded<?> listener = new ByteBuddy().subclass(Object.class)
			.name("application.Listener")
			.modifiers(Visibility.PUBLIC)
			.annotateType(AnnotationDescription.Builder.ofType(LeaderOnly.class).build())
			.implement(contract.getTypeDescription())
			.defineMethod("work", Object.class, Visibility.PUBLIC)
			.intercept(StubMethod.INSTANCE)
			.make();
		return load(listener, contract);
	}

	/** Apart from the library, which the class path may have. */
	private static Class<?> load(DynamicType.Unloaded<?> type, DynamicType.Unloaded<?> library) throws Exception {
		return type.include(library)
			.load(TrustingCallerTests.class.getClassLoader(), ClassLoadingStrategy.Default.CHILD_FIRST)
			.getLoaded();
	}

	static class Refused {

		static class Activator {

			@LeaderOnly
			@ServiceActivator(inputChannel = "orders")
			void work() {
			}

		}

		@LeaderOnly
		static class OfType {

			@ServiceActivator(inputChannel = "orders")
			void work() {
			}

		}

		static class ByMetaAnnotation {

			@LeaderOnly
			@Orders
			void work() {
			}

		}

		@LeaderOnly
		static class OfFunctions implements Function<String, String> {

			@Override
			public String apply(String text) {
				return text;
			}

		}

		static class OfEvents {

			@LeaderOnly
			@EventListener
			void work(String event) {
			}

		}

		static class WhenReady {

			@LeaderOnly
			@EventListener(ApplicationReadyEvent.class)
			void work() {
			}

		}

		@LeaderOnly
		static class Listener implements ApplicationListener<ApplicationReadyEvent> {

			@Override
			public void onApplicationEvent(ApplicationReadyEvent event) {
			}

		}

		static class ScheduledOnce {

			@LeaderOnly
			@Scheduled(initialDelay = 1000)
			void work() {
			}

		}

		static class ScheduledOnceToo {

			@LeaderOnly
			@Scheduled(initialDelay = 1000)
			@Scheduled(cron = "0 0 2 * * *")
			void work() {
			}

		}

		@RequestMapping(method = { RequestMethod.GET, RequestMethod.PATCH })
		static class MethodsOfType {

			@LeaderOnly
			@RequestMapping("/orders")
			void work() {
			}

		}

		static class ForwardedElsewhere {

			@LeaderOnly
			@ForwardToLeader("billing")
			@PostMapping("/orders")
			void work() {
			}

		}

	}

	static class Accepted {

		static class Plain {

			@LeaderOnly
			void work() {
			}

		}

		static class ScheduledAgain {

			@LeaderOnly
			@Scheduled(initialDelay = 1000, fixedDelay = 1000)
			@Scheduled(fixedRateString = "PT1S")
			@Scheduled(cron = "0 0 2 * * *")
			void work() {
			}

		}

		static class Gets {

			@LeaderOnly
			@GetMapping("/orders")
			Map<String, String> work() {
				return Map.of();
			}

		}

		static class Forwarded {

			@LeaderOnly
			@ForwardToLeader
			@PostMapping("/orders")
			void work() {
			}

		}

		@ForwardToLeader
		@LeaderOnly
		static class ForwardedType {

			@RequestMapping("/orders")
			void work() {
			}

		}

		static class Skips {

			@LeaderOnly(onFollower = OnFollower.SKIP)
			@EventListener
			void work(String event) {
			}

		}

		@LeaderOnly(onFollower = OnFollower.SKIP)
		static class TypeSkips {

			@ServiceActivator(inputChannel = "orders")
			void work() {
			}

		}

		static class Throws {

			@LeaderOnly(onFollower = OnFollower.THROW)
			@ServiceActivator(inputChannel = "orders")
			void work() {
			}

		}

		static class FallsBack {

			@LeaderOnly(fallbackMethod = "instead")
			@PostMapping("/orders")
			void work() {
			}

			void instead() {
			}

		}

		@LeaderOnly(deferUntilLeading = true)
		static class Defers implements ApplicationRunner {

			@Override
			public void run(ApplicationArguments arguments) {
			}

		}

		@LeaderOnly
		static class OfSuppliers implements Supplier<String> {

			@Override
			public String get() {
				return "text";
			}

		}

		@LeaderOnly
		static class OurEvents {

			@EventListener
			void work(LeadershipGrantedEvent event) {
			}

		}

	}

	static class WarnedOf {

		static class ByItsName {

			@LeaderOnly
			@ParcelListener
			void work() {
			}

		}

		static class AnyRequest {

			@LeaderOnly
			@RequestMapping("/orders")
			void work() {
			}

		}

	}

	@ServiceActivator(inputChannel = "orders")
	@Retention(RetentionPolicy.RUNTIME)
	@interface Orders {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@interface ParcelListener {

	}

}
