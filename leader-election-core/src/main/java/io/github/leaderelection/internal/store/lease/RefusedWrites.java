package io.github.leaderelection.internal.store.lease;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * Writes to a record that there never is: every engine refuses them, and has then done
 * once what a hand-over needs.
 */
public final class RefusedWrites {

	/** No cluster is called so. */
	public static final Key NEVER_MADE = new Key("none", "none");

	/** What ran a few times is still slow. */
	public static final int TIMES = 20;

	/** Only what ran some hundred times is compiled: for what asks no engine. */
	public static final int UNTIL_COMPILED = 200;

	/** No record has it. */
	private static final String VERSION = "0";

	private RefusedWrites() {
	}

	/**
	 * Sends again and again what is refused, until there is no answer: a silent engine
	 * would be waited for each time.
	 * @param times how often at most
	 * @param request sends and waits; says whether there was an answer
	 */
	public static void repeat(int times, BooleanSupplier request) {
		int left = times;
		while (left > 0 && request.getAsBoolean()) {
			left--;
		}
	}

	/** A take and a release. */
	public static List<Request.Change> all() {
		return List.of(take(), release());
	}

	/** A release. */
	public static Request.Release release() {
		return new Request.Release(NEVER_MADE, VERSION, null, 0, 0);
	}

	/** A take. */
	public static Request.Take take() {
		return new Request.Take(NEVER_MADE, VERSION, NodeId.of("none"), 0, 0, null, Duration.ofSeconds(1).toNanos(), 0,
				0);
	}

}
