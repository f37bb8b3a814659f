package io.github.leaderelection.fencing.web;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Says which resource a request writes to. Tokens of different groups do not compare, so
 * the name of a resource should have that of the group in it.
 */
@FunctionalInterface
public interface FencedResource {

	/**
	 * One resource a group: a newer leader ends every request of an older one.
	 */
	FencedResource OF_GROUP = (request, header) -> header.group();

	/**
	 * One resource a group and path: an older leader is refused where a newer one was
	 * already. However a client writes a path, it is one resource: encoded or not, with
	 * parameters, dots, empty parts or a slash at its end.
	 */
	FencedResource OF_PATH = (request, header) -> header.group() + ":" + RequestPath.of(request.getRequestURI());

	/**
	 * The resource that a request writes to.
	 * @param request the request
	 * @param header the token it came with
	 * @return the name of the resource
	 */
	String of(HttpServletRequest request, FencingTokenHeader header);

}
