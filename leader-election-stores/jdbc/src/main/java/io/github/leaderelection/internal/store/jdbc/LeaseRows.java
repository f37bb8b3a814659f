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
 * Converts rows to records, and requests to parameters.
 */
final class LeaseRows {

	static final int MOST_OF_A_NAME = 255;

	static final int MOST_OF_A_URL = 2048;

	/** The length of the prefix that identifies a text that is too long. */
	private static final int BEGINNING = 40;

	private LeaseRows() {
	}

	/**
	 * Reads a row. Numbers are read as texts, too, because manual changes may be invalid.
	 */
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

	/** The text that is too long for its column, or null. A database may truncate it. */
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

	static MapSqlParameterSource value(Request.WriteValue write) {
		String version = (write.version() != null) ? write.version() : Version.NONE;
		return write(write.key(), version, write.stamp()).addValue("content", write.text());
	}

	private static MapSqlParameterSource write(Key key, String version, long stamp) {
		return key(key).addValue("version", version).addValue("next", Version.next(version, stamp));
	}

	/**
	 * Versions of a record. A version counts the writes and has a random part. So a
	 * restored or recreated record never shows an old version.
	 */
	static final class Version {

		static final String NONE = "0";

		private static final int READ_BACK_EACH = 5;

		private Version() {
		}

		/**
		 * True for each fifth version: a lease is renewed five times during its duration.
		 */
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
				// A manual change.
				return 0;
			}
		}

	}

}
