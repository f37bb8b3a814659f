package io.github.leaderelection.autoconfigure.fencing;

import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.github.leaderelection.fencing.web.FencedResource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;

/**
 * Recognizes requests for the endpoints of management. Operators make them, and no leader
 * does: they carry no token.
 */
final class ManagementRequests implements Predicate<FencedResource.Request> {

	/** A path that a server might read otherwise is not recognized. */
	private static final Pattern PLAIN = Pattern.compile("(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+");

	private final ObjectProvider<PathMappedEndpoints> endpoints;

	private final String servlet;

	/**
	 * Requests of an application.
	 * @param servlet the path of its dispatcher servlet, empty for the root
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
