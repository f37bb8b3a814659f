package io.github.leaderelection.system;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

import io.github.leaderelection.system.cluster.NodeProcess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks nodes by HTTP.
 */
public final class Http {

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static final JsonMapper MAPPER = JsonMapper.shared();

	private Http() {
	}

	/**
	 * Reads JSON, whatever the status of the answer.
	 * @param node the node
	 * @param path the path
	 * @return the answer
	 * @throws IOException if there is none
	 */
	static JsonNode json(NodeProcess node, String path) throws IOException {
		return MAPPER.readTree(text(node, path));
	}

	/**
	 * Reads text, whatever the status of the answer.
	 * @param node the node
	 * @param path the path
	 * @return the answer
	 * @throws IOException if there is none
	 */
	public static String text(NodeProcess node, String path) throws IOException {
		return send(to(node, path).build()).body();
	}

	/**
	 * Sends JSON.
	 * @param node the node
	 * @param path the path
	 * @param body what is sent
	 * @return the status of the answer
	 * @throws IOException if there is none
	 */
	public static int post(NodeProcess node, String path, String body) throws IOException {
		return send(to(node, path).header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(body))
			.build()).statusCode();
	}

	private static HttpRequest.Builder to(NodeProcess node, String path) {
		return HttpRequest.newBuilder(URI.create("http://localhost:" + node.port() + path))
			.timeout(Duration.ofSeconds(60));
	}

	private static HttpResponse<String> send(HttpRequest request) throws IOException {
		try {
			return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException("Interrupted while asking " + request.uri(), ex);
		}
	}

}
