package io.github.leaderelection.internal.store.etcd;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names one state of a record. The revisions of etcd count all its writes. They repeat
 * only after a snapshot is restored, so a random stamp is added.
 *
 * @param created revision at which the key was created
 * @param modified revision at which the key was written last
 */
record EtcdVersion(long created, long modified, String stamp) {

	private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\.(\\d{1,18})-([0-9a-f]+)");

	/** The version of no key. */
	private static final EtcdVersion NEVER = new EtcdVersion(-1, -1, "");

	static EtcdVersion parse(String version) {
		Matcher form = FORM.matcher(version);
		return form.matches()
				? new EtcdVersion(Long.parseLong(form.group(1)), Long.parseLong(form.group(2)), form.group(3)) : NEVER;
	}

	static String stamp(long random) {
		return Long.toHexString(random);
	}

	@Override
	public String toString() {
		return this.created + "." + this.modified + "-" + this.stamp;
	}

}
