package io.github.leaderelection.internal.lifecycle;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.view.ViewSource;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * Makes the transport once it is known which node this is.
 */
@FunctionalInterface
public interface PeerTransportFactory {

	/**
	 * Makes a transport that has not started.
	 * @param cluster the cluster and this node's place in it
	 */
	PeerTransport create(Cluster cluster);

	/**
	 * A cluster as one of its nodes sees it.
	 *
	 * @param others the base URLs of the others, as far as they are known beforehand
	 * @param rules by which each group holds its elections
	 * @param open what there is where some URLs are not known beforehand, else null
	 * @param applications where the applications of the nodes are found
	 */
	record Cluster(String name, NodeId self, List<NodeId> members, Map<NodeId, URI> others,
			Map<String, Class<? extends ElectionMessage>> messageTypes, Map<String, String> rules,
			@Nullable OpenMembership open, Duration lease, ApplicationUrls applications, ViewSource views) {
	}

}
