package io.github.leaderelection.internal.forward;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.spring.ForwardToLeader;
import io.github.leaderelection.spring.ForwardToLeader.OnFollower;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.web.method.HandlerMethod;

/**
 * Finds the handlers for the leader and caches the result. Safe for use from any thread.
 */
final class ForwardedHandlers {

	private final OnFollower common;

	private final Map<MethodClassKey, Optional<Forwarding>> found = new ConcurrentHashMap<>();

	/**
	 * Creates an empty cache.
	 * @param common the behavior of followers unless the annotation specifies it
	 */
	ForwardedHandlers(OnFollower common) {
		this.common = common;
	}

	/** Finds the forwarding of a handler, null if any node may run the handler. */
	@Nullable Forwarding find(Object handler) {
		if (!(handler instanceof HandlerMethod method)) {
			return null;
		}
		MethodClassKey key = new MethodClassKey(method.getMethod(), method.getBeanType());
		Optional<Forwarding> known = this.found.get(key);
		if (known == null) {
			known = Optional.ofNullable(forwarding(method.getMethod(), method.getBeanType()));
			this.found.put(key, known);
		}
		return known.orElse(null);
	}

	private @Nullable Forwarding forwarding(Method declared, Class<?> beanType) {
		Class<?> type = ClassUtils.getUserClass(beanType);
		Method method = ClassUtils.getMostSpecificMethod(declared, type);
		MergedAnnotation<ForwardToLeader> annotation = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.get(ForwardToLeader.class);
		if (!annotation.isPresent()) {
			annotation = MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY).get(ForwardToLeader.class);
		}
		if (!annotation.isPresent()) {
			return null;
		}
		OnFollower chosen = annotation.getEnum("onFollower", OnFollower.class);
		return new Forwarding(annotation.getString("group"), (chosen != OnFollower.DEFAULT) ? chosen : this.common);
	}

}
