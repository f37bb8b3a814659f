package io.github.leaderelection;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Makes an admitted call and ends its work.
 */
final class AdmittedCall {

	private AdmittedCall() {
	}

	static <T extends @Nullable Object, X extends Exception> LeaderResult<T> call(@Nullable LeaderWork work,
			LeaderCall<T, X> call) throws X {
		if (work == null) {
			return new LeaderResult.Skipped<>();
		}
		boolean continues = false;
		try {
			T value = call.call(work.leadership());
			if (value instanceof CompletionStage<?> stage) {
				stage.whenComplete((result, failure) -> work.close());
				continues = true;
			}
			return new LeaderResult.Ran<>(value);
		}
		finally {
			if (!continues) {
				work.close();
			}
		}
	}

}
