package io.github.leaderelection.fencing.web;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Names the resource that a request writes to. Tokens of different groups cannot be
 * compared, so the name should contain the group.
 */
@FunctionalInterface
public interface FencedResource {

	/**
	 * One resource a group: after a request of a newer leader, every request of an older
	 * one is refused.
	 */
	FencedResource OF_GROUP = (request, header) -> header.group();

	/**
	 * One resource a group and path: an older leader is refused only where a newer one
	 * has been. All spellings of a path are one resource: encoded or not, with
	 * parameters, dots, empty parts or a slash at the end.
	 */
	FencedResource OF_PATH = (request, header) -> header.group() + ":" + RequestPath.of(request.getRequestURI());

	/**
	 * The resource that a request writes to.
	 * @param request the request
	 * @param header its fencing token
	 * @return the name of the resource
	 */
	String of(HttpServletRequest request, FencingTokenHeader header);

}
