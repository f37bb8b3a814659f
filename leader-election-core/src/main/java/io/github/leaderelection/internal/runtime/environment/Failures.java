package io.github.leaderelection.internal.runtime.environment;

/**
 * Distinguishes failures that are contained from fatal ones.
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
	 * Whether the system had no thread. Only the task of that thread is lost. The error
	 * has no type of its own, but each virtual machine names the thread.
	 */
	private static boolean isLackOfThread(Throwable failure) {
		String message = failure.getMessage();
		return failure instanceof OutOfMemoryError && message != null && message.contains("thread");
	}

	/** Describes a failure to an operator: its message may be missing or blank. */
	public static String text(Throwable failure) {
		String message = failure.getMessage();
		return (message != null && !message.isBlank()) ? message : failure.getClass().getName();
	}

}
