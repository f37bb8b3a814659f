package io.github.leaderelection.internal.runtime.environment;

/**
 * Tells failures that are contained from those after which nothing can be relied on.
 */
public final class Failures {

	private Failures() {
	}

	public static void rethrowIfFatal(Throwable failure) {
		if (failure instanceof VirtualMachineError fatal && !isLackOfThread(failure)) {
			throw fatal;
		}
	}

	/**
	 * Whether a thread could not be had. What was to run on it did not; all else is as it
	 * was. The error has no type of its own, but each virtual machine names the thread.
	 */
	private static boolean isLackOfThread(Throwable failure) {
		String message = failure.getMessage();
		return failure instanceof OutOfMemoryError && message != null && message.contains("thread");
	}

	/** What to tell an operator of a failure: its message may be missing or bare. */
	public static String text(Throwable failure) {
		String message = failure.getMessage();
		return (message != null && !message.isBlank()) ? message : failure.getClass().getName();
	}

}
