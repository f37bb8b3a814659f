package io.github.leaderelection.internal.actuate;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.autoconfigure.cluster.TestCluster;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A whole application with a web server on a free port, and a client of it.
 */
public final class WebApplication implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final ConfigurableApplicationContext context;

	/** Who asks; empty for a stranger. */
	private final String user;

	private WebApplication(ConfigurableApplicationContext context, String user) {
		this.context = context;
		this.user = user;
	}

	/**
	 * Runs an application.
	 * @param configuration its configuration class
	 * @param properties as {@code name=value}, of highest precedence
	 * @return the running application
	 */
	public static WebApplication run(Class<?> configuration, String... properties) {
		return run(WebApplicationType.SERVLET, configuration, properties);
	}

	/** Runs an application of a type. */
	public static WebApplication run(WebApplicationType type, Class<?> configuration, String... properties) {
		return runSecured(type, configuration,
				Stream.concat(Stream.of(TestCluster.WITHOUT_SECURITY), Stream.of(properties)).toArray(String[]::new));
	}

	/** Runs an application of a type with Spring Security. */
	public static WebApplication runSecured(WebApplicationType type, Class<?> configuration, String... properties) {
		List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--spring.main.banner-mode=off"));
		if (Stream.of(properties).noneMatch((each) -> each.startsWith("server.shutdown="))) {
			arguments.add("--server.shutdown=immediate");
		}
		for (String property : properties) {
			arguments.add("--" + property);
		}
		return new WebApplication(new SpringApplicationBuilder(configuration).web(type)
			.registerShutdownHook(false)
			.run(arguments.toArray(new String[0])), "");
	}

	/** The same application, asked by a user whose password is the name. */
	public WebApplication as(String name) {
		return new WebApplication(this.context, name);
	}

	public ConfigurableApplicationContext context() {
		return this.context;
	}

	public HttpResponse<String> get(String path) {
		return send("local.server.port", path, HttpRequest.newBuilder());
	}

	public HttpResponse<String> getFromManagementPort(String path) {
		return send("local.management.port", path, HttpRequest.newBuilder());
	}

	public HttpResponse<String> post(String path, String json) {
		return send("local.server.port", path,
				HttpRequest.newBuilder()
					.header("Content-Type", "application/json")
					.POST(HttpRequest.BodyPublishers.ofString(json)));
	}

	public HttpResponse<String> postToManagementPort(String path, String json) {
		return send("local.management.port", path,
				HttpRequest.newBuilder()
					.header("Content-Type", "application/json")
					.POST(HttpRequest.BodyPublishers.ofString(json)));
	}

	public HttpResponse<String> head(String path) {
		return send("local.server.port", path,
				HttpRequest.newBuilder().method("HEAD", HttpRequest.BodyPublishers.noBody()));
	}

	private HttpResponse<String> send(String port, String path, HttpRequest.Builder request) {
		URI uri = URI.create("http://localhost:" + this.context.getEnvironment().getRequiredProperty(port) + path);
		if (!this.user.isEmpty()) {
			String credentials = this.user + ':' + this.user;
			request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()));
		}
		try {
			// A connection that was used may not be read at once again by a busy server.
			return HttpClient.newHttpClient()
				.send(request.uri(uri).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
		}
		catch (IOException | InterruptedException ex) {
			throw new AssertionError(uri + " does not answer", ex);
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

}
