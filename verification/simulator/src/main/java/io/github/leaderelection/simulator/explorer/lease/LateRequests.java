package io.github.leaderelection.simulator.explorer.lease;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * Requests that nobody waits for any more, and that may still reach the store. Two that
 * would do the same are one, for the first of them makes the other one void.
 */
final class LateRequests {

	private static final int CREATE = 0;

	private static final int RENEW = 1;

	private static final int RELEASE = 2;

	private static final int TAKE = 3;

	private static final int OPEN_TAKE = 4;

	private static final int FORMER_TAKE = 5;

	private static final int KINDS = 6;

	private static final long OPEN = 1;

	private LateRequests() {
	}

	/**
	 * What a request does.
	 * @param openAttempt the take that its sender does not know the outcome of
	 */
	static int kind(Request request, long openAttempt) {
		if (request instanceof Request.Take take) {
			if (take.incarnation() != Writer.OWN) {
				return FORMER_TAKE;
			}
			return (take.attempt() != 0 && take.attempt() == openAttempt) ? OPEN_TAKE : TAKE;
		}
		if (request instanceof Request.Renew) {
			return RENEW;
		}
		return (request instanceof Request.Release) ? RELEASE : CREATE;
	}

	static String version(Request request) {
		return (request instanceof Request.Change change) ? change.version() : "";
	}

	/** The requests again. */
	static List<Flight> of(long kinds, ElectionSettings settings) {
		List<Flight> late = new ArrayList<>();
		for (int kind = 0; kind < KINDS; kind++) {
			if ((kinds & 1L << kind) != 0) {
				late.add(new Flight(request(kind, settings), false, null));
			}
		}
		return late;
	}

	private static Request request(int kind, ElectionSettings settings) {
		LeaseStore.Key key = new LeaseStore.Key(settings.cluster(), settings.group());
		String version = InstanceForm.CURRENT;
		long lease = settings.leaseNanos();
		return switch (kind) {
			case RENEW -> new Request.Renew(key, version, lease, 0);
			case RELEASE -> new Request.Release(key, version, null, 0, 0);
			case TAKE -> new Request.Take(key, version, LeaseScale.SELF, Writer.OWN, 0, null, lease, 0, 0);
			case OPEN_TAKE -> new Request.Take(key, version, LeaseScale.SELF, Writer.OWN, OPEN, null, lease, 0, 0);
			case FORMER_TAKE ->
				new Request.Take(key, version, LeaseScale.SELF, Writer.FORMER_START, 0, null, lease, 0, 0);
			default -> new Request.Create(key, lease, 0, false, 0);
		};
	}

}
