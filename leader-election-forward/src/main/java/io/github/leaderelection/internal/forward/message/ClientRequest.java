package io.github.leaderelection.internal.forward.message;

import java.io.IOException;
import java.util.Collection;
import java.util.List;

import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.RequestPath;

/**
 * A client's request as this node received it.
 */
public interface ClientRequest {

	String method();

	RequestPath path();

	/** The query as the client wrote it, or null. */
	@Nullable String query();

	Collection<String> headerNames();

	/** All values of a header, in their order. */
	List<String> headers(String name);

	default @Nullable String header(String name) {
		List<String> values = headers(name);
		return values.isEmpty() ? null : values.get(0);
	}

	String remoteAddress();

	String scheme();

	/** The host to which the client sent the request. */
	String serverName();

	int serverPort();

	/** The beginning of the path that a proxy has removed, or null. */
	@Nullable String removedPrefix();

	/**
	 * Finds the body and reads its first byte.
	 * @throws IOException if the client stops sending
	 * @throws Exception if a body that was read before cannot be made again
	 */
	RequestBody body() throws Exception;

	/** The observation of the request, null for that of the thread. */
	default @Nullable Observation observation() {
		return null;
	}

}
