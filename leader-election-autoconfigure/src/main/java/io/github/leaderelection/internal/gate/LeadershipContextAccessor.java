package io.github.leaderelection.internal.gate;

import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Enables Micrometer's context-propagation to carry the {@link LeadershipContext} to
 * executors. Found through {@link java.util.ServiceLoader}.
 */
public final class LeadershipContextAccessor implements ThreadLocalAccessor<LeadershipContext> {

	/** The key under which a context is captured. */
	public static final String KEY = LeadershipContext.class.getName();

	@Override
	public Object key() {
		return KEY;
	}

	@Override
	public @Nullable LeadershipContext getValue() {
		return LeadershipContextHolder.get();
	}

	@Override
	public void setValue(LeadershipContext value) {
		LeadershipContextHolder.set(value);
	}

	@Override
	public void setValue() {
		LeadershipContextHolder.set(null);
	}

}
