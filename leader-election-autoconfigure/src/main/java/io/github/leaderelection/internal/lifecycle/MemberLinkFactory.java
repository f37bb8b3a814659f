package io.github.leaderelection.internal.lifecycle;

import java.net.URI;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.observer.MemberLink;

/**
 * Makes the link of an observer.
 */
@FunctionalInterface
public interface MemberLinkFactory {

	/**
	 * Makes a link that has not started.
	 * @param members the base URLs of the members that it may dial
	 */
	MemberLink create(String cluster, NodeId self, Map<NodeId, URI> members);

}
