package io.github.leaderelection.internal.nodefence.protocol;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.protocol.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A term that was won and is not granted yet. {@link Settling} alone writes it.
 */
final class Winner {

	final long token;

	Lease lease;

	/** Former leaders that are not settled, null before the register is synchronised. */
	@Nullable List<Former> unsettled;

	/** Members that were fenced, or tried to be, in this term. */
	final List<Former> victims = new ArrayList<>();

	/** When to ask again. */
	long againNanos;

	/** When the next answer of the fence may be asked for. */
	long fenceNanos;

	long backOffNanos;

	/** When the present former leaders must be settled. */
	long deadlineNanos;

	boolean fencing;

	boolean writing;

	/** Whether a confirmation is not in the register yet. */
	boolean confirmed;

	boolean ceded;

	Winner(long token, Lease lease) {
		this.token = token;
		this.lease = lease;
	}

}
