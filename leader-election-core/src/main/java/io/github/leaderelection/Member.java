package io.github.leaderelection;

import java.net.URI;
import java.util.Objects;

/**
 * A configured member of the cluster.
 *
 * @param id its id: identity goes by this alone
 * @param url its base URL as this node reaches it; may differ from node to node
 */
public record Member(NodeId id, URI url) {

	/**
	 * Checks that both are given.
	 */
	public Member {
		Objects.requireNonNull(id, "id");
		Objects.requireNonNull(url, "url");
	}

}
