package io.github.leaderelection.internal.settings;

import java.util.regex.Pattern;

/**
 * The variables that Kubernetes sets in each container for each Service of its namespace:
 * a Service of the name {@code leader-election} makes some that look like settings.
 */
public final class ServiceVariable {

	/** What to say where one is taken for a setting. */
	public static final String CAUSE = "Kubernetes sets such a variable for a Service: set enableServiceLinks: false "
			+ "in the pod's spec, or rename the Service";

	private static final Pattern NAME = Pattern
		.compile(".+_(SERVICE_(HOST|PORT(_\\w+)?)|PORT|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

	private static final Pattern ADDRESS = Pattern.compile("\\b(tcp|udp|sctp)://");

	private ServiceVariable() {
	}

	/** Whether a variable has such a name. */
	public static boolean is(String name) {
		return NAME.matcher(name).matches();
	}

	/** Whether a text has such an address, as where a port is expected. */
	public static boolean isIn(String text) {
		return ADDRESS.matcher(text).find();
	}

}
