package io.github.leaderelection.fencing.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Names the resource that a request writes to. Tokens of different groups cannot be
 * compared, so the name should contain the group.
 */
@FunctionalInterface
public interface FencedResource {

	/**
	 * One resource for each group: after a request of a newer leader, every request of an
	 * older leader is refused.
	 */
	FencedResource OF_GROUP = (request, header) -> header.group();

	/**
	 * One resource for each group and path: an older leader is refused only on paths of a
	 * newer leader. All spellings of a path are one resource: encoded or not, with
	 * parameters, dots, empty parts or a trailing slash.
	 */
	FencedResource OF_PATH = (request, header) -> header.group() + ":" + RequestPath.of(request.path());

	/**
	 * The resource that a request writes to.
	 * @param request the request
	 * @param header its fencing token
	 * @return the name of the resource
	 */
	String of(Request request, FencingTokenHeader header);

	/**
	 * A request that may carry a fencing token, on a servlet container or on WebFlux.
	 */
	interface Request {

		/**
		 * The HTTP method.
		 */
		String method();

		/**
		 * The path as the client wrote it, including the context path.
		 */
		String path();

		/**
		 * The context path, empty for the root.
		 */
		String contextPath();

		/**
		 * The query as the client wrote it.
		 * @return the query, or null if there is none
		 */
		@Nullable String query();

		/**
		 * The values of a header.
		 * @param name the name of the header
		 * @return the values, empty if there are none
		 */
		List<String> headers(String name);

	}

}
