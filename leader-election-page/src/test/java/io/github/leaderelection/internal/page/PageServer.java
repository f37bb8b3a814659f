package io.github.leaderelection.internal.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves the page below a context path, with states made by a test.
 */
final class PageServer implements AutoCloseable {

	private static final String BASE = "/shop/actuator/";

	private static final String PAGE = BASE + "leaderpage";

	private static final Map<String, String> TYPES = Map.of("css", "text/css", "js", "text/javascript", "svg",
			"image/svg+xml");

	private final HttpServer server;

	private final ExecutorService handlers = Executors.newCachedThreadPool();

	private final ScheduledExecutorService sender = Executors.newSingleThreadScheduledExecutor();

	private final List<OutputStream> streams = new CopyOnWriteArrayList<>();

	private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

	private volatile String state = "{}";

	private volatile boolean streaming = true;

	private volatile boolean silent;

	private Instant asOf = Instant.parse("2026-11-29T14:30:00.123Z");

	PageServer() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.handlers);
		this.server.createContext("/", this::answer);
		this.server.start();
		this.sender.scheduleAtFixedRate(this::send, 1, 1, TimeUnit.SECONDS);
	}

	String host() {
		return "http://localhost:" + this.server.getAddress().getPort();
	}

	String address() {
		return host() + PAGE;
	}

	/** Tells open pages of a state, and those that ask from now on. */
	void show(ObjectNode next) {
		this.asOf = this.asOf.plusSeconds(1);
		this.state = next.put("asOf", this.asOf.toString()).toString();
		this.sender.execute(this::send);
	}

	/** Ends all streams, and opens none until they may be opened again. */
	void stream(boolean allowed) {
		this.streaming = allowed;
		if (!allowed) {
			this.streams.forEach(PageServer::close);
		}
	}

	/** Says nothing on open streams any more, or speaks again. */
	void silence(boolean wanted) {
		this.silent = wanted;
	}

	/** The next request that changes something. */
	Request request() throws InterruptedException {
		return this.requests.poll(10, TimeUnit.SECONDS);
	}

	/** Whether pages listen to a stream. */
	boolean isHeard() {
		return !this.streams.isEmpty();
	}

	private void send() {
		if (!this.silent) {
			this.streams.forEach(this::send);
		}
	}

	private void send(OutputStream stream) {
		try {
			stream.write(("data:" + this.state + "\n\n").getBytes(StandardCharsets.UTF_8));
			stream.flush();
		}
		catch (IOException ex) {
			close(stream);
			this.streams.remove(stream);
		}
	}

	private static void close(OutputStream stream) {
		try {
			stream.close();
		}
		catch (IOException ex) {
			// The page was faster.
		}
	}

	private void answer(HttpExchange exchange) throws IOException {
		String path = exchange.getRequestURI().getRawPath();
		if (exchange.getRequestMethod().equals("POST")) {
			String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
			this.requests.add(new Request(path, exchange.getRequestHeaders().getFirst("X-CSRF-TOKEN"), body));
			answer(exchange, 200, "application/json", "{\"outcome\":\"DONE\",\"message\":\"as asked\"}");
			return;
		}
		switch (path) {
			case PAGE -> answer(exchange, 200, "text/html;charset=UTF-8",
					file("page.html").replace("{last}", "leaderpage").replace("{path}", "leaderpage"));
			case PAGE + "/state" -> answer(exchange, 200, "application/json", this.state);
			case PAGE + "/csrf" ->
				answer(exchange, 200, "application/json", "{\"header\":\"X-CSRF-TOKEN\",\"token\":\"secret\"}");
			case PAGE + "/live" -> open(exchange);
			case BASE + "leader/default/trace" -> answer(exchange, 200, "text/plain", resource("/page.trace"));
			default -> {
				String name = path.substring(path.lastIndexOf('/') + 1);
				answer(exchange, 200, TYPES.get(name.substring(name.lastIndexOf('.') + 1)), file(name));
			}
		}
	}

	private void open(HttpExchange exchange) throws IOException {
		if (!this.streaming) {
			answer(exchange, 503, "text/plain", "");
			return;
		}
		exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
		exchange.sendResponseHeaders(200, 0);
		OutputStream stream = exchange.getResponseBody();
		this.sender.execute(() -> {
			send(stream);
			this.streams.add(stream);
		});
	}

	private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().set("Content-Type", type);
		exchange.sendResponseHeaders(status, (bytes.length > 0) ? bytes.length : -1);
		exchange.getResponseBody().write(bytes);
		exchange.close();
	}

	private static String file(String name) {
		return resource("/META-INF/leader-election-page/" + name);
	}

	static String resource(String path) {
		try (InputStream in = PageServer.class.getResourceAsStream(path)) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.sender.shutdownNow();
		this.server.stop(0);
		this.handlers.shutdownNow();
	}

	/**
	 * A request that changes something.
	 */
	record Request(String path, String token, String body) {
	}

}
