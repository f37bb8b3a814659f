package io.github.leaderelection.internal.nodefence.protocol;

import io.github.leaderelection.NodeId;

/**
 * What a start of a node knows of fencing.
 *
 * @param timeoutNanos how long a winner tries to settle a former leader before it cedes
 * @param intervalNanos between two members that this node fences
 */
public record FenceSettings(NodeId self, long incarnation, long leaseNanos, long timeoutNanos, long intervalNanos) {

	/** After how long a question is asked again. */
	public long againNanos() {
		return this.leaseNanos / 4;
	}

}
