package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.function.Supplier;

import io.github.leaderelection.spring.NotLeaderException;
import org.jspecify.annotations.Nullable;

/**
 * What a leader-only call does that must not run.
 */
sealed interface Otherwise {

	/** As what it is counted. */
	GateOutcome outcome();

	/**
	 * Answers in the place of the method.
	 * @param target the object that was called
	 * @param arguments what it was called with
	 * @param why says why the method does not run
	 * @return the answer
	 * @throws Throwable the refusal, or what the fallback throws
	 */
	@Nullable Object answer(@Nullable Object target, @Nullable Object[] arguments, Supplier<NotLeaderException> why)
			throws Throwable;

	/**
	 * Answers null or empty.
	 *
	 * @param empty makes the answer
	 */
	record Skip(Supplier<@Nullable Object> empty) implements Otherwise {

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

	/**
	 * Throws.
	 */
	record Throw() implements Otherwise {

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
	 * @param method the method, accessible
	 * @param told whether its last parameter is the exception
	 */
	record Fallback(java.lang.reflect.Method method, boolean told) implements Otherwise {

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
