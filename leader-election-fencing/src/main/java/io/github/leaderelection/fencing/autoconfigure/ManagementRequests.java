package io.github.leaderelection.fencing.autoconfigure;

import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.github.leaderelection.fencing.web.FencedResource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;

/**
 * Recognizes requests for management endpoints. They come from operators, not from a
 * leader, so they carry no token.
 */
final class ManagementRequests implements Predicate<FencedResource.Request> {

	/**
	 * A plain path; paths that a server might interpret differently are not recognized.
	 */
	private static final Pattern PLAIN = Pattern.compile("(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+");

	private final ObjectProvider<PathMappedEndpoints> endpoints;

	private final String servlet;

	/**
	 * Creates the predicate of an application.
	 * @param servlet the path of the dispatcher servlet, empty for the root
	 */
	ManagementRequests(ObjectProvider<PathMappedEndpoints> endpoints, String servlet) {
		this.endpoints = endpoints;
		this.servlet = servlet;
	}

	@Override
	public boolean test(FencedResource.Request request) {
		PathMappedEndpoints present = this.endpoints.getIfAvailable();
		String path = request.path();
		String own = request.contextPath() + this.servlet;
		return present != null && PLAIN.matcher(path).matches()
				&& present.getAllPaths()
					.stream()
					.anyMatch((each) -> path.equals(own + each) || path.startsWith(own + each + "/"));
	}

}
