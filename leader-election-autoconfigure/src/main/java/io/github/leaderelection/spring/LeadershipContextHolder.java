package io.github.leaderelection.spring;

import org.jspecify.annotations.Nullable;

/**
 * Binds the {@link LeadershipContext} to threads. For code that runs leader-only work or
 * carries it to other threads. Applications use {@link LeadershipContext#current()}.
 */
public final class LeadershipContextHolder {

	private static final ThreadLocal<@Nullable LeadershipContext> CONTEXTS = new ThreadLocal<>();

	private LeadershipContextHolder() {
	}

	/**
	 * The context bound to this thread.
	 * @return the context, or null
	 */
	public static @Nullable LeadershipContext get() {
		return CONTEXTS.get();
	}

	/**
	 * Binds a context to this thread.
	 * @param context the context, or null for none
	 */
	public static void set(@Nullable LeadershipContext context) {
		// Null is set instead of removed, for the next call on this thread reuses the
		// entry.
		CONTEXTS.set(context);
	}

}
