package io.github.leaderelection;

import java.net.URI;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A configured member of the cluster.
 *
 * @param id its id: identity goes by this alone
 * @param url its base URL as this node reaches it, which may differ from node to node;
 * null where it is not known beforehand
 */
public record Member(NodeId id, @Nullable URI url) {

	/**
	 * Checks that there is an id.
	 */
	public Member {
		Objects.requireNonNull(id, "id");
	}

}
