package io.github.leaderelection.internal.hints;

import java.lang.reflect.Method;
import java.util.Set;

import io.github.leaderelection.internal.gate.method.LeaderOnlyMethods;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.ExecutableMode;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/**
 * Keeps leader-only methods and their fallbacks in a native image. A method without a
 * hint would run on every node.
 */
final class LeaderOnlyHints implements BeanRegistrationAotProcessor {

	/** Lenient, because the settings at run time may make all calls throw. */
	private final LeaderOnlyMethods methods = new LeaderOnlyMethods(true);

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		Set<Method> found = this.methods.reflective(bean.getBeanClass());
		if (found.isEmpty()) {
			return null;
		}
		return (generation, code) -> found.forEach(
				(method) -> generation.getRuntimeHints().reflection().registerMethod(method, ExecutableMode.INVOKE));
	}

}
