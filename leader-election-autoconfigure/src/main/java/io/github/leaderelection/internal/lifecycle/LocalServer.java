package io.github.leaderelection.internal.lifecycle;

import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;

/**
 * The web server of this application.
 */
public class LocalServer {

	private static final String SSL = "server.ssl.";

	/** The keys of the path of a servlet application's dispatcher servlet. */
	private static final List<String> SERVLET_PATHS = List.of("server.servlet.context-path", "spring.mvc.servlet.path");

	private static final List<String> REACTIVE_PATHS = List.of("spring.webflux.base-path");

	private final Environment environment;

	private volatile @Nullable Integer port;

	private volatile List<String> pathKeys = SERVLET_PATHS;

	public LocalServer(Environment environment) {
		this.environment = environment;
	}

	/**
	 * The port on which the server listens, null before it listens or without a server.
	 */
	public @Nullable Integer port() {
		return this.port;
	}

	public void listensOn(int newPort) {
		this.port = newPort;
	}

	/** Notes that the server of a WebFlux application listens. */
	public void listensReactivelyOn(int newPort) {
		this.pathKeys = REACTIVE_PATHS;
		this.port = newPort;
	}

	/** Whether the server serves a WebFlux application. */
	boolean isReactive() {
		return this.pathKeys.equals(REACTIVE_PATHS);
	}

	/** The base URL by which this machine reaches the server. */
	URI localUrl(int listening) {
		return url("localhost", listening);
	}

	/** The base URL of the server by a host name of this machine. */
	URI url(String host, int listening) {
		return URI.create((isSecure() ? "https" : "http") + "://" + host + ":" + listening + basePath());
	}

	/** Whether the server requires TLS, according to the settings. */
	boolean isSecure() {
		boolean configured = this.environment.containsProperty(SSL + "bundle")
				|| this.environment.containsProperty(SSL + "key-store")
				|| this.environment.containsProperty(SSL + "certificate");
		return configured && this.environment.getProperty(SSL + "enabled", Boolean.class, true);
	}

	/** The path of the application below host and port. */
	String basePath() {
		return this.pathKeys.stream().map(this::path).collect(Collectors.joining());
	}

	private String path(String key) {
		String path = this.environment.getProperty(key, "");
		return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
	}

}
