package io.github.leaderelection.spring;

import org.jspecify.annotations.Nullable;

/**
 * Binds the {@link LeadershipContext} to threads. For those who run leader-only work and
 * who carry it to other threads; applications ask {@link LeadershipContext#current()}.
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
	 * @param context the context, null for none
	 */
	public static void set(@Nullable LeadershipContext context) {
		// null is set and not removed: the next call on this thread needs the place
		// again,
		// and an empty one holds nothing
		CONTEXTS.set(context);
	}

}
