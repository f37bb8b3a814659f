package io.github.leaderelection.internal.gate.skipped;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.github.leaderelection.spring.ForwardToLeader;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * A caller that takes the normal return of a method as completion of its work.
 *
 * @param name the caller for operators, such as the annotation of the method
 * @param loss the loss caused by a skipped call
 */
public record TrustingCaller(String name, Loss loss) {

	private static final Map<String, Loss> ANNOTATIONS = new HashMap<>();

	private static final Map<String, Loss> INTERFACES = new HashMap<>();

	/** The usual name endings of listener annotations of unlisted libraries. */
	private static final List<String> USUAL_ENDS = List.of("Listener", "Handler", "Consumer", "Subscriber", "Worker");

	private static final String REQUESTS = "org.springframework.web.bind.annotation.RequestMapping";

	private static final String EXCHANGES = "org.springframework.web.service.annotation.HttpExchange";

	private static final String HTTP_METHOD = "jakarta.ws.rs.HttpMethod";

	private static final Set<String> CHANGING = Set.of("POST", "PUT", "PATCH", "DELETE");

	static {
		String kafka = "org.springframework.kafka.";
		String rabbit = "org.springframework.amqp.rabbit.";
		String pulsar = "org.springframework.pulsar.";
		String integration = "org.springframework.integration.";
		String sqs = "io.awspring.cloud.sqs.";
		String batch = "org.springframework.batch.";
		annotations(Loss.MESSAGE, "org.springframework.messaging.handler.annotation.MessageMapping",
				"org.springframework.jms.annotation.JmsListener", kafka + "annotation.KafkaListener",
				kafka + "annotation.KafkaHandler", kafka + "annotation.RetryableTopic", kafka + "annotation.DltHandler",
				rabbit + "annotation.RabbitListener", rabbit + "annotation.RabbitHandler",
				pulsar + "annotation.PulsarListener", pulsar + "annotation.PulsarReader",
				pulsar + "reactive.config.annotation.ReactivePulsarListener", sqs + "annotation.SqsListener",
				sqs + "annotation.SqsHandler", "io.awspring.cloud.messaging.listener.annotation.SqsListener",
				"org.springframework.cloud.aws.messaging.listener.annotation.SqsListener",
				"org.springframework.cloud.stream.annotation.StreamListener",
				integration + "annotation.ServiceActivator", integration + "annotation.Transformer",
				integration + "annotation.Filter", integration + "annotation.Router",
				integration + "annotation.Splitter", integration + "annotation.Aggregator");
		interfaces(Loss.MESSAGE, "jakarta.jms.MessageListener",
				"org.springframework.jms.listener.SessionAwareMessageListener",
				"org.springframework.amqp.core.MessageListener", rabbit + "listener.api.ChannelAwareMessageListener",
				kafka + "listener.GenericMessageListener", kafka + "listener.MessageListener",
				kafka + "listener.AcknowledgingMessageListener", kafka + "listener.ConsumerAwareMessageListener",
				kafka + "listener.AcknowledgingConsumerAwareMessageListener", kafka + "listener.BatchMessageListener",
				kafka + "listener.BatchAcknowledgingMessageListener",
				kafka + "listener.BatchConsumerAwareMessageListener",
				kafka + "listener.BatchAcknowledgingConsumerAwareMessageListener",
				"org.apache.pulsar.client.api.MessageListener", sqs + "listener.MessageListener",
				sqs + "listener.AsyncMessageListener", "org.springframework.messaging.MessageHandler",
				"org.springframework.messaging.ReactiveMessageHandler", integration + "core.GenericHandler",
				integration + "core.GenericTransformer", integration + "core.GenericSelector",
				"java.util.function.Function", "java.util.function.Consumer", "kotlin.jvm.functions.Function1");
		annotations(Loss.EVENT, "org.springframework.context.event.EventListener");
		interfaces(Loss.EVENT, "org.springframework.context.ApplicationListener");
		interfaces(Loss.RUN, "org.springframework.boot.ApplicationRunner",
				"org.springframework.boot.CommandLineRunner");
		annotations(Loss.STEP, "org.jobrunr.jobs.annotations.Job", "org.jobrunr.jobs.annotations.Recurring");
		interfaces(Loss.STEP, batch + "core.step.tasklet.Tasklet", batch + "item.ItemWriter",
				batch + "item.ItemProcessor", batch + "infrastructure.item.ItemWriter",
				batch + "infrastructure.item.ItemProcessor");
		annotations(Loss.REQUEST, "org.springframework.graphql.data.method.annotation.MutationMapping",
				"org.springframework.boot.actuate.endpoint.annotation.WriteOperation",
				"org.springframework.boot.actuate.endpoint.annotation.DeleteOperation");
		interfaces(Loss.UNKNOWN, "org.quartz.Job", "org.springframework.data.redis.connection.MessageListener");
	}

