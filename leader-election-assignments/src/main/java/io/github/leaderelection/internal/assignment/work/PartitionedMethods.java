package io.github.leaderelection.internal.assignment.work;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.PartitionedWork;
import io.github.leaderelection.internal.assignment.work.PartitionedMethod.Result;
import io.github.leaderelection.internal.gate.AnnotatedTypes;
import io.github.leaderelection.internal.gate.method.UngatableMethodException;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.util.ClassUtils;

/**
 * Finds the methods that work by partitions, scanning each type once, and refuses those
 * that cannot. Safe for use from any thread.
 */
public final class PartitionedMethods {

	private static final int MOST_CONCURRENCY = 64;

	/** Their containers give a message, and no partition. */
	private static final List<String> LISTENERS = List.of("org.springframework.kafka.annotation.KafkaListener",
			"org.springframework.amqp.rabbit.annotation.RabbitListener",
			"org.springframework.jms.annotation.JmsListener", "org.springframework.pulsar.annotation.PulsarListener");

	private final AnnotatedTypes annotated = new AnnotatedTypes(PartitionedWork.class);

	private final Set<String> assignments;

	private final Map<Class<?>, Map<Method, PartitionedMethod>> types = new ConcurrentHashMap<>();

	public PartitionedMethods(Set<String> assignments) {
		this.assignments = assignments;
	}

	/**
	 * Whether a type has such methods.
	 * @throws UngatableMethodException if one of them cannot work by partitions
	 */
	boolean hasAny(Class<?> type) {
		return !of(type).isEmpty();
	}

	@Nullable PartitionedMethod find(Method method, Class<?> type) {
		Map<Method, PartitionedMethod> found = of(type);
		return found.isEmpty() ? null
				: found.get(AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(type)));
	}

	private Map<Method, PartitionedMethod> of(Class<?> type) {
		Class<?> userType = ClassUtils.getUserClass(type);
		Map<Method, PartitionedMethod> found = this.types.get(userType);
		if (found == null) {
			found = this.annotated.contains(userType)
					? MethodIntrospector.selectMethods(userType,
							(MethodIntrospector.MetadataLookup<PartitionedMethod>) (method) -> look(method, userType))
					: Map.of();
			this.types.put(userType, found);
		}
		return found;
	}

	static boolean isPartitioned(Method method) {
		return annotations(method).isPresent(PartitionedWork.class);
	}

	private static MergedAnnotations annotations(Method method) {
		return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
	}

	private @Nullable PartitionedMethod look(Method method, Class<?> type) {
		MergedAnnotations annotations = annotations(method);
		MergedAnnotation<PartitionedWork> annotation = annotations.get(PartitionedWork.class);
		if (!annotation.isPresent() || method.isBridge()) {
			return null;
		}
		String assignment = annotation.getString("value");
		require(this.assignments.contains(assignment), method,
				"names the unknown assignment '" + assignment + "'; the assignments are " + this.assignments,
				"Set leader-election.assignments." + assignment + ".partitions, or name one of these");
		requireProxy(method, type);
		require(method.getParameterCount() == 1 && method.getParameterTypes()[0] == AssignedPartition.class, method,
				"does not take the partition", "Give it one parameter, an AssignedPartition");
		requireCaller(method, type, annotations);
		Result result = result(method);
		require(result == Result.NOTHING || !annotations.isPresent(Scheduled.class), method,
				"is scheduled and returns something, which Spring cannot schedule",
				"Let it return nothing, and wait in it for what it begins");
		int concurrency = annotation.getInt("concurrency");
		require(concurrency > 0 && concurrency <= MOST_CONCURRENCY, method, "has the concurrency " + concurrency,
				"Use 1 to " + MOST_CONCURRENCY);
		return new PartitionedMethod(assignment, concurrency, result);
	}

	/** Else nothing stands between the caller and the method. */
	private static void requireProxy(Method method, Class<?> type) {
		int modifiers = method.getModifiers();
		boolean hidden = (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0
				&& !method.getDeclaringClass().getPackageName().equals(type.getPackageName());
		require(!hidden && (modifiers & (Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL)) == 0, method,
				"is " + (hidden ? "hidden from " + type.getName() : Modifier.toString(modifiers))
						+ ": no proxy can call it for each partition",
				"Make it an instance method that is neither private nor final");
		require(!Modifier.isFinal(type.getModifiers()) || type.getInterfaces().length > 0, method,
				"is in the final class " + type.getName() + ": no proxy can call it for each partition",
				"Make the class non-final");
	}

	private static void requireCaller(Method method, Class<?> type, MergedAnnotations annotations) {
		Predicate<String> present = annotations::isPresent;
		require(LISTENERS.stream().noneMatch(present), method,
				"is a listener of messages, whose container knows no partition",
				"Let its container follow a partition (leader-election.assignments.*.follow.<partition>)");
		require(!annotations.isPresent(Async.class)
				&& !MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY).isPresent(Async.class), method,
				"is @Async, so its partition would count as done while it runs", "Omit @Async, and use concurrency");
		require(!annotations.isPresent(Bean.class), method, "is a @Bean method, which the container calls",
				"Put @PartitionedWork on a method of the bean");
	}

	/** Compares names, because the library may be missing. */
	private static Result result(Method method) {
		Class<?> type = method.getReturnType();
		if (type == void.class) {
			return Result.NOTHING;
		}
		if (CompletionStage.class.isAssignableFrom(type) && type.isAssignableFrom(CompletableFuture.class)) {
			return Result.STAGE;
		}
		if (type.getName().equals("reactor.core.publisher.Mono")) {
			return Result.MONO;
		}
		require(type.getName().equals("reactor.core.publisher.Flux")
				|| type.getName().equals("org.reactivestreams.Publisher"), method,
				"returns " + type.getName() + ", and there may be any number of partitions",
				"Let it return nothing, a CompletionStage, a Mono or a Flux");
		return Result.FLUX;
	}

	private static void require(boolean fits, Method method, String problem, String remedy) {
		if (!fits) {
			throw new UngatableMethodException(PartitionedWork.class, method, problem, remedy);
		}
	}

}
