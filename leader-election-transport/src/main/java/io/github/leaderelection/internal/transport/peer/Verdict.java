package io.github.leaderelection.internal.transport.peer;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.RefusalReason;

/**
 * The decision on an authenticated connection.
 */
public enum Verdict {

	/** The connection becomes one of the two with the member. */
	TAKEN(0),

	/** Not taken now: the present link is being checked, or no link is wanted yet. */
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
