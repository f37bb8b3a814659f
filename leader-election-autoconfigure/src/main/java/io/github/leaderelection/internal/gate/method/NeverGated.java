package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.spring.LeaderBroadcastEvent;
import io.github.leaderelection.spring.LeaderChangedEvent;
import io.github.leaderelection.spring.LeadershipDrainingEvent;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import io.github.leaderelection.spring.MemberChangedEvent;
import io.github.leaderelection.spring.MemberDownEvent;
import io.github.leaderelection.spring.MemberSuspectedEvent;
import io.github.leaderelection.spring.MemberUpEvent;
import io.github.leaderelection.spring.ScheduledRunMissedEvent;

import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.SmartFactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationListener;
import org.springframework.context.Lifecycle;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.Phased;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.context.event.SmartApplicationListener;
import org.springframework.core.DecoratingProxy;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Methods that run on every node regardless of the annotation of their type: callbacks
 * and factory methods of the container, and listeners of leadership.
 */
final class NeverGated {

	private static final Set<Class<?>> CALLBACKS = Set.of(InitializingBean.class, DisposableBean.class,
			SmartInitializingSingleton.class, FactoryBean.class, SmartFactoryBean.class, Lifecycle.class,
			SmartLifecycle.class, Phased.class, Ordered.class, AutoCloseable.class, LeadershipListener.class,
			ApplicationListener.class, SmartApplicationListener.class, GenericApplicationListener.class);

	/**
	 * The type of the event decides about this method, unlike others of its interface.
	 */
	private static final String ON_EVENT = "onApplicationEvent";

	private static final List<String> ANNOTATIONS = List.of("jakarta.annotation.PostConstruct",
			"jakarta.annotation.PreDestroy", "javax.annotation.PostConstruct", "javax.annotation.PreDestroy");

	private static final Set<Class<?>> EVENTS = Set.of(LeadershipGrantedEvent.class, LeadershipDrainingEvent.class,
			LeadershipRevokedEvent.class, LeaderChangedEvent.class, LeaderBroadcastEvent.class,
			MemberChangedEvent.class, MemberUpEvent.class, MemberSuspectedEvent.class, MemberDownEvent.class,
			ScheduledRunMissedEvent.class);

	private NeverGated() {
	}

	static boolean includes(Method method, Class<?> type) {
		return method.getDeclaringClass() == Object.class || overridesObject(method) || isOfProxy(method)
				|| isCallback(method, type) || hasCallbackAnnotation(method) || listens(method, type);
	}

	/** Whether the container calls the method through the gate to create a bean. */
	static boolean makesBean(Method method) {
		return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(Bean.class);
	}

	private static boolean overridesObject(Method method) {
		return isDeclaredBy(Object.class, method);
	}

	/** Whether a proxy answers the method about itself, such as its target type. */
	private static boolean isOfProxy(Method method) {
		Class<?> declaring = method.getDeclaringClass();
		return declaring == DecoratingProxy.class
				|| (declaring.isInterface() && declaring.getName().startsWith("org.springframework.aop."));
	}

	private static boolean isCallback(Method method, Class<?> type) {
		for (Class<?> parent = type; parent != null; parent = parent.getSuperclass()) {
			for (Class<?> contract : parent.getInterfaces()) {
				if ((isCalledBack(contract) && isDeclaredBy(contract, method)) || isCallback(method, contract)) {
					return !method.getName().equals(ON_EVENT);
				}
			}
		}
		return false;
	}

	/** Recognizes configurers by their name, because their libraries may be missing. */
	private static boolean isCalledBack(Class<?> contract) {
		boolean ofSpring = contract.getName().startsWith("org.springframework.");
		return CALLBACKS.contains(contract) || (ofSpring
				&& (Aware.class.isAssignableFrom(contract) || contract.getSimpleName().endsWith("Configurer")));
	}

	private static boolean hasCallbackAnnotation(Method method) {
		MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		return ANNOTATIONS.stream().anyMatch(annotations::isPresent);
	}

	private static boolean isDeclaredBy(Class<?> contract, Method method) {
		return Arrays.stream(contract.getDeclaredMethods())
			.anyMatch((declared) -> declared.getName().equals(method.getName())
					&& Arrays.equals(declared.getParameterTypes(), method.getParameterTypes()));
	}

	private static boolean listens(Method method, Class<?> type) {
		MergedAnnotation<EventListener> listener = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.get(EventListener.class);
		boolean interfaceMethod = method.getName().equals(ON_EVENT) && method.getParameterCount() == 1
				&& ApplicationListener.class.isAssignableFrom(type);
		if (!listener.isPresent() && !interfaceMethod) {
			return false;
		}
		Stream<Class<?>> named = listener.isPresent() ? Arrays.stream(listener.getClassArray("classes"))
				: Stream.empty();
		return named.anyMatch(EVENTS::contains)
				|| (method.getParameterCount() == 1 && isEvent(ResolvableType.forMethodParameter(method, 0, type)));
	}

	private static boolean isEvent(ResolvableType parameter) {
		Class<?> raw = parameter.resolve(Object.class);
		if (PayloadApplicationEvent.class.isAssignableFrom(raw)) {
			return EVENTS.contains(parameter.as(PayloadApplicationEvent.class).getGeneric().resolve(Object.class));
		}
		return EVENTS.contains(raw);
	}

}
