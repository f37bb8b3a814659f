package io.github.leaderelection.internal.forward;

import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.leaderelection.internal.transport.tls.CertifiedClient;

import org.springframework.util.function.SingletonSupplier;

/**
 * The HTTP client of forwarded requests and its threads, made for the first request. Does
 * not follow redirects. Safe for use from any thread.
 */
final class LeaderHttp implements AutoCloseable {

	private static final int THREADS = 16;

	private static final long IDLE_SECONDS = 10;

	private final ExecutorService threads;

	private final Supplier<CertifiedClient> client;

	LeaderHttp(ForwardSettings settings) {
		this.threads = newThreads();
		this.client = SingletonSupplier.of(() -> new CertifiedClient(settings.tls(),
				() -> HttpClient.newBuilder()
					.version(Version.HTTP_1_1)
					.followRedirects(Redirect.NEVER)
					.connectTimeout(settings.connectTimeout())
					.executor(this.threads)));
	}

	private static ExecutorService newThreads() {
		AtomicInteger number = new AtomicInteger();
		ThreadPoolExecutor threads = new ThreadPoolExecutor(THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), (task) -> {
					Thread thread = new Thread(task, "leader-election-forward-" + number.incrementAndGet());
					thread.setDaemon(true);
					thread.setContextClassLoader(LeaderHttp.class.getClassLoader());
					return thread;
				});
		threads.allowCoreThreadTimeOut(true);
		return threads;
	}

	<T> CompletableFuture<HttpResponse<T>> send(HttpRequest request, BodyHandler<T> handler) {
		return this.client.get().present().sendAsync(request, handler);
	}

	Executor threads() {
		return this.threads;
	}

	/**
	 * Ends the threads. The client's own thread ends when the client becomes unreachable.
	 * Closing the client, as Java 21 can, may wait for ever for exchanges that these
	 * threads would complete.
	 */
	@Override
	public void close() {
		this.threads.shutdownNow();
	}

}
