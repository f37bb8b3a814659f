package io.github.leaderelection;

import java.net.URI;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A configured member of the cluster.
 *
 * @param id its id, which alone identifies the member
 * @param url its base URL for this node, which may differ between nodes; null if it is
 * not known beforehand
 */
public record Member(NodeId id, @Nullable URI url) {

	/**
	 * Checks the id.
	 */
	public Member {
		Objects.requireNonNull(id, "id");
	}

}
