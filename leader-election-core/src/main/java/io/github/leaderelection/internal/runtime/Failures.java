package io.github.leaderelection.internal.runtime;

/**
 * Tells failures that are contained from those after which nothing can be relied on.
 */
final class Failures {

	private Failures() {
	}

	static void rethrowIfFatal(Throwable failure) {
		if (failure instanceof VirtualMachineError fatal) {
			throw fatal;
		}
	}

	/** What to tell an operator of a failure: its message may be missing or bare. */
	static String text(Throwable failure) {
		String message = failure.getMessage();
		return (message != null && !message.isBlank()) ? message : failure.getClass().getName();
	}

}
