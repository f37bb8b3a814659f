package io.github.leaderelection.simulator.explorer.lease;

import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * One thing that may happen next.
 *
 * @param node to which instance, by its position before, -1 for none
 * @param request the request it is about, null for none
 */
record LeaseAction(int node, String what, @Nullable Request request) {

	LeaseAction(int node, String what) {
		this(node, what, null);
	}

	/** Tells it of a name. */
	String tell(String name) {
		String about = (this.request != null) ? " " + name(this.request) : "";
		return (this.node < 0) ? this.what : name + this.what + about;
	}

	private static String name(Request request) {
		String kind = request.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
		return (request instanceof Request.Change change) ? kind + of(change.version()) : kind;
	}

	private static String of(String version) {
		return version.equals(InstanceForm.CURRENT) ? " of the current version" : " of a version that is gone";
	}

}
