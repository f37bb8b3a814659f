package io.github.leaderelection.internal.runtime.environment;

/**
 * Tells failures that are contained from those after which nothing can be relied on.
 */
public final class Failures {

	private Failures() {
	}

	public static void rethrowIfFatal(Throwable failure) {
		if (failure instanceof VirtualMachineError fatal) {
			throw fatal;
		}
	}

	/** What to tell an operator of a failure: its message may be missing or bare. */
	public static String text(Throwable failure) {
		String message = failure.getMessage();
		return (message != null && !message.isBlank()) ? message : failure.getClass().getName();
	}

}
