package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Prometheus of one's own on a free port, and a client of it.
 */
final class Prometheus implements AutoCloseable {

	private final HttpClient client = HttpClient.newHttpClient();

	private final JsonMapper mapper = JsonMapper.shared();

	private final Process process;

	private final int port;

	private Prometheus(Process process, int port) {
		this.process = process;
		this.port = port;
	}

	/**
	 * Starts one.
	 * @param program the program
	 * @param directory where it keeps its data and its log
	 * @param configuration its configuration
	 * @param port where it listens
	 */
	static Prometheus start(Path program, Path directory, String configuration, int port) throws IOException {
		Files.createDirectories(directory);
		Path file = Files.writeString(directory.resolve("prometheus.yaml"), configuration);
		List<String> command = List.of(program.toString(), "--config.file=" + file,
				"--storage.tsdb.path=" + directory.resolve("data"), "--web.listen-address=127.0.0.1:" + port);
		Process process = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(directory.resolve("prometheus.log").toFile())
			.start();
		return new Prometheus(process, port);
	}

	boolean isReady() {
		try {
			return get("/-/ready").statusCode() == 200;
		}
		catch (IOException ex) {
			if (!this.process.isAlive()) {
				throw new IllegalStateException("Prometheus ended with " + this.process.exitValue() + ": see its log",
						ex);
			}
			return false;
		}
	}

	/** The names of the alerts that fire now. */
	Set<String> firing() throws IOException {
		Set<String> names = new TreeSet<>();
		for (JsonNode alert : this.mapper.readTree(get("/api/v1/alerts").body()).path("data").path("alerts")) {
			if (alert.path("state").asString().equals("firing")) {
				names.add(alert.path("labels").path("alertname").asString());
			}
		}
		return names;
	}

	/**
	 * Runs a query.
	 * @return how many series it gives
	 * @throws IOException if it is not a query
	 */
	int series(String query) throws IOException {
		HttpResponse<String> response = get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
		JsonNode answer = this.mapper.readTree(response.body());
		if (response.statusCode() != 200 || !answer.path("status").asString().equals("success")) {
			throw new IOException("Prometheus refuses " + query + ": " + response.body());
		}
		return answer.path("data").path("result").size();
	}

	private HttpResponse<String> get(String path) throws IOException {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path)).build();
		try {
			return this.client.send(request, HttpResponse.BodyHandlers.ofString());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException("Interrupted while asking Prometheus", ex);
		}
	}

	@Override
	public void close() {
		this.process.destroy();
	}

}
