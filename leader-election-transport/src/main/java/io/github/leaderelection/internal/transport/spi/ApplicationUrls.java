package io.github.leaderelection.internal.transport.spi;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The URLs of the members' applications that differ from the URLs at which members reach
 * each other. Each member reports its own when a connection opens. Safe for use from any
 * thread.
 */
public final class ApplicationUrls {

	private final Map<NodeId, Optional<URI>> told = new ConcurrentHashMap<>();

	private final @Nullable String own;

	/**
	 * Creates an object that knows of no other member yet.
	 * @param own the base URL of this node's application, empty if it has none; null if
	 * members reach the node at the same URL
	 */
	public ApplicationUrls(@Nullable String own) {
		this.own = own;
	}

	/** The URL that this node reports about its application, null for none. */
	public @Nullable String own() {
		return this.own;
	}

	/**
	 * Records the URL that a member reported about its application.
	 * @param text a URL, empty, or null for none; an invalid URL counts as empty
	 */
	public void learn(NodeId member, @Nullable String text) {
		if (text == null) {
			this.told.remove(member);
		}
		else {
			this.told.put(member, Optional.ofNullable(BaseUrl.parse(text)));
		}
	}

	/**
	 * The base URL of a member's application.
	 * @param reached the URL at which members reach it, null if unknown
	 * @return the URL, or null if the member has no application or its URL is unknown
	 */
	public @Nullable URI of(NodeId member, @Nullable URI reached) {
		Optional<URI> url = this.told.get(member);
		return (url != null) ? url.orElse(null) : reached;
	}

}
