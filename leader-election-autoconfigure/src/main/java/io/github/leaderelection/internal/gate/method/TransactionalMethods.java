package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Refuses leader-only methods that would not do their work in the transaction of their
 * call.
 */
final class TransactionalMethods {

	/** Named, for it may be missing. */
	private static final String TRANSACTIONAL = "org.springframework.transaction.annotation.Transactional";

	private static final Set<String> APART = Set.of("REQUIRES_NEW", "NOT_SUPPORTED", "NEVER");

	private TransactionalMethods() {
	}

	/**
	 * Checks what can be seen of a method.
	 * @param result what it returns
	 * @throws UngatableMethodException if its work does not belong to the transaction
	 */
	static void require(Method method, Class<?> type, Class<?> result) {
		if (ReactiveGate.isReactive(result) || CompletionStage.class.isAssignableFrom(result)
				|| Future.class.isAssignableFrom(result)) {
			throw new UngatableMethodException(method,
					"has transactional = true, but returns " + result.getName()
							+ ": its work may go on after the call, and its transaction ends with the call",
					"Return the value itself, or put @LeaderOnly(transactional = true) on a method that does the work "
							+ "and returns after it");
		}
		MergedAnnotation<?> own = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).get(TRANSACTIONAL);
		MergedAnnotation<?> present = own.isPresent() ? own
				: MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY).get(TRANSACTIONAL);
		if (present.isPresent()) {
			requireSame(method, present);
		}
	}

	private static void requireSame(Method method, MergedAnnotation<?> transactional) {
		if (transactional.getBoolean("readOnly")) {
			throw new UngatableMethodException(method,
					"has transactional = true, but it is @Transactional(readOnly = true), and a transaction that "
							+ "only reads commits nothing that the leader alone may commit",
					"Remove readOnly = true from the method's @Transactional or its type's, or omit transactional = true");
		}
		String propagation = String.valueOf(transactional.asAnnotationAttributes().get("propagation"));
		if (APART.contains(propagation)) {
			throw new UngatableMethodException(method,
					"has transactional = true, but it is @Transactional(propagation = " + propagation
							+ "), so its work would not belong to the transaction that only the leader commits",
					"Remove @Transactional, or use propagation = REQUIRED");
		}
	}

}
