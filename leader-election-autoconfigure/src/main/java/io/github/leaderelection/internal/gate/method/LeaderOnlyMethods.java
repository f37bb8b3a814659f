package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.gate.AnnotatedTypes;
import io.github.leaderelection.internal.gate.GroupGate;
import io.github.leaderelection.internal.gate.method.GatedOperation.Afterwards;
import io.github.leaderelection.internal.gate.skipped.ScheduledRuns;
import io.github.leaderelection.internal.gate.skipped.TrustingCaller;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeaderOnly.OnFollower;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the leader-only methods of types, scanning each type once, and refuses those that
 * cannot be gated. Safe for use from any thread.
 */
public final class LeaderOnlyMethods {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final AnnotatedTypes annotated = new AnnotatedTypes(LeaderOnly.class);

	private final boolean throwing;

	private final Map<Class<?>, Map<Method, GatedOperation>> types = new ConcurrentHashMap<>();

	/** The operations that were called, and skipped, before all beans were created. */
	private final Set<GatedOperation> early = ConcurrentHashMap.newKeySet();

	private volatile boolean isStarting = true;

	/**
	 * Keyed by type, then by method: a combined key would allocate an object at every
	 * call.
	 */
	private final Map<Class<?>, Map<Method, Optional<GatedOperation>>> calls = new ConcurrentHashMap<>();

	/**
	 * Creates an empty cache.
	 * @param throwing whether refused calls throw by default, unless the method is
	 * scheduled
	 */
	public LeaderOnlyMethods(boolean throwing) {
		this.throwing = throwing;
	}

	/**
	 * Whether a type has leader-only methods.
	 * @throws UngatableMethodException if one of them cannot be gated
	 */
	boolean hasAny(Class<?> type) {
		return !of(type).isEmpty();
	}

	/** Finds the operation of a method, null for a method without a gate. */
	@Nullable GatedOperation find(Method method, Class<?> type) {
		Map<Method, Optional<GatedOperation>> ofType = this.calls.get(type);
		Optional<GatedOperation> found = (ofType != null) ? ofType.get(method) : null;
		if (found == null) {
			found = Optional.ofNullable(look(method, type));
			this.calls.computeIfAbsent(type, (key) -> new ConcurrentHashMap<>()).put(method, found);
		}
		return found.orElse(null);
	}

	private @Nullable GatedOperation look(Method method, Class<?> type) {
		Map<Method, GatedOperation> operations = of(type);
		GatedOperation operation = operations.get(implementation(method, type));
		return (operation != null) ? operation : operations.get(method);
	}

	/**
	 * The leader-only methods of a type and their fallbacks, which a native image must
	 * keep for reflection.
	 * @throws UngatableMethodException if one of them cannot be gated
	 */
	public Set<Method> reflective(Class<?> type) {
		Set<Method> methods = new LinkedHashSet<>();
		of(type).values().forEach((operation) -> {
			methods.add(operation.method());
			if (operation.otherwise() instanceof FollowerBehavior.Fallback fallback) {
				methods.add(fallback.method());
			}
		});
		return methods;
	}

	/**
	 * The group of a method that a node skips unless it leads; empty for all others.
	 */
	public Optional<String> skippedUnlessLeading(Method method, Class<?> type) {
		GatedOperation operation = find(method, type);
		return (operation != null && operation.otherwise() instanceof FollowerBehavior.Skip)
				? Optional.of(operation.group()) : Optional.empty();
	}

	/** Ends the warnings of early calls, because all beans are created. */
	void allBeansAreMade() {
		this.isStarting = false;
	}

	/**
	 * Warns once for each method that is skipped while beans are created. No node leads
	 * yet, and such a call is usually not repeated.
	 */
	void skipped(GatedOperation operation, GroupGate gate) {
		if (this.isStarting && operation.afterwards() == Afterwards.FORGOTTEN && gate.status() != null
				&& this.early.add(operation)) {
			logger.warn(
					"{} was called while the application starts, and skipped, for no node leads yet. If the call comes "
							+ "once, it is lost. Choose deferUntilLeading = true, or accept that with onFollower = SKIP",
					operation.name());
		}
	}

	/** All methods found so far. */
	Collection<GatedOperation> found() {
		List<GatedOperation> all = new ArrayList<>();
		this.types.values().forEach((operations) -> all.addAll(operations.values()));
		return all;
	}

	private Map<Method, GatedOperation> of(Class<?> type) {
		Class<?> userType = userType(type);
		Map<Method, GatedOperation> operations = this.types.get(userType);
		if (operations == null) {
			operations = isCandidate(userType) ? scan(userType) : Map.of();
			this.types.put(userType, operations);
		}
		return operations;
	}

	private static Class<?> userType(Class<?> type) {
		return ClassUtils.getUserClass(type);
	}

	/**
	 * Excludes the framework's own classes and types without the annotation, which saves
	 * most of the scanning time.
	 */
	private boolean isCandidate(Class<?> type) {
		boolean isOfFramework = type.getName().startsWith("org.springframework.")
				&& !MergedAnnotations.from(type).isPresent(Component.class);
		return (!isOfFramework || Proxy.isProxyClass(type)) && this.annotated.contains(type);
	}

