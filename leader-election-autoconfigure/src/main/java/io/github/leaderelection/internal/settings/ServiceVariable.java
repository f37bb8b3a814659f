package io.github.leaderelection.internal.settings;

import java.util.regex.Pattern;

/**
 * The variables that Kubernetes sets in each container for each Service of its namespace.
 * Those of a Service {@code leader-election} look like settings.
 */
public final class ServiceVariable {

	/** The explanation if a variable is read as a setting. */
	public static final String CAUSE = "Kubernetes sets such a variable for a Service: set enableServiceLinks: false "
			+ "in the pod's spec, or rename the Service";

	private static final Pattern NAME = Pattern
		.compile(".+_(SERVICE_(HOST|PORT(_\\w+)?)|PORT|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

	private static final Pattern ADDRESS = Pattern.compile("\\b(tcp|udp|sctp)://");

	private ServiceVariable() {
	}

	/** Whether a variable has the name of a Service variable. */
	public static boolean is(String name) {
		return NAME.matcher(name).matches();
	}

	/**
	 * Whether a text contains the address of a Service variable, for example instead of a
	 * port.
	 */
	public static boolean isIn(String text) {
		return ADDRESS.matcher(text).find();
	}

}
