package io.github.leaderelection.internal.gate;

/**
 * The permission of a call to run.
 */
public interface Admission {

	/** An admission that does not count as running work. */
	Admission UNCOUNTED = new Admission() {

		@Override
		public void left() {
			// No context is bound.
		}

		@Override
		public void ended() {
			// Not counted.
		}

	};

	/** Notes that the call returned or threw. Called on the thread of the call. */
	void left();

	/** Notes that the work of the call ended. Called once, on any thread. */
	void ended();

}