	private Map<Method, GatedOperation> scan(Class<?> type) {
		MergedAnnotation<LeaderOnly> ofType = MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY)
			.get(LeaderOnly.class);
		Map<Method, MergedAnnotation<LeaderOnly>> adopted = adopted(type);
		Map<Method, GatedOperation> operations = new LinkedHashMap<>();
		for (Method method : methods(type)) {
			if (method.isBridge() || method.isSynthetic() || method.getDeclaringClass() == Object.class) {
				continue;
			}
			MergedAnnotation<LeaderOnly> own = annotation(method);
			MergedAnnotation<LeaderOnly> ofMethod = own.isPresent() ? own : adopted.getOrDefault(method, own);
			MergedAnnotation<LeaderOnly> annotation = ofMethod.isPresent() ? ofMethod : ofType;
			if (annotation.isPresent() && isGated(method, type, ofMethod.isPresent())) {
				operations.put(method, operation(method, type, annotation));
			}
		}
		return operations.isEmpty() ? Map.of() : operations;
	}

	/**
	 * Replaces each bridge by the method it calls. A public method of a package-private
	 * class appears in public subclasses only as a bridge.
	 */
	private static Set<Method> methods(Class<?> type) {
		Stream<Method> methods = Proxy.isProxyClass(type) ? ofContracts(type)
				: Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(type));
		return methods.map(BridgeMethodResolver::findBridgedMethod)
			.collect(Collectors.toCollection(LinkedHashSet::new));
	}

	private static Stream<Method> ofContracts(Class<?> type) {
		return ClassUtils.getAllInterfacesForClassAsSet(type)
			.stream()
			.flatMap((contract) -> Arrays.stream(contract.getMethods()));
	}

	/**
	 * The annotations of interface methods that a superclass implements without
	 * implementing the interface.
	 */
	private static Map<Method, MergedAnnotation<LeaderOnly>> adopted(Class<?> type) {
		if (type.getSuperclass() == Object.class || Proxy.isProxyClass(type)) {
			return Map.of();
		}
		Map<Method, MergedAnnotation<LeaderOnly>> adopted = new HashMap<>();
		ofContracts(type).forEach((declared) -> {
			MergedAnnotation<LeaderOnly> annotation = annotation(declared);
			if (annotation.isPresent()) {
				adopted.putIfAbsent(implementation(declared, type), annotation);
			}
		});
		return adopted;
	}

	private static MergedAnnotation<LeaderOnly> annotation(Method method) {
		return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).get(LeaderOnly.class);
	}

	private static Method implementation(Method method, Class<?> type) {
		return AopUtils.getMostSpecificMethod(method, userType(type));
	}

	private static boolean isGated(Method method, Class<?> type, boolean annotated) {
		int modifiers = method.getModifiers();
		boolean foreign = isHidden(method, type);
		boolean internal = Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers) || foreign;
		if (internal && !annotated) {
			return false;
		}
		if (NeverGated.makesBean(method)) {
			if (annotated) {
				throw new UngatableMethodException(method,
						"is a @Bean method: the container calls it on every node, and would get no bean from a follower",
						"Put @LeaderOnly on the methods of the bean, or on its type");
			}
			return false;
		}
		if (NeverGated.includes(method, type)) {
			if (annotated) {
				logger.warn(
						"@LeaderOnly on {} has no effect: methods of Object, callbacks of the container and listeners "
								+ "of leadership events run on every node. Remove it",
						UngatableMethodException.name(method));
			}
			return false;
		}
		if (internal || Modifier.isFinal(modifiers)) {
			String why = foreign ? "package-private, and " + type.getName() + " is in another package"
					: Modifier.toString(modifiers);
			throw new UngatableMethodException(method, "is " + why
					+ ": the proxy that keeps it from running on followers cannot intercept it, so it would run on "
					+ "every node",
					foreign ? "Make it protected or public, or put @LeaderOnly on the methods that call it"
							: "Make it an instance method that is neither private nor final, or put @LeaderOnly on the "
									+ "methods that call it");
		}
		return true;
	}

	/**
	 * A proxy is in the package of the type, and cannot override methods that are
	 * invisible there.
	 */
	private static boolean isHidden(Method method, Class<?> type) {
		Class<?> declaring = method.getDeclaringClass();
		boolean visible = (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE)) != 0;
		return !visible && !(declaring.getPackageName().equals(type.getPackageName())
				&& declaring.getClassLoader() == type.getClassLoader());
	}

	private GatedOperation operation(Method method, Class<?> type, MergedAnnotation<LeaderOnly> annotation) {
		requireProxies(method, type);
		Class<?> result = ResolvableType.forMethodReturnType(method, type).resolve(method.getReturnType());
		ReactiveAdapter adapter = ReactiveTypes.isReactive(result) ? ReactiveTypes.require(method, result) : null;
		boolean interrupted = annotation.getBoolean("interruptOnRevocation");
		if (adapter != null && interrupted) {
			throw new UngatableMethodException(method,
					"has interruptOnRevocation, but returns " + result.getName() + ", which has no thread of its own",
					"Omit it and end the publisher with LeadershipContext.onRevocation");
		}
		boolean transactional = annotation.getBoolean("transactional");
		if (transactional) {
			TransactionalMethods.require(method, result);
		}
		FollowerBehavior otherwise = otherwise(method, type, result, annotation);
		return new GatedOperation(method, annotation.getString("group"), otherwise, adapter, interrupted, transactional,
				afterwards(method, annotation, otherwise, adapter != null));
	}

	private static Afterwards afterwards(Method method, MergedAnnotation<LeaderOnly> annotation,
			FollowerBehavior otherwise, boolean publishes) {
		ScheduledRuns scheduled = ScheduledRuns.of(method);
		if (annotation.getBoolean("catchUp")) {
			require(scheduled == ScheduledRuns.REPEATED, method,
					"has catchUp = true, but is not scheduled to run again and again",
					"Omit catchUp. For work that comes once use deferUntilLeading = true");
			require(!publishes, method, "has catchUp = true, but returns a publisher, to which nobody would subscribe",
					"Return nothing, or a CompletionStage");
			require(!(otherwise instanceof FollowerBehavior.Fallback), method,
					"has catchUp = true and a fallbackMethod, which exclude each other", "Omit one of them");
			return Afterwards.MADE_UP;
		}
		if (annotation.getBoolean("deferUntilLeading")) {
			require(otherwise instanceof FollowerBehavior.Skip, method,
					"has deferUntilLeading = true, but does something else on a follower: its call would be made twice",
					"Omit onFollower and fallbackMethod, or deferUntilLeading");
			require(!publishes, method,
					"has deferUntilLeading = true, but returns a publisher, whose subscriber is gone by " + "then",
					"Return nothing, or a CompletionStage");
			require(scheduled != ScheduledRuns.REPEATED, method,
					"has deferUntilLeading = true, but is scheduled to run again and again: a follower would keep each run",
					"Use catchUp = true");
			return Afterwards.DEFERRED;
		}
		if (scheduled != ScheduledRuns.NONE && !(otherwise instanceof FollowerBehavior.Fallback)) {
			return Afterwards.WATCHED;
		}
		boolean isChosen = annotation.getEnum("onFollower", OnFollower.class) != OnFollower.DEFAULT;
		return (otherwise instanceof FollowerBehavior.Skip && !isChosen) ? Afterwards.FORGOTTEN : Afterwards.NOTHING;
	}

	private static void require(boolean fits, Method method, String problem, String remedy) {
		if (!fits) {
			throw new UngatableMethodException(method, problem, remedy);
		}
	}

	private static void requireProxies(Method method, Class<?> type) {
		if (Modifier.isFinal(type.getModifiers()) && type.getInterfaces().length == 0) {
			throw new UngatableMethodException(method,
					"is in the final class " + type.getName() + ": a proxy cannot keep it from running on followers",
					"Make the class non-final");
		}
		Class<?>[] parameters = method.getParameterTypes();
		if (parameters.length > 0
				&& parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation")) {
			throw new UngatableMethodException(method,
					"is a suspending function, which continues after its return to the gate",
					"Put @LeaderOnly on a function that blocks or returns a Mono, Flux or CompletionStage");
		}
	}

	private FollowerBehavior otherwise(Method method, Class<?> type, Class<?> result,
			MergedAnnotation<LeaderOnly> annotation) {
		OnFollower chosen = annotation.getEnum("onFollower", OnFollower.class);
		String fallback = annotation.getString("fallbackMethod");
		if (!fallback.isEmpty()) {
			if (chosen != OnFollower.DEFAULT) {
				throw new UngatableMethodException(method,
						"has the fallback '" + fallback + "' and onFollower=" + chosen + ", which exclude each other",
						"Omit one of them");
			}
			return FallbackMethod.of(method, type, fallback);
		}
		boolean deferred = annotation.getBoolean("deferUntilLeading");
		boolean throwsHere = (chosen == OnFollower.DEFAULT)
				? this.throwing && !deferred && ScheduledRuns.of(method) == ScheduledRuns.NONE
				: chosen == OnFollower.THROW;
		if (!throwsHere && !deferred && chosen == OnFollower.DEFAULT) {
			requireNoTrust(method, TrustingCaller.of(method, type, annotation.getString("group")));
		}
		return throwsHere ? new FollowerBehavior.Throw() : new FollowerBehavior.Skip(SkippedAnswer.of(method, result));
	}

	private static void requireNoTrust(Method method, @Nullable TrustingCaller caller) {
		if (caller == null) {
			return;
		}
		TrustingCaller.Loss loss = caller.loss();
		if (loss != TrustingCaller.Loss.UNKNOWN) {
			throw new UngatableMethodException(method,
					"is called by " + caller.name() + ", which takes a plain return for done: " + loss.consequence(),
					loss.remedy());
		}
		logger.warn("@LeaderOnly on {}: {} may take a plain return for done, and then {}. {}",
				UngatableMethodException.name(method), caller.name(), loss.consequence(), loss.remedy());
	}

}
