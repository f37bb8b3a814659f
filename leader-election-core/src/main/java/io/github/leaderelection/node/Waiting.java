package io.github.leaderelection.node;

/**
 * Waits that an interrupt does not shorten.
 */
final class Waiting {

	private Waiting() {
	}

	/**
	 * Waits, and waits again for the rest when interrupted; the interrupt is kept for the
	 * caller.
	 * @return the result of the wait, false if the time ran out
	 */
	static boolean uninterruptibly(long nanos, Wait wait) {
		long deadline = System.nanoTime() + nanos;
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return wait.await(Math.max(0, deadline - System.nanoTime()));
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Something to wait for.
	 */
	interface Wait {

		boolean await(long nanos) throws InterruptedException;

	}

}
