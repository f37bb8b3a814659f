package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.spring.LeaderBroadcastEvent;
import io.github.leaderelection.spring.LeaderChangedEvent;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import io.github.leaderelection.spring.MemberChangedEvent;
import io.github.leaderelection.spring.MemberDownEvent;
import io.github.leaderelection.spring.MemberSuspectedEvent;
import io.github.leaderelection.spring.MemberUpEvent;

import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationListener;
import org.springframework.context.Lifecycle;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.Phased;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Methods that run on every node regardless of the annotation of their type: callbacks of
 * the container, and listeners of leadership.
 */
final class NeverGated {

	private static final Set<Class<?>> CALLBACKS = Set.of(InitializingBean.class, DisposableBean.class,
			SmartInitializingSingleton.class, FactoryBean.class, Lifecycle.class, SmartLifecycle.class, Phased.class,
			Ordered.class, AutoCloseable.class, LeadershipListener.class);

	private static final List<String> ANNOTATIONS = List.of("jakarta.annotation.PostConstruct",
			"jakarta.annotation.PreDestroy", "javax.annotation.PostConstruct", "javax.annotation.PreDestroy");

	private static final Set<Class<?>> EVENTS = Set.of(LeadershipGrantedEvent.class, LeadershipRevokedEvent.class,
			LeaderChangedEvent.class, LeaderBroadcastEvent.class, MemberChangedEvent.class, MemberUpEvent.class,
			MemberSuspectedEvent.class, MemberDownEvent.class);

	private NeverGated() {
	}

	static boolean includes(Method method, Class<?> type) {
		return method.getDeclaringClass() == Object.class || overridesObject(method) || isCallback(method, type)
				|| listens(method, type);
	}

	private static boolean overridesObject(Method method) {
		return isDeclaredBy(Object.class, method);
	}

	private static boolean isCallback(Method method, Class<?> type) {
		if (method.getDeclaringClass().isInterface() && isOfSpring(method.getDeclaringClass())) {
			return true;
		}
		boolean callback = CALLBACKS.stream()
			.anyMatch((contract) -> contract.isAssignableFrom(type) && isDeclaredBy(contract, method));
		if (callback || (Aware.class.isAssignableFrom(type) && isAware(method, type))) {
			return true;
		}
		MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		return ANNOTATIONS.stream().anyMatch(annotations::isPresent);
	}

	private static boolean isOfSpring(Class<?> type) {
		return type.getName().startsWith("org.springframework.");
	}

	private static boolean isAware(Method method, Class<?> type) {
		for (Class<?> parent = type; parent != null; parent = parent.getSuperclass()) {
			for (Class<?> contract : parent.getInterfaces()) {
				boolean aware = Aware.class.isAssignableFrom(contract) && isOfSpring(contract);
				if ((aware && isDeclaredBy(contract, method)) || isAware(method, contract)) {
					return true;
				}
			}
		}
		return false;
	}

	private static boolean isDeclaredBy(Class<?> contract, Method method) {
		return Arrays.stream(contract.getDeclaredMethods())
			.anyMatch((declared) -> declared.getName().equals(method.getName())
					&& Arrays.equals(declared.getParameterTypes(), method.getParameterTypes()));
	}

	private static boolean listens(Method method, Class<?> type) {
		MergedAnnotation<EventListener> listener = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.get(EventListener.class);
		boolean interfaceMethod = method.getName().equals("onApplicationEvent") && method.getParameterCount() == 1
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
