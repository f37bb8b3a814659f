package io.github.leaderelection.internal.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.EnumMap;
import java.util.Map;

import io.github.leaderelection.internal.store.lease.FoundLease;
import io.github.leaderelection.internal.store.lease.LeasePart;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;

/**
 * Records as rows, and requests as parameters.
 */
final class LeaseRows {

	static final int MOST_OF_A_NAME = 255;

	static final int MOST_OF_A_URL = 2048;

	/** Of a text that is too long, to know it by. */
	private static final int BEGINNING = 40;

	private LeaseRows() {
	}

	/** Numbers too are read as texts, for somebody may have changed them by hand. */
	static FoundLease found(ResultSet row, int index) throws SQLException {
		Map<LeasePart, @Nullable String> parts = new EnumMap<>(LeasePart.class);
		for (LeasePart part : LeasePart.values()) {
			parts.put(part, row.getString(column(part)));
		}
		return FoundLease.of(row.getString("version"), parts::get);
	}

	private static String column(LeasePart part) {
		return (part == LeasePart.FREE) ? "is_free" : part.toString().replace('-', '_');
	}

	/** What is too long for its column; null if nothing is. A database may cut it off. */
	static @Nullable String tooLong(Request request) {
		Key key = request.key();
		String cluster = tooLong("name of the cluster", key.cluster(), MOST_OF_A_NAME);
		String group = (cluster != null) ? cluster : tooLong("name of the group", key.group(), MOST_OF_A_NAME);
		return (group == null && request instanceof Request.Take take && take.url() != null)
				? tooLong("url of this node", take.url(), MOST_OF_A_URL) : group;
	}

	private static @Nullable String tooLong(String what, String text, int most) {
		return (text.length() > most) ? "The " + what + " has " + text.length() + " characters, and a database keeps "
				+ most + ": shorten '" + text.substring(0, BEGINNING) + "...'" : null;
	}

	static MapSqlParameterSource key(Key key) {
		return new MapSqlParameterSource().addValue("cluster", key.cluster()).addValue("group", key.group());
	}

	static MapSqlParameterSource create(Request.Create create) {
		return write(create.key(), Version.NONE, create.stamp()).addValue("duration", create.durationNanos())
			.addValue("least", create.leastToken())
			.addValue("free", create.free());
	}

	static MapSqlParameterSource take(Request.Take take) {
		return write(take.key(), take.version(), take.stamp()).addValue("holder", take.holder().value())
			.addValue("incarnation", take.incarnation())
			.addValue("attempt", take.attempt())
			.addValue("url", take.url(), Types.VARCHAR)
			.addValue("duration", take.durationNanos())
			.addValue("least", take.leastToken());
	}

	static MapSqlParameterSource renew(Request.Renew renew) {
		return write(renew.key(), renew.version(), renew.stamp()).addValue("duration", renew.durationNanos());
	}

	static MapSqlParameterSource release(Request.Release release) {
		String preferred = (release.preferred() != null) ? release.preferred().value() : null;
		return write(release.key(), release.version(), release.stamp()).addValue("preferred", preferred, Types.VARCHAR)
			.addValue("preferredNanos", release.preferredNanos());
	}

	private static MapSqlParameterSource write(Key key, String version, long stamp) {
		return key(key).addValue("version", version).addValue("next", Version.next(version, stamp));
	}

	/**
	 * Versions of a record: they count its writes, and each has a random part besides, so
	 * that a record restored or made anew never shows an old one.
	 */
	static final class Version {

		static final String NONE = "0";

		private static final int READ_BACK_EACH = 5;

		private Version() {
		}

		/** Each fifth is: a lease is renewed five times while it counts. */
		static boolean isReadBack(String version) {
			return count(version) % READ_BACK_EACH == 0;
		}

		static String next(String version, long stamp) {
			return (count(version) + 1) + "-" + Long.toHexString(stamp);
		}

		private static long count(String version) {
			int end = version.indexOf('-');
			try {
				return Long.parseLong((end < 0) ? version : version.substring(0, end));
			}
			catch (NumberFormatException ex) {
				// somebody wrote it by hand
				return 0;
			}
		}

	}

}
