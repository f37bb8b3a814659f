package io.github.leaderelection.internal.store.kubernetes;

import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.store.lease.OpenRequests;
import io.github.leaderelection.internal.store.lease.StoreThreads;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests to an API server, each exactly once. Its own thread sends them, because
 * a token may be read from a file first. Certificates are read again when a connection
 * fails because of them.
 */
final class ApiClient implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String JSON = "application/json";

	private static final String MERGE_PATCH = "application/merge-patch+json";

	/** A token up to the end of the quotation: a refused token may span lines. */
	private static final Pattern TOKEN = Pattern.compile("Bearer\\s+[^\"]+");

	private static final long LEAST_MILLIS = 50;

	/**
	 * The least time between two readings of certificates, doubled when one did not help.
	 */
	private static final long LEAST_RENEWAL_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long MOST_RENEWAL_NANOS = TimeUnit.MINUTES.toNanos(1);

	/** The time for which a replaced connection may still be in use. */
	private static final long RETIRE_MILLIS = TimeUnit.MINUTES.toMillis(2);

	private static final StoreThreads threads = new StoreThreads("kubernetes", ApiClient.class);

	private final ScheduledExecutorService sender = threads.timer(1);

	private final ExecutorService watchers = Executors.newCachedThreadPool(threads);

	private final Set<KubernetesClient> opened = ConcurrentHashMap.newKeySet();

	private final Config config;

	private final BiFunction<Config, ExecutorService, KubernetesClient> opener;

	private final LongSupplier nanos;

	private final boolean isJdkRepeating;

	/** Replaced by the thread of this client alone. */
	private volatile KubernetesClient connection;

	private volatile long openedNanos;

	private volatile long renewalNanos = LEAST_RENEWAL_NANOS;

	private volatile boolean isClosed;

	ApiClient(Config config) {
		this(config, ApiClient::open, System::nanoTime);
	}

	/**
	 * Creates a client.
	 * @param opener opens a connection, whose watches run on these threads
	 * @throws RuntimeException if a key or certificate cannot be used
	 */
	ApiClient(Config config, BiFunction<Config, ExecutorService, KubernetesClient> opener, LongSupplier nanos) {
		this.config = config;
		this.opener = opener;
		this.nanos = nanos;
		this.connection = opened(config);
		this.isJdkRepeating = isJdkRepeating(System.getProperty("jdk.httpclient.enableAllMethodRetry"));
		if (this.isJdkRepeating) {
			logger.warn("The system property 'jdk.httpclient.enableAllMethodRetry' has the JDK repeat requests that "
					+ "change something, so a Lease is read again after each refused write. Remove the property");
		}
	}

	static boolean isJdkRepeating(@Nullable String property) {
		return property != null && (property.isEmpty() || Boolean.parseBoolean(property));
	}

	/**
	 * Opens a connection that repeats no request. A request without an answer closes its
	 * connection: with HTTP/2 all requests would keep using a dead one.
	 */
	private static KubernetesClient open(Config like, ExecutorService watchers) {
		Config config = new ConfigBuilder(like).withRequestRetryBackoffLimit(0)
			.withHttp2Disable(true)
			.withOnlyHttpWatches(true)
			.build();
		JdkHttpClientFactory factory = new JdkHttpClientFactory();
		SentOnce token = new SentOnce(new TokenRefreshInterceptor(config, factory, Instant.now()));
		return new KubernetesClientBuilder().withConfig(config)
			.withHttpClientFactory(factory)
			.withHttpClientBuilderConsumer(
					(builder) -> builder.addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, token))
			.withKubernetesSerialization(words())
			.withTaskExecutor(watchers)
			.build();
	}

	String server() {
		return this.config.getMasterUrl();
	}

	/** Reads and writes the JSON of requests and answers. */
	static KubernetesSerialization words() {
		return Words.OF_KNOWN_CLASSES;
	}

	/** Opens a connection; this reads keys and certificates. */
	private KubernetesClient opened(Config like) {
		this.openedNanos = this.nanos.getAsLong();
		KubernetesClient next = this.opener.apply(like, this.watchers);
		this.opened.add(next);
		if (this.isClosed) {
			next.close();
		}
		return next;
	}

	/**
	 * Sends a request.
	 * @param path behind the URL of the server, without a slash before it
	 * @param body the body, null for none
	 * @param timeout the time after which the answer fails
	 * @return completes exceptionally if the outcome is not known
	 */
	CompletableFuture<ApiAnswer> send(String method, String path, @Nullable Object body, Duration timeout) {
		long millis = Math.max(timeout.toMillis(), LEAST_MILLIS);
		CompletableFuture<ApiAnswer> answer = new CompletableFuture<ApiAnswer>().orTimeout(millis,
				TimeUnit.MILLISECONDS);
		run(answer, () -> {
			KubernetesClient used = this.connection;
			HttpRequest.Builder request = used.getHttpClient()
				.newHttpRequestBuilder()
				.uri(server() + path)
				.timeout(millis, TimeUnit.MILLISECONDS);
			if (body != null) {
				request.method(method, method.equals("PATCH") ? MERGE_PATCH : JSON, words().asJson(body));
			}
			used.getHttpClient().sendAsync(request.build(), String.class).whenComplete((response, failure) -> {
				if (response != null) {
					this.renewalNanos = LEAST_RENEWAL_NANOS;
					answer.complete(answer(response));
				}
				else {
					failed(used, answer, failure);
				}
			});
		});
		return answer;
	}

	private ApiAnswer answer(HttpResponse<String> response) {
		boolean sentOnce = !this.isJdkRepeating && response.previousResponse().isEmpty();
		return new ApiAnswer(response.code(), response.body(), sentOnce);
	}

	private void run(CompletableFuture<?> answer, Runnable task) {
		try {
			this.sender.execute(() -> {
				try {
					if (!answer.isDone()) {
						task.run();
					}
				}
				catch (RuntimeException | Error ex) {
					answer.completeExceptionally(ex);
				}
			});
		}
		catch (RuntimeException | Error ex) {
			// for instance, no more threads can be created
			answer.completeExceptionally(ex);
		}
	}

	private void failed(KubernetesClient used, CompletableFuture<?> answer, Throwable failure) {
		if (isTls(failure) && this.nanos.getAsLong() - this.openedNanos > this.renewalNanos) {
			later(() -> readCertificatesAgain(used), 0);
		}
		answer.completeExceptionally(failure);
	}

	private static boolean isTls(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SSLException) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Called on the thread of this client alone. The failed connection's configuration
	 * has the newest token and all other settings.
	 */
	private void readCertificatesAgain(KubernetesClient failed) {
		if (this.connection != failed || this.isClosed) {
			return;
		}
		this.renewalNanos = Math.min(2 * this.renewalNanos, MOST_RENEWAL_NANOS);
		this.connection = opened(failed.getConfiguration());
		later(() -> {
			this.opened.remove(failed);
			failed.close();
		}, RETIRE_MILLIS);
	}

	/**
	 * Runs a task later on the thread of this client; never after the client is closed.
	 * @param task must not block
	 */
	void later(Runnable task, long millis) {
		this.sender.schedule(() -> {
			try {
				task.run();
			}
			catch (RuntimeException | Error ex) {
				logger.warn("A task of the store in Kubernetes has failed", ex);
			}
		}, millis, TimeUnit.MILLISECONDS);
	}

	/** Hands the present connection to a task that may block, soon. */
	void use(Consumer<KubernetesClient> task) {
		later(() -> this.watchers.execute(() -> task.accept(this.connection)), 0);
	}

	/** For the operator. Masks the token: the JDK quotes a header that it refuses. */
	static String problem(Throwable failure) {
		return TOKEN.matcher(text(failure)).replaceAll("Bearer ******");
	}

	private static String text(Throwable failure) {
		Throwable cause = OpenRequests.cause(failure);
		if (cause instanceof UnclearAnswerException) {
			return String.valueOf(cause.getMessage());
		}
		if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
			return "The API server did not answer in time";
		}
		return cause.getClass().getSimpleName() + ((cause.getMessage() != null) ? ": " + cause.getMessage() : "");
	}

	@Override
	public void close() {
		this.isClosed = true;
		this.sender.shutdown();
		this.opened.forEach(KubernetesClient::close);
		this.watchers.shutdown();
	}

	/**
	 * Creates the serialization at its first use, because that takes time. It knows the
	 * classes in answers to a watch, and does not load those of all other resources.
	 */
	private static final class Words {

		static final KubernetesSerialization OF_KNOWN_CLASSES = new KubernetesSerialization(new ObjectMapper(), false);

		static {
			OF_KNOWN_CLASSES.registerKubernetesResource(Lease.class);
			OF_KNOWN_CLASSES.registerKubernetesResource(Status.class);
		}

	}

}
