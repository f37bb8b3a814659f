package io.github.leaderelection.internal.store.kubernetes.server;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.github.leaderelection.internal.store.kubernetes.server.ApiChange.ObjectKey;
import io.github.leaderelection.internal.transport.link.Ports;
import org.jspecify.annotations.Nullable;

/**
 * An API server on a port of its own, with what a store of leases asks of one.
 */
public final class StrictApiServer implements AutoCloseable {

	private static final ObjectMapper json = new ObjectMapper();

	static {
		// otherwise each answer waits for an acknowledgement
		System.setProperty("sun.net.httpserver.nodelay", "true");
		// clients that were closed leave theirs
		System.setProperty("sun.net.httpserver.maxIdleConnections", "100000");
	}

	private final ApiObjects objects = new ApiObjects();

	private final Queue<Planned> faults = new ConcurrentLinkedQueue<>();

	private final List<String> requests = new CopyOnWriteArrayList<>();

	private final Set<String> forbidden = ConcurrentHashMap.newKeySet();

	private final Set<HttpExchange> watches = ConcurrentHashMap.newKeySet();

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "strict-api-server");
		thread.setDaemon(true);
		return thread;
	});

	private volatile @Nullable SSLContext tls;

	private volatile CountDownLatch stopped = new CountDownLatch(1);

	private volatile @Nullable String token;

	private volatile boolean isRefusingWatches;

	private volatile boolean hasReviews = true;

	private volatile @Nullable String evaluationError;

	private volatile boolean deniesExpressly;

	/** Tests are not to wait as long as clients of a real server do. */
	private volatile Duration bookmarks = Duration.ofMillis(200);

	private HttpServer server;

	/** A server that listens. */
	public StrictApiServer() {
		this(null);
	}

	/** A server that listens, with certificates. */
	public StrictApiServer(@Nullable SSLContext tls) {
		this.tls = tls;
		this.server = listen(Ports.free());
	}

	private HttpServer listen(int port) {
		try {
			InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
			SSLContext context = this.tls;
			HttpServer made;
			if (context != null) {
				HttpsServer secure = HttpsServer.create(address, 0);
				secure.setHttpsConfigurator(new HttpsConfigurator(context));
				made = secure;
			}
			else {
				made = HttpServer.create(address, 0);
			}
			made.setExecutor(this.threads);
			made.createContext("/", this::handle);
			made.start();
			return made;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Sends each watch that is quiet a bookmark after this time. */
	public void sendBookmarksAfter(Duration quiet) {
		this.bookmarks = quiet;
	}

	/** Where it is reached. */
	public String url() {
		return ((this.tls != null) ? "https" : "http") + "://localhost:" + port() + "/";
	}

	public int port() {
		return this.server.getAddress().getPort();
	}

	/** How a client reaches it. */
	public Config config() {
		return new ConfigBuilder().withAutoConfigure(false).withMasterUrl(url()).withNamespace("shop").build();
	}

	/** Stops, and starts again at the same port with what it saved. */
	public void restart() {
		int port = port();
		stop();
		this.stopped = new CountDownLatch(1);
		this.server = listen(port);
	}

	/** Starts again with other certificates. */
	public void restartWith(SSLContext other) {
		this.tls = other;
		restart();
	}

	/** Is not reached any more. */
	public void stop() {
		this.stopped.countDown();
		this.server.stop(0);
	}

	@Override
	public void close() {
		stop();
		this.threads.shutdownNow();
	}

	// What a test does to it

	/** Has the next request of a kind go wrong. */
	public void plan(String method, ApiFault fault) {
		this.faults.add(new Planned(method, fault));
	}

	/** What was asked since the start or {@link #forgetRequests()}: method and path. */
	public List<String> requests() {
		return this.requests;
	}

	public void forgetRequests() {
		this.requests.clear();
	}

	/** Withdraws a right, as {@code create leases}. */
	public void forbid(String... rights) {
		this.forbidden.addAll(List.of(rights));
	}

	public void permitAll() {
		this.forbidden.clear();
	}

	/** Lets nobody ask for its rights. */
	public void refuseReviews() {
		this.hasReviews = false;
	}

	/** Reviews say that an authorizer failed, and deny what is forbidden if told so. */
	public void failReviews(String error, boolean deniesExpressly) {
		this.evaluationError = error;
		this.deniesExpressly = deniesExpressly;
	}

	/** Demands a token. */
	public void demandToken(String demanded) {
		this.token = demanded;
	}

	public void setClock(Duration ahead) {
		this.objects.setClock(ahead);
	}

	/** Forgets former revisions: who watches from one is told that it is gone. */
	public void compact() {
		this.objects.compact();
	}

	/**
	 * Copies all that is kept, as a snapshot of etcd does.
	 * @return restores it as is advised for Kubernetes: revisions go on far above those
	 * that were lost, and what was watched is gone
	 */
	public Runnable copy() {
		Runnable restore = this.objects.copy();
		return () -> {
			restore.run();
			restart();
		};
	}

	public void breakWatches() {
		this.watches.forEach(HttpExchange::close);
	}

	public void refuseWatches(boolean refused) {
		this.isRefusingWatches = refused;
	}

	public int watches() {
		return this.watches.size();
	}

	/** What {@code kubectl delete} does. */
	public void delete(String resource, String name) {
		unchecked(() -> {
			this.objects.delete(new ObjectKey(resource, "shop", name), "", "");
			return null;
		});
	}

	/** What {@code kubectl get} shows. */
	public ObjectNode get(String resource, String name) {
		return unchecked(() -> this.objects.get(new ObjectKey(resource, "shop", name)));
	}

	/** The names of all leases. */
	public List<String> leases() {
		return this.objects.list("leases", "shop", "")
			.stream()
			.map((lease) -> lease.path("metadata").path("name").asText())
			.toList();
	}

	/** Makes an object, as another tool does. */
	public ObjectNode create(String resource, String name, JsonNode spec) {
		ObjectNode made = JsonNodeFactory.instance.objectNode();
		made.put("kind", resource.equals("pods") ? "Pod" : "Lease")
			.put("apiVersion", resource.equals("pods") ? "v1" : "coordination.k8s.io/v1");
		made.putObject("metadata").put("name", name).put("namespace", "shop");
		made.set("spec", spec);
		return unchecked(() -> this.objects.create(new ObjectKey(resource, "shop", name), made));
	}

	/** Writes an object, as another tool does that has just read it. */
	public void write(String resource, ObjectNode changed) {
		unchecked(() -> this.objects
			.replace(new ObjectKey(resource, "shop", changed.path("metadata").path("name").asText()), changed));
	}

	private static <T> T unchecked(Work<T> work) {
		try {
			return work.run();
		}
		catch (ApiRefusal ex) {
			throw new IllegalStateException(ex.getMessage(), ex);
		}
	}

	// What it does

	private void handle(HttpExchange exchange) throws IOException {
		CountDownLatch end = this.stopped;
		byte[] body = exchange.getRequestBody().readAllBytes();
		ApiRequest request = ApiRequest.of(exchange, body);
		this.requests.add((request.isWatch() ? "WATCH" : request.method()) + " " + request.path());
		ApiFault fault = fault(request);
		if (fault == ApiFault.TOO_MANY_REQUESTS || fault == ApiFault.FAILS) {
			ApiRefusal refusal = (fault == ApiFault.FAILS) ? new ApiRefusal(500, "InternalError", "etcd is away")
					: new ApiRefusal(429, "TooManyRequests", "too many requests, please try again later");
			answer(exchange, refusal.code(), refusal.status());
			return;
		}
		if (fault == ApiFault.CONFLICT_OF_A_PROXY) {
			answer(exchange, 409, JsonNodeFactory.instance.objectNode().put("error", "a proxy does not like it"));
			return;
		}
		if (request.isWatch() && fault == null) {
			watch(exchange, request);
			return;
		}
		Done done = done(request);
		if (fault == ApiFault.ANSWER_LOST) {
			await(end);
			exchange.close();
		}
		else if (fault == ApiFault.BREAKS_LATE) {
			exchange.close();
		}
		else if (fault == ApiFault.REDIRECTED_LATE) {
			exchange.getResponseHeaders().add("Location", exchange.getRequestURI().toString());
			answer(exchange, 307, done.body());
		}
		else if (fault == ApiFault.FAILS_LATE) {
			ApiRefusal late = new ApiRefusal(500, "InternalError", "etcdserver: request timed out");
			answer(exchange, late.code(), late.status());
		}
		else {
			answer(exchange, done.code(), done.body());
		}
	}

	private @Nullable ApiFault fault(ApiRequest request) {
		for (Planned planned : this.faults) {
			if (planned.method().equals(request.method()) && this.faults.remove(planned)) {
				return planned.fault();
			}
		}
		return null;
	}

	private static void await(CountDownLatch end) {
		try {
			end.await(1, TimeUnit.MINUTES);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private Done done(ApiRequest request) {
		try {
			authorize(request);
			return perform(request);
		}
		catch (ApiRefusal ex) {
			return new Done(ex.code(), ex.status());
		}
	}

	private void authorize(ApiRequest request) throws ApiRefusal {
		String demanded = this.token;
		if (demanded != null && !("Bearer " + demanded).equals(request.authorization())) {
			throw new ApiRefusal(401, "Unauthorized", "Unauthorized");
		}
		String right = request.verb() + " " + request.key().resource();
		if (this.forbidden.contains(right)) {
			throw new ApiRefusal(403, "Forbidden",
					request.key().resource() + " is forbidden: User \"system:serviceaccount:shop:orders\" cannot "
							+ request.verb() + " resource \"" + request.key().resource() + "\" in the namespace \""
							+ request.key().namespace() + "\"");
		}
	}

	private Done perform(ApiRequest request) throws ApiRefusal {
		ObjectKey key = request.key();
		return switch (request.verb()) {
			case "review" -> new Done(201, review(request));
			case "get" -> new Done(200, this.objects.get(key));
			case "list" -> new Done(200, list(request));
			case "create" -> new Done(201, this.objects
				.create(new ObjectKey(key.resource(), key.namespace(), request.nameInBody()), request.object()));
			case "update" -> {
				ApiObjects.Put put = this.objects.replace(key, request.object());
				yield new Done(put.isNew() ? 201 : 200, put.object());
			}
			case "patch" -> new Done(200, this.objects.patchLabels(key, request.object()));
			case "delete" -> {
				JsonNode conditions = request.object().path("preconditions");
				this.objects.delete(key, conditions.path("uid").asText(""),
						conditions.path("resourceVersion").asText(""));
				yield new Done(200,
						JsonNodeFactory.instance.objectNode().put("kind", "Status").put("status", "Success"));
			}
			default -> throw new ApiRefusal(405, "MethodNotAllowed", request.verb());
		};
	}

	private ObjectNode review(ApiRequest request) throws ApiRefusal {
		if (!this.hasReviews) {
			throw new ApiRefusal(403, "Forbidden", "selfsubjectaccessreviews.authorization.k8s.io is forbidden");
		}
		ObjectNode review = request.object();
		JsonNode asked = review.path("spec").path("resourceAttributes");
		String right = asked.path("verb").asText() + " " + asked.path("resource").asText();
		boolean isForbidden = this.forbidden.contains(right);
		ObjectNode status = review.putObject("status").put("allowed", !isForbidden);
		if (this.evaluationError != null) {
			status.put("evaluationError", this.evaluationError).put("denied", isForbidden && this.deniesExpressly);
		}
		return review;
	}

	private ObjectNode list(ApiRequest request) {
		ObjectNode list = JsonNodeFactory.instance.objectNode();
		list.put("kind", "LeaseList").put("apiVersion", "coordination.k8s.io/v1");
		list.putObject("metadata").put("resourceVersion", Long.toString(this.objects.revision()));
		list.putArray("items")
			.addAll(this.objects.list(request.key().resource(), request.key().namespace(), request.selector()));
		return list;
	}

	private void watch(HttpExchange exchange, ApiRequest request) throws IOException {
		try {
			authorize(request);
			if (this.isRefusingWatches) {
				throw new ApiRefusal(503, "ServiceUnavailable", "the server is starting");
			}
		}
		catch (ApiRefusal ex) {
			answer(exchange, ex.code(), ex.status());
			return;
		}
		exchange.getResponseHeaders().add("Content-Type", "application/json");
		exchange.sendResponseHeaders(200, 0);
		this.watches.add(exchange);
		try (OutputStream out = exchange.getResponseBody()) {
			out.flush();
			follow(out, request);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.watches.remove(exchange);
			exchange.close();
		}
	}

	private void follow(OutputStream out, ApiRequest request) throws IOException, InterruptedException {
		CountDownLatch end = this.stopped;
		long last = request.resourceVersion();
		while (end.getCount() > 0) {
			List<ApiChange> changes;
			try {
				changes = this.objects.after(last, this.bookmarks.toMillis());
			}
			catch (ApiRefusal ex) {
				line(out, "ERROR", ex.status());
				return;
			}
			for (ApiChange change : changes) {
				last = change.revision();
				if (change.key().resource().equals("leases")
						&& ApiObjects.isSelected(change.object(), request.selector())) {
					line(out, change.type(), change.object());
				}
			}
			if (changes.isEmpty()) {
				line(out, "BOOKMARK", ApiObjects.bookmark(last));
			}
		}
	}

	private static void line(OutputStream out, String type, ObjectNode object) throws IOException {
		ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", type);
		event.set("object", object);
		out.write((json.writeValueAsString(event) + "\n").getBytes(StandardCharsets.UTF_8));
		out.flush();
	}

	private static void answer(HttpExchange exchange, int code, @Nullable JsonNode body) throws IOException {
		byte[] bytes = json.writeValueAsBytes(body);
		exchange.getResponseHeaders().add("Content-Type", "application/json");
		exchange.sendResponseHeaders(code, bytes.length);
		exchange.getResponseBody().write(bytes);
		exchange.close();
	}

	/**
	 * A request, taken apart.
	 *
	 * @param method of HTTP
	 * @param path without its query
	 * @param query its parameters
	 * @param authorization its header; empty without one
	 * @param object its body; empty without one
	 */
	private record ApiRequest(String method, String path, Map<String, String> query, String authorization,
			ObjectNode object) {

		static ApiRequest of(HttpExchange exchange, byte[] body) throws IOException {
			Map<String, String> query = new HashMap<>();
			String raw = exchange.getRequestURI().getQuery();
			for (String part : (raw != null) ? raw.split("&") : new String[0]) {
				String[] pair = part.split("=", 2);
				query.put(pair[0], pair[1]);
			}
			String authorization = exchange.getRequestHeaders().getFirst("Authorization");
			return new ApiRequest(exchange.getRequestMethod(), exchange.getRequestURI().getPath(), query,
					(authorization != null) ? authorization : "",
					(body.length > 0) ? (ObjectNode) json.readTree(body) : JsonNodeFactory.instance.objectNode());
		}

		private String[] parts() {
			return this.path.split("/namespaces/|/");
		}

		ObjectKey key() {
			if (this.path.endsWith("/selfsubjectaccessreviews")) {
				return new ObjectKey("selfsubjectaccessreviews", "", "");
			}
			String[] parts = this.path.substring(this.path.indexOf("/namespaces/") + 1).split("/");
			return new ObjectKey(parts[2], parts[1], (parts.length > 3) ? parts[3] : "");
		}

		String nameInBody() {
			return this.object.path("metadata").path("name").asText();
		}

		boolean isWatch() {
			return "true".equals(this.query.get("watch"));
		}

		String selector() {
			return this.query.getOrDefault("labelSelector", "");
		}

		long resourceVersion() {
			return Long.parseLong(this.query.getOrDefault("resourceVersion", "0"));
		}

		String verb() {
			if (key().resource().equals("selfsubjectaccessreviews")) {
				return "review";
			}
			return switch (this.method) {
				case "GET" -> isWatch() ? "watch" : (key().name().isEmpty() ? "list" : "get");
				case "POST" -> "create";
				case "PUT" -> "update";
				case "PATCH" -> "patch";
				case "DELETE" -> "delete";
				default -> this.method;
			};
		}

	}

	private record Planned(String method, ApiFault fault) {
	}

	private record Done(int code, @Nullable JsonNode body) {
	}

	/**
	 * What may be refused.
	 *
	 * @param <T> what comes of it
	 */
	private interface Work<T> {

		T run() throws ApiRefusal;

	}

}
