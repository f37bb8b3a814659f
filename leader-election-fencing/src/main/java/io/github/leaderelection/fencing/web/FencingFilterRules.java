package io.github.leaderelection.fencing.web;

import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The requirements of a filter on requests.
 *
 * @param groups the groups whose leaders may write here
 * @param required whether all requests other than GET, HEAD, OPTIONS and TRACE need a
 * token
 * @param signature checks signatures; null to require none
 * @param resource names the resource that a request writes to
 * @param exempt requests that the filter ignores
 */
public record FencingFilterRules(Set<String> groups, boolean required, @Nullable FencingSignature signature,
		FencedResource resource, Predicate<FencedResource.Request> exempt) {

	private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

	/**
	 * Checks the groups.
	 * @throws IllegalArgumentException if there is no group
	 */
	public FencingFilterRules {
		groups = Set.copyOf(groups);
		if (groups.isEmpty()) {
			throw new IllegalArgumentException(
					"No group may write here, so no token could pass: name the groups whose leaders write");
		}
	}

	boolean isMissing(FencedResource.Request request) {
		return this.required && !SAFE.contains(request.method());
	}

	boolean isSigned(FencingTokenHeader header, FencedResource.Request request) {
		if (this.signature == null) {
			return true;
		}
		String query = request.query();
		String target = (query != null) ? request.path() + "?" + query : request.path();
		return this.signature.isOf(header, request.method(), target);
	}

}
