package io.github.leaderelection.internal.trace;

import java.time.Instant;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Now;

/**
 * The origin of a trace.
 *
 * @param algorithm the name of the protocol
 * @param version of this library, "unknown" if its jar does not contain it
 * @param writtenAt the node's wall clock when the trace was written, as ISO text
 */
public record Heading(String algorithm, String cluster, String group, NodeId node, String version, String writtenAt) {

	/** The heading of a trace that this node writes now. */
	public static Heading of(String protocol, ElectionSettings settings, Now now) {
		String version = Heading.class.getPackage().getImplementationVersion();
		return new Heading(protocol, settings.cluster(), settings.group(), settings.self(),
				(version != null) ? version : "unknown", Instant.ofEpochMilli(now.wallMillis()).toString());
	}

}
