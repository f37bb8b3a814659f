package io.github.leaderelection.internal.transport.link;

/**
 * What becomes of a connection.
 */
enum Verdict {

	/** It is one of the two connections with the member. */
	TAKEN(0),

	/** Not now: the present link is being looked at, or none is wanted yet. */
	LATER(4300),

	/** Another process with the same id is linked and alive. */
	SECOND(RefusalReason.SECOND_NODE.closeCode());

	private final int closeCode;

	Verdict(int closeCode) {
		this.closeCode = closeCode;
	}

	CloseReason reason() {
		return new CloseReason(this.closeCode, "");
	}

	static boolean isHarmless(int code) {
		return code == LATER.closeCode;
	}

}
