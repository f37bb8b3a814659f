package io.github.leaderelection.compatibility;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that DevTools restarts within its process.
 */
class DevToolsRestartIT {

	private static final Pattern PORT = Pattern.compile("started on port (\\d+)");

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private final HttpClient client = HttpClient.newHttpClient();

	@TempDir
	private Path directory;

	@Test
	void applicationLeadsAgainAfterEachRestart() throws Exception {
		Path log = this.directory.resolve("log.txt");
		Path watched = Files.createDirectory(this.directory.resolve("watched"));
		Process process = start(watched, log);
		try {
			String before = awaitStart(log, "");
			for (int i = 0; i < 2; i++) {
				awaitLeading(log);
				Files.writeString(watched.resolve("changed.properties"), "restart " + i);
				before = awaitStart(log, before);
			}
			awaitLeading(log);
			assertThat(process.isAlive()).isTrue();
			assertThat(Files.readString(log)).contains("restartedMain").doesNotContain(" ERROR ");
		}
		finally {
			process.destroy();
			process.waitFor();
		}
		assertThat(Files.readString(log)).doesNotContain(" ERROR ");
	}

	/** Another one after each restart; 0 while there is none yet. */
	private static int port(Path log) throws IOException {
		return PORT.matcher(Files.readString(log))
			.results()
			.mapToInt((match) -> Integer.parseInt(match.group(1)))
			.reduce(0, (former, next) -> next);
	}

	private static Process start(Path watched, Path log) throws IOException {
		List<String> classPath = SeparateApplication.classPath(true);
		return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-cp", String.join(File.pathSeparator, classPath),
				"io.github.leaderelection.compatibility.app.CompatibleApplication", "--server.port=0",
				"--spring.security.user.name=user", "--spring.security.user.password=secret",
				"--spring.devtools.livereload.enabled=false", "--spring.devtools.restart.additional-paths=" + watched,
				"--spring.devtools.restart.poll-interval=200ms", "--spring.devtools.restart.quiet-period=100ms")
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
	}

	/** Answers another name than before once it has started anew. */
	private String awaitStart(Path log, String before) {
		return Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> get(log, "/public/start"), (start) -> start.length() == 36 && !start.equals(before));
	}

	private void awaitLeading(Path log) {
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> get(log, "/actuator/leader"), (status) -> status.contains("\"leading\":true"));
	}

	private String get(Path log, String path) throws Exception {
		int port = port(log);
		if (port == 0) {
			return "";
		}
		String user = Base64.getEncoder().encodeToString("user:secret".getBytes(StandardCharsets.UTF_8));
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.header("Authorization", "Basic " + user)
			.build();
		try {
			HttpResponse<String> response = this.client.send(request, BodyHandlers.ofString());
			return (response.statusCode() == 200) ? response.body() : "";
		}
		catch (IOException ex) {
			return "";
		}
	}

}
