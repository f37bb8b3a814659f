package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.function.Supplier;

import io.github.leaderelection.spring.NotLeaderException;
import org.jspecify.annotations.Nullable;

/**
 * The behavior of a refused leader-only call.
 */
sealed interface FollowerBehavior {

	/** The outcome in the statistics. */
	GateOutcome outcome();

	/**
	 * Answers in place of the method.
	 * @throws Throwable the refusal, or an exception of the fallback
	 */
	@Nullable Object answer(@Nullable Object target, @Nullable Object[] arguments, Supplier<NotLeaderException> why)
			throws Throwable;

	/**
	 * Answers with null or an empty value.
	 */
	record Skip(Supplier<@Nullable Object> empty) implements FollowerBehavior {

		@Override
		public GateOutcome outcome() {
			return GateOutcome.SKIPPED;
		}

		@Override
		public @Nullable Object answer(@Nullable Object target, @Nullable Object[] arguments,
				Supplier<NotLeaderException> why) {
			return this.empty.get();
		}

	}

	record Throw() implements FollowerBehavior {

		@Override
		public GateOutcome outcome() {
			return GateOutcome.REFUSED;
		}

		@Override
		public @Nullable Object answer(@Nullable Object target, @Nullable Object[] arguments,
				Supplier<NotLeaderException> why) {
			throw why.get();
		}

	}

	/**
	 * Calls another method.
	 *
	 * @param told whether the last parameter is the exception
	 */
	record Fallback(java.lang.reflect.Method method, boolean told) implements FollowerBehavior {

		@Override
		public GateOutcome outcome() {
			return GateOutcome.FELL_BACK;
		}

		@Override
		public @Nullable Object answer(@Nullable Object target, @Nullable Object[] arguments,
				Supplier<NotLeaderException> why) throws Throwable {
			@Nullable Object[] all = arguments;
			if (this.told) {
				all = Arrays.copyOf(arguments, arguments.length + 1);
				all[arguments.length] = why.get();
			}
			try {
				return this.method.invoke(target, all);
			}
			catch (InvocationTargetException ex) {
				throw ex.getTargetException();
			}
		}

	}

}
