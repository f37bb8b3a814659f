package io.github.leaderelection.internal.transport.seal;

/**
 * Records which of several secrets the other side of a connection uses. The other side's
 * first genuine text decides. Safe for use from any thread.
 */
final class KeyChoice {

	private volatile int index;

	private volatile boolean decided;

	KeyChoice(int secrets) {
		this.decided = secrets == 1;
	}

	/** The index of the secret to seal with. */
	int index() {
		return this.index;
	}

	boolean isDecided() {
		return this.decided;
	}

	void decide(int chosen) {
		this.index = chosen;
		this.decided = true;
	}

}
