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
 * Creates the transport once the identity of this node is known.
 */
@FunctionalInterface
public interface PeerTransportFactory {

	/**
	 * Creates a transport that has not started.
	 * @param cluster the cluster in the view of this node
	 */
	PeerTransport create(Cluster cluster);

	/**
	 * A cluster in the view of one of its nodes.
	 *
	 * @param others the listed base URLs of the other nodes
	 * @param extensionTypes the types of extensions' messages, by name, of each group
	 * @param rules the rules of the elections of each group
	 * @param open the addresses and seed nodes if some URLs are not listed, otherwise
	 * null
	 * @param applications the application URLs of the nodes
	 */
	record Cluster(String name, NodeId self, List<NodeId> members, Map<NodeId, URI> others,
			Map<String, Class<? extends ElectionMessage>> messageTypes,
			Map<String, Map<String, Class<? extends ElectionMessage>>> extensionTypes, Map<String, String> rules,
			@Nullable OpenMembership open, Duration lease, ApplicationUrls applications, ViewSource views) {
	}

}
