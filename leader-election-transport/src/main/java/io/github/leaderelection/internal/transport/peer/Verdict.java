package io.github.leaderelection.internal.transport.peer;

import io.github.leaderelection.internal.transport.medium.CloseReason;
import io.github.leaderelection.internal.transport.medium.RefusalReason;

/**
 * What becomes of a connection.
 */
public enum Verdict {

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

	public CloseReason reason() {
		return new CloseReason(this.closeCode, "");
	}

	public static boolean isHarmless(int code) {
		return code == LATER.closeCode;
	}

}
