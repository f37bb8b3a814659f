package io.github.leaderelection.internal.lifecycle;

import java.net.URI;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.observer.MemberLink;

/**
 * Creates the link of an observer.
 */
@FunctionalInterface
public interface MemberLinkFactory {

	/**
	 * Creates a link that has not started.
	 * @param members the base URLs of the members to which the link may connect
	 */
	MemberLink create(String cluster, NodeId self, Map<NodeId, URI> members);

}
