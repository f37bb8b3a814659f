package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Refuses leader-only methods that would not work in the transaction of their call.
 */
final class TransactionalMethods {

	/**
	 * Given by name, because each may be missing. Spring evaluates them in this order.
	 */
	private static final List<String> ANNOTATIONS = List.of("org.springframework.transaction.annotation.Transactional",
			"jakarta.transaction.Transactional");

	private static final Set<String> APART = Set.of("REQUIRES_NEW", "NOT_SUPPORTED", "NEVER");

	private TransactionalMethods() {
	}

	/**
	 * Checks the return type and the annotations of a method.
	 * @throws UngatableMethodException if the work of the method would not belong to the
	 * transaction
	 */
	static void require(Method method, Class<?> result) {
		if (ReactiveTypes.isReactive(result) || CompletionStage.class.isAssignableFrom(result)
				|| Future.class.isAssignableFrom(result)) {
			throw new UngatableMethodException(method,
					"has transactional = true, but returns " + result.getName()
							+ ": its work may go on after the call, and its transaction ends with the call",
					"Return the value itself, or put @LeaderOnly(transactional = true) on a method that does the work "
							+ "and returns after it");
		}
		for (AnnotatedElement asked : List.of(method, method.getDeclaringClass())) {
			MergedAnnotations annotations = MergedAnnotations.from(asked, SearchStrategy.TYPE_HIERARCHY);
			for (String name : ANNOTATIONS) {
				MergedAnnotation<?> present = annotations.get(name);
				if (present.isPresent()) {
					requireSame(method, present.asAnnotationAttributes());
					return;
				}
			}
		}
	}

	/**
	 * Checks the attributes; the Jakarta annotation has only a propagation, as its value.
	 */
	private static void requireSame(Method method, AnnotationAttributes transactional) {
		if (Boolean.TRUE.equals(transactional.get("readOnly"))) {
			throw new UngatableMethodException(method,
					"has transactional = true, but it is @Transactional(readOnly = true), and a transaction that "
							+ "only reads commits nothing that the leader alone may commit",
					"Remove readOnly = true from the method's @Transactional or its type's, or omit transactional = true");
		}
		String propagation = String
			.valueOf(transactional.getOrDefault("propagation", transactional.get(MergedAnnotation.VALUE)));
		if (APART.contains(propagation)) {
			throw new UngatableMethodException(method,
					"has transactional = true, but it is @Transactional(" + propagation
							+ "), so its work would not belong to the transaction that only the leader commits",
					"Remove @Transactional, or use REQUIRED");
		}
		requireDefault(method, "isolation", transactional.get("isolation"), "DEFAULT",
				"set the isolation of the connections of the DataSource");
		requireDefault(method, "timeout", transactional.get("timeout"), "-1", "set spring.transaction.default-timeout");
		requireDefault(method, "timeoutString", transactional.get("timeoutString"), "",
				"set spring.transaction.default-timeout");
	}

	private static void requireDefault(Method method, String name, @Nullable Object value, String usual,
			String remedy) {
		if (value != null && !value.toString().equals(usual)) {
			throw new UngatableMethodException(method,
					"has transactional = true, but it is @Transactional(" + name + " = " + value
							+ "), which has no effect within the transaction that has begun before",
					"Omit " + name + " and " + remedy + ", or omit transactional = true");
		}
	}

}
