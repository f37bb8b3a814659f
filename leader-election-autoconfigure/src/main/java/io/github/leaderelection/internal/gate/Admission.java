package io.github.leaderelection.internal.gate;

/**
 * A call that may run.
 */
public interface Admission {

	/** An admission that nobody waits for. */
	Admission UNCOUNTED = new Admission() {

		@Override
		public void left() {
			// There is nothing to leave.
		}

		@Override
		public void ended() {
			// Nobody waits for it.
		}

	};

	/** The call returned or threw. On the thread that made it. */
	void left();

	/** Its work ended. On any thread, once. */
	void ended();

}
