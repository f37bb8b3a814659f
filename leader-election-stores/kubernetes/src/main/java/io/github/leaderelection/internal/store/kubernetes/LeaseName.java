package io.github.leaderelection.internal.store.kubernetes;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

import io.github.leaderelection.spi.LeaseStore.Key;

/**
 * Names of Leases for clusters and groups. Names that are legal in Kubernetes stay as
 * they are: {@code prefix.cluster.group}. Any other gets a digest as a fourth part, so
 * that no two are equal.
 */
final class LeaseName {

	/** The form of a name's parts between its dots. */
	static final Pattern PART = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

	private static final Pattern ILLEGAL = Pattern.compile("[^a-z0-9]+");

	private static final int MOST_OF_A_SLUG = 40;

	private static final int BYTES_OF_A_DIGEST = 16;

	private LeaseName() {
	}

	static String of(String prefix, Key key) {
		if (isLegal(key.cluster()) && isLegal(key.group())) {
			return prefix + "." + key.cluster() + "." + key.group();
		}
		// the length tells 'a' + 'bc' from 'ab' + 'c'
		String digest = digest(key.cluster().length() + ":" + key.cluster() + key.group());
		return prefix + "." + slug(key.cluster()) + "." + slug(key.group()) + "." + digest;
	}

	/** The name for a value: a digest has no such letters, and a group no dot. */
	static String ofValue(String prefix, Key key) {
		return of(prefix, key) + ".value";
	}

	/** The label that all Leases of a cluster have, and others rarely have. */
	static String label(String cluster) {
		return isLegal(cluster) ? cluster : "x." + digest(cluster);
	}

	static boolean isLegal(String part) {
		return PART.matcher(part).matches();
	}

	private static String slug(String name) {
		String legal = ILLEGAL.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("-");
		String cut = legal.substring(0, Math.min(legal.length(), MOST_OF_A_SLUG));
		String bare = cut.replaceAll("^-|-$", "");
		return bare.isEmpty() ? "x" : bare;
	}

	private static String digest(String text) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, BYTES_OF_A_DIGEST);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java has SHA-256", ex);
		}
	}

}