	private static void annotations(Loss loss, String... names) {
		Arrays.stream(names).forEach((name) -> ANNOTATIONS.put(name, loss));
	}

	private static void interfaces(Loss loss, String... names) {
		Arrays.stream(names).forEach((name) -> INTERFACES.put(name, loss));
	}

	/**
	 * Finds the caller of a method by type names, because its library may be missing.
	 * @param type the type of the object on which the method is called
	 * @param group the group whose leader may run the method
	 * @return null if no such caller is known
	 */
	public static @Nullable TrustingCaller of(Method method, Class<?> type, String group) {
		TrustingCaller caller = find(method, type);
		boolean mayBeForwarded = caller != null && (caller.loss == Loss.REQUEST || caller.loss == Loss.UNKNOWN);
		return (mayBeForwarded && isForwarded(method, type, group)) ? null : caller;
	}

	/**
	 * A follower never calls a handler whose requests are forwarded to the group's
	 * leader.
	 */
	private static boolean isForwarded(Method method, Class<?> type, String group) {
		return Stream.<AnnotatedElement>of(method, type)
			.map((element) -> MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).get(ForwardToLeader.class))
			.filter(MergedAnnotation::isPresent)
			.findFirst()
			.filter((forwarded) -> forwarded.getString("group").equals(group))
			.isPresent();
	}

	private static @Nullable TrustingCaller find(Method method, Class<?> type) {
		if (ScheduledRuns.of(method) == ScheduledRuns.ONCE) {
			return new TrustingCaller("@Scheduled without a repetition", Loss.RUN);
		}
		TrustingCaller caller = byAnnotation(method, type);
		TrustingCaller implemented = (caller == null || caller.loss == Loss.UNKNOWN) ? byInterface(method, type) : null;
		return (implemented != null) ? implemented : caller;
	}

	private static @Nullable TrustingCaller byAnnotation(Method method, Class<?> type) {
		TrustingCaller uncertain = null;
		for (MergedAnnotation<?> annotation : MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)) {
			Loss loss = loss(annotation, type);
			if (loss != null) {
				TrustingCaller caller = new TrustingCaller("@" + annotation.getRoot().getType().getSimpleName(), loss);
				if (loss != Loss.UNKNOWN) {
					return caller;
				}
				uncertain = caller;
			}
		}
		return uncertain;
	}

	private static @Nullable Loss loss(MergedAnnotation<?> annotation, Class<?> type) {
		String name = annotation.getType().getName();
		Loss known = ANNOTATIONS.get(name);
		if (known != null) {
			return known;
		}
		return switch (name) {
			case REQUESTS, EXCHANGES -> ofRequests(annotation, type);
			case HTTP_METHOD -> CHANGING.contains(annotation.getString(MergedAnnotation.VALUE)) ? Loss.REQUEST : null;
			default -> (annotation.getDistance() == 0 && isUsualEnd(name)) ? Loss.UNKNOWN : null;
		};
	}

	private static boolean isUsualEnd(String name) {
		return !name.startsWith("org.springframework.web.") && USUAL_ENDS.stream().anyMatch(name::endsWith);
	}

	/** A handler without HTTP methods of its own inherits those of its type. */
	private static @Nullable Loss ofRequests(MergedAnnotation<?> annotation, Class<?> type) {
		List<String> methods = methods(annotation);
		if (methods.isEmpty()) {
			methods = methods(MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY).get(annotation.getType()));
		}
		if (methods.isEmpty()) {
			return Loss.UNKNOWN;
		}
		return methods.stream().anyMatch(CHANGING::contains) ? Loss.REQUEST : null;
	}

	private static List<String> methods(MergedAnnotation<?> annotation) {
		Object methods = annotation.isPresent() ? annotation.getValue("method").orElse("") : "";
		return Arrays.stream((methods instanceof Object[] several) ? several : new Object[] { methods })
			.map(Object::toString)
			.filter((method) -> !method.isEmpty())
			.toList();
	}

	private static @Nullable TrustingCaller byInterface(Method method, Class<?> type) {
		for (Class<?> contract : ClassUtils.getAllInterfacesForClassAsSet(type)) {
			for (Method declared : contract.getMethods()) {
				Loss loss = INTERFACES.get(declared.getDeclaringClass().getName());
				if (loss != null && Modifier.isAbstract(declared.getModifiers()) && implement(method, declared, type)) {
					return new TrustingCaller(declared.getDeclaringClass().getSimpleName(), loss);
				}
			}
		}
		return null;
	}

	private static boolean implement(Method method, Method declared, Class<?> type) {
		return method.equals(declared) || method.equals(AopUtils.getMostSpecificMethod(declared, type));
	}

	/**
	 * The loss caused by a skipped call.
	 */
	public enum Loss {

		/** A message that is acknowledged on return. */
		MESSAGE("a call that is skipped on a follower acknowledges its message, which nobody handles",
				"Choose onFollower = THROW, a fallbackMethod or deferUntilLeading = true; or remove @LeaderOnly and let "
						+ "the listener's container follow leadership (leader-election.follow.*); or accept the loss with "
						+ "onFollower = SKIP"),

		/** An event that comes once, on one node. */
		EVENT("an event comes once, and a call that is skipped on a follower loses it",
				"Choose deferUntilLeading = true, onFollower = THROW or a fallbackMethod; or accept the loss with "
						+ "onFollower = SKIP"),

		/** A run that comes once, often before any node can lead. */
		RUN("it comes once, often before any node leads, and a call that is skipped is never made",
				"Choose deferUntilLeading = true, onFollower = THROW or a fallbackMethod; or accept the loss with "
						+ "onFollower = SKIP"),

		/** A step of a job that ends on return. */
		STEP("a call that is skipped on a follower completes a step that nobody has done",
				"Choose onFollower = THROW or a fallbackMethod; or accept the loss with onFollower = SKIP"),

		/** A request that is answered with success on return. */
		REQUEST("a call that is skipped on a follower answers with success, and nothing has changed",
				"Add @ForwardToLeader for the same group; or choose onFollower = THROW, a fallbackMethod or "
						+ "deferUntilLeading = true; or accept the loss with onFollower = SKIP"),

		/**
		 * An uncertain loss: the caller may take a normal return as completion, or call
		 * again.
		 */
		UNKNOWN("a call that is skipped on a follower may be lost", "Choose with onFollower or a fallbackMethod");

		private final String consequence;

		private final String remedy;

		Loss(String consequence, String remedy) {
			this.consequence = consequence;
			this.remedy = remedy;
		}

		/** The consequence of a skipped call, as a clause. */
		public String consequence() {
			return this.consequence;
		}

		/** The remedy, as a sentence without its full stop. */
		public String remedy() {
			return this.remedy;
		}

	}

}
