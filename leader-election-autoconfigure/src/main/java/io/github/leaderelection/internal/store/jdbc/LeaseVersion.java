package io.github.leaderelection.internal.store.jdbc;

/**
 * Versions of a record: they count its writes, and each has a random part besides, so
 * that a record restored or made anew never shows an old one.
 */
final class LeaseVersion {

	static final String NONE = "0";

	private LeaseVersion() {
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
