package io.github.leaderelection.fencing.web;

import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Creates the header for requests of the leader of a group. Safe for use from any thread.
 */
public final class FencingTokenSender {

	private final String group;

	private final Function<String, OptionalLong> tokens;

	private final @Nullable FencingSignature signature;

	/**
	 * Creates a sender.
	 * @param group the group whose leader sends
	 * @param tokens supplies the calling thread's token by group at every request; empty
	 * to send none; may throw to prevent the request
	 * @param signature signs the tokens; null to send them unsigned
	 */
	public FencingTokenSender(String group, Function<String, OptionalLong> tokens,
			@Nullable FencingSignature signature) {
		this.group = group;
		this.tokens = tokens;
		this.signature = signature;
	}

	/**
	 * Creates a sender for the leader of another group.
	 * @param other the other group
	 * @return another sender
	 */
	public FencingTokenSender forGroup(String other) {
		return new FencingTokenSender(other, this.tokens, this.signature);
	}

	/**
	 * The header for a request.
	 * @return the value of the header, or empty to send none
	 * @throws IllegalStateException if the request must not be sent
	 */
	Optional<String> header(String method, URI uri) {
		OptionalLong token = this.tokens.apply(this.group);
		if (token.isEmpty()) {
			return Optional.empty();
		}
		FencingTokenHeader header = new FencingTokenHeader(token.getAsLong(), this.group, null);
		return Optional
			.of(((this.signature != null) ? this.signature.sign(header, method, target(uri)) : header).value());
	}

	private static String target(URI uri) {
		String path = (uri.getRawPath() != null) ? uri.getRawPath() : "";
		return (uri.getRawQuery() != null) ? path + "?" + uri.getRawQuery() : path;
	}

}
