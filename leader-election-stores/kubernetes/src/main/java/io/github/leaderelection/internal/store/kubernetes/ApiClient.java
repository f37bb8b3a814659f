package io.github.leaderelection.internal.store.kubernetes;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.github.leaderelection.LeaderElector;
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

	/** The longest time for which a replaced connection may still have streams. */
	private static final long RETIRE_MILLIS = TimeUnit.MINUTES.toMillis(2);

	private final ScheduledThreadPoolExecutor sender = new ScheduledThreadPoolExecutor(1,
			new StoreThreads("kubernetes", ApiClient.class));

	private final Set<ApiConnection> retired = ConcurrentHashMap.newKeySet();

	private final Config config;

	private final UnaryOperator<ApiConnection> opener;

	private final LongSupplier nanos;

	private final boolean isJdkRepeating;

	private final Supplier<ApiConnection> first;

	/** Written by the thread of this client alone; null before the first request. */
	private volatile @Nullable ApiConnection connection;

	private volatile long openedNanos;

	private volatile long renewalNanos = LEAST_RENEWAL_NANOS;

	private volatile boolean isClosed;

	ApiClient(Config config) {
		// The failed one's configuration has the newest token and all other settings.
		this(config, () -> ApiConnection.open(config), (failed) -> ApiConnection.open(failed.config()),
				System::nanoTime);
	}

	/**
	 * Creates a client.
	 * @param first opens the connection that is used first
	 * @param opener opens another connection in place of one whose certificates fail
	 */
	ApiClient(Config config, Supplier<ApiConnection> first, UnaryOperator<ApiConnection> opener, LongSupplier nanos) {
		this.config = config;
		this.first = first;
		this.opener = opener;
		this.nanos = nanos;
		this.sender.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.isJdkRepeating = isJdkRepeating(System.getProperty("jdk.httpclient.enableAllMethodRetry"));
		if (this.isJdkRepeating) {
			logger.warn("The system property 'jdk.httpclient.enableAllMethodRetry' has the JDK repeat requests that "
					+ "change something, so a Lease is read again after each refused write. Remove the property");
		}
	}

	static boolean isJdkRepeating(@Nullable String property) {
		return property != null && (property.isEmpty() || Boolean.parseBoolean(property));
	}

	String server() {
		return this.config.getMasterUrl();
	}

	/** Reads and writes the JSON of requests and answers. */
	static KubernetesSerialization words() {
		return Words.OF_KNOWN_CLASSES;
	}

	/**
	 * Opens a connection unless there is one. The thread of this client reads keys and
	 * certificates, which takes a while. Blocks until that is done.
	 * @throws RuntimeException if a key or certificate cannot be used
	 */
	void open() {
		CompletableFuture<Void> opened = new CompletableFuture<>();
		run(opened, () -> {
			connection();
			opened.complete(null);
		});
		try {
			opened.join();
		}
		catch (CompletionException ex) {
			throw (cause(ex) instanceof RuntimeException wrong) ? wrong : ex;
		}
	}

	/** Called on the thread of this client alone. */
	private ApiConnection connection() {
		ApiConnection present = this.connection;
		if (present != null) {
			return present;
		}
		ApiConnection opened = this.first.get();
		this.openedNanos = this.nanos.getAsLong();
		this.connection = opened;
		if (this.isClosed) {
			opened.close();
		}
		return opened;
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
			ApiConnection used = connection();
			HttpRequest.Builder request = request(used, path).timeout(millis, TimeUnit.MILLISECONDS);
			if (body != null) {
				request.method(method, method.equals("PATCH") ? MERGE_PATCH : JSON, words().asJson(body));
			}
			HttpRequest whole = request.build();
			begun(used, () -> used.http().sendAsync(whole, String.class)).whenComplete((response, failure) -> {
				end(used);
				if (response != null) {
					answered(used);
					answer.complete(answer(response));
				}
				else {
					failed(used, answer, failure);
				}
			});
		});
		return answer;
	}

	/**
	 * Sends a request whose answer is a stream.
	 * @param path behind the URL of the server, without a slash before it
	 * @param consumer receives the body, once the caller requests it
	 * @return completes with the head of the answer
	 */
	CompletableFuture<HttpResponse<AsyncBody>> stream(String path, AsyncBody.Consumer<List<ByteBuffer>> consumer,
			Duration patience) {
		CompletableFuture<HttpResponse<AsyncBody>> head = new CompletableFuture<HttpResponse<AsyncBody>>()
			.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
		run(head, () -> {
			ApiConnection used = connection();
			HttpRequest whole = request(used, path).forStreaming().build();
			begun(used, () -> used.http().consumeBytes(whole, consumer)).whenComplete((response, failure) -> {
				if (response == null) {
					end(used);
					failed(used, head, failure);
					return;
				}
				answered(used);
				response.body().done().whenComplete((done, broken) -> end(used));
				if (!head.complete(response)) {
					response.body().cancel();
				}
			});
		});
		return head;
	}

	private <T> CompletableFuture<T> begun(ApiConnection used, Supplier<CompletableFuture<T>> sent) {
		used.begin();
		try {
			return sent.get();
		}
		catch (RuntimeException | Error ex) {
			end(used);
			throw ex;
		}
	}

	/** Closes an unused connection on this client's thread, not on one of its own. */
	private void end(ApiConnection used) {
		if (used.end()) {
			later(used::close, 0);
		}
	}

	private void answered(ApiConnection by) {
		if (this.connection == by) {
			this.renewalNanos = LEAST_RENEWAL_NANOS;
		}
	}

	private HttpRequest.Builder request(ApiConnection used, String path) {
		return used.http().newHttpRequestBuilder().uri(server() + path);
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
		catch (RejectedExecutionException ex) {
			answer.completeExceptionally(new IOException("The store is closed"));
		}
		catch (RuntimeException | Error ex) {
			// for instance, no more threads can be created
			answer.completeExceptionally(ex);
		}
	}

	private void failed(ApiConnection used, CompletableFuture<?> answer, Throwable failure) {
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

	/** Called on the thread of this client alone. */
	private void readCertificatesAgain(ApiConnection failed) {
		if (this.connection != failed || this.isClosed) {
			return;
		}
		this.openedNanos = this.nanos.getAsLong();
		this.renewalNanos = Math.min(2 * this.renewalNanos, MOST_RENEWAL_NANOS);
		ApiConnection next = this.opener.apply(failed);
		this.connection = next;
		this.retired.add(failed);
		if (failed.retire()) {
			failed.close();
		}
		later(() -> {
			this.retired.remove(failed);
			failed.close();
		}, RETIRE_MILLIS);
		if (this.isClosed) {
			next.close();
		}
	}

	/**
	 * Runs a task later on the thread of this client; never after the client is closed.
	 * @param task must not block
	 */
	void later(Runnable task, long millis) {
		try {
			this.sender.schedule(() -> {
				try {
					task.run();
				}
				catch (RuntimeException | Error ex) {
					logger.warn("A task of the store in Kubernetes has failed", ex);
				}
			}, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Not done, for the store is closed");
		}
	}

	/** For the operator. Masks the token: the JDK quotes a header that it refuses. */
	static String problem(Throwable failure) {
		return TOKEN.matcher(text(failure)).replaceAll("Bearer ******");
	}

	/** The cause of a failure, without wrappers. */
	static Throwable cause(Throwable failure) {
		Throwable cause = failure;
		while (cause instanceof CompletionException && cause.getCause() != null) {
			cause = cause.getCause();
		}
		return cause;
	}

	private static String text(Throwable failure) {
		Throwable cause = cause(failure);
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
		ApiConnection present = this.connection;
		if (present != null) {
			present.close();
		}
		this.retired.forEach(ApiConnection::close);
	}

	/**
	 * Creates the serialization at its first use, because that takes time. It finds
	 * Leases and pods by their classes, and does not load those of all other resources.
	 */
	private static final class Words {

		static final KubernetesSerialization OF_KNOWN_CLASSES = new KubernetesSerialization(new ObjectMapper(), false);

	}

}
