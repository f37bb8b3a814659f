package io.github.leaderelection.internal.transport.spi;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Where the applications of the members are found, as far as that is not where members
 * reach each other. Each member tells it when a connection opens. Safe for use from any
 * thread.
 */
public final class ApplicationUrls {

	private final Map<NodeId, Optional<URI>> told = new ConcurrentHashMap<>();

	private final @Nullable String own;

	/**
	 * Knows of no other member yet.
	 * @param own what this node tells of itself: the base URL of its application, empty
	 * if it has none; null if that is where members reach it
	 */
	public ApplicationUrls(@Nullable String own) {
		this.own = own;
	}

	/** What this node tells of itself, null for nothing. */
	public @Nullable String own() {
		return this.own;
	}

	/**
	 * Records what a member told of itself.
	 * @param text a URL, empty, or null for nothing; what is no URL counts as empty
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
	 * @param reached where members reach it, null if that is unknown
	 * @return null if it has no application, or none that is known
	 */
	public @Nullable URI of(NodeId member, @Nullable URI reached) {
		Optional<URI> url = this.told.get(member);
		return (url != null) ? url.orElse(null) : reached;
	}

}
