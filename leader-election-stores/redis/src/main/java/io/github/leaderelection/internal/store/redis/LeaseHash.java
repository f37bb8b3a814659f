package io.github.leaderelection.internal.store.redis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.lease.FoundLease;
import io.github.leaderelection.internal.store.lease.LeasePart;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * Converts requests to arguments of scripts, and their answers to records. An empty field
 * stands for no value.
 */
final class LeaseHash {

	/** The prefix of the version that scripts give a hash without one. */
	static final String NO_VERSION = "none-";

	private LeaseHash() {
	}

	static LeaseScript script(Request request) {
		if (request instanceof Request.Create) {
			return LeaseScript.CREATE;
		}
		if (request instanceof Request.Take) {
			return LeaseScript.TAKE;
		}
		if (request instanceof Request.Renew) {
			return LeaseScript.RENEW;
		}
		if (request instanceof Request.ReadValue) {
			return LeaseScript.READ_VALUE;
		}
		if (request instanceof Request.WriteValue) {
			return LeaseScript.WRITE_VALUE;
		}
		return (request instanceof Request.Release) ? LeaseScript.RELEASE : LeaseScript.READ;
	}

	/** The arguments of the request's script. */
	static String[] arguments(Request request) {
		if (request instanceof Request.Create create) {
			return new String[] { next("", create.stamp()), text(create.durationNanos()), text(create.leastToken()),
					create.free() ? "1" : "0" };
		}
		if (request instanceof Request.Take take) {
			return new String[] { take.version(), next(take.version(), take.stamp()), take.holder().value(),
					text(take.incarnation()), text(take.attempt()), (take.url() != null) ? take.url() : "",
					text(take.durationNanos()), text(Math.max(take.leastToken(), 0)) };
		}
		if (request instanceof Request.Renew renew) {
			return new String[] { renew.version(), next(renew.version(), renew.stamp()), text(renew.durationNanos()) };
		}
		if (request instanceof Request.Release release) {
			NodeId preferred = release.preferred();
			return new String[] { release.version(), next(release.version(), release.stamp()),
					(preferred != null) ? preferred.value() : "", text(release.preferredNanos()) };
		}
		if (request instanceof Request.WriteValue write) {
			String version = (write.version() != null) ? write.version() : "";
			return new String[] { version, next(version, write.stamp()), write.text() };
		}
		return new String[0];
	}

	/**
	 * The next version: a count of writes and a random part. So no record that was
	 * restored or created anew repeats an old version.
	 */
	private static String next(String version, long stamp) {
		int end = version.indexOf('-');
		long count;
		try {
			count = (end > 0) ? Long.parseLong(version.substring(0, end)) : 0;
		}
		catch (NumberFormatException ex) {
			// the version was written by hand
			count = 0;
		}
		return (count + 1) + "-" + Long.toHexString(stamp);
	}

	private static String text(long number) {
		return Long.toString(number);
	}

	/** Converts the answer of a script. */
	static Answer answer(List<?> answered) {
		String word = answered.isEmpty() ? "nothing" : String.valueOf(answered.get(0));
		return switch (word) {
			case "done" -> found(fields(answered)).written();
			case "record" -> read(fields(answered));
			case "value" -> new Answer.Value(orNull(String.valueOf(answered.get(1))), String.valueOf(answered.get(2)));
			case "missing" -> new Answer.Missing();
			case "refused" -> new Answer.NotDone();
			case "tried" -> tried(answered);
			default -> new Answer.Unknown("Redis answered '" + word + "', which no script of the store does");
		};
	}

	/** One command of a trial always fails, for which no right is missing. */
	private static Answer tried(List<?> answered) {
		Map<String, String> refused = new TreeMap<>();
		for (int i = 1; i + 1 < answered.size(); i += 2) {
			String why = String.valueOf(answered.get(i + 1));
			if (RedisProblem.isMissingRight(why)) {
				refused.put(String.valueOf(answered.get(i)), why);
			}
		}
		return refused.isEmpty() ? new Answer.Missing() : new Answer.Unknown(RedisProblem.text(refused));
	}

	/** Converts the answer of a read. A hash that is no lease is left alone. */
	private static Answer read(Map<String, String> fields) {
		boolean isOurs = fields.containsKey("token") || !fields.getOrDefault("version", "").startsWith(NO_VERSION);
		return isOurs ? found(fields).answer() : new Answer.Unknown(RedisProblem.NO_LEASE);
	}

	private static Map<String, String> fields(List<?> answered) {
		Map<String, String> fields = new HashMap<>();
		for (int i = 1; i + 1 < answered.size(); i += 2) {
			fields.put(String.valueOf(answered.get(i)), String.valueOf(answered.get(i + 1)));
		}
		return fields;
	}

	private static FoundLease found(Map<String, String> fields) {
		return FoundLease.of(fields.getOrDefault("version", ""), (part) -> orNull(fields.get(field(part))));
	}

	private static String field(LeasePart part) {
		return switch (part) {
			case DURATION -> "duration";
			case PREFERENCE -> "preference";
			default -> part.toString();
		};
	}

	private static @Nullable String orNull(@Nullable String value) {
		return (value == null || value.isEmpty()) ? null : value;
	}

}
