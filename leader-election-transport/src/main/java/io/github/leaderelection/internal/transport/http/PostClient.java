package io.github.leaderelection.internal.transport.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.transport.medium.TransportTimes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * POSTs to other nodes over connections it keeps alive. Safe for use from any thread.
 */
public final class PostClient implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** Less than the limit of a write, so that the failure names its cause. */
	private static final long POST_MILLIS = TransportTimes.WRITE_MILLIS * 3 / 4;

	/** Short, for the client has just tried the same. */
	private static final int PROBE_MILLIS = 500;

	private static final int HTTP_PORT = 80;

	private static final int HTTPS_PORT = 443;

	private static final long IDLE_SECONDS = 10;

	/** How long idle threads live after the close. */
	private static final long LAST_IDLE_MILLIS = 1;

	private final HttpClient client;

	private final ThreadPoolExecutor threads;

	/**
	 * Creates a client.
	 * @param name the prefix of its threads' names
	 * @param posts how many POSTs at a time have a thread each
	 */
	public PostClient(String name, int posts) {
		this.threads = threads(name + '-', posts);
		this.client = HttpClient.newBuilder()
			.version(Version.HTTP_1_1)
			.followRedirects(Redirect.NEVER)
			.connectTimeout(Duration.ofMillis(POST_MILLIS))
			.executor(this.threads)
			.build();
	}

	/**
	 * Enough threads that a member with an unresolvable address does not delay the
	 * others.
	 */
	private static ThreadPoolExecutor threads(String prefix, int size) {
		AtomicInteger number = new AtomicInteger();
		ThreadPoolExecutor threads = new ThreadPoolExecutor(size, size, IDLE_SECONDS, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), (task) -> {
					Thread thread = new Thread(task, prefix + number.incrementAndGet());
					thread.setDaemon(true);
					thread.setContextClassLoader(PostClient.class.getClassLoader());
					return thread;
				});
		threads.allowCoreThreadTimeOut(true);
		return threads;
	}

	/**
	 * Blocks until the whole answer has arrived, for a bounded time.
	 * @param headers in addition to those of every POST
	 * @return the answer, whatever its status
	 * @throws IOException if no answer arrives
	 */
	public Answer post(URI url, Map<String, String> headers, byte[] body) throws IOException {
		HttpRequest.Builder request = HttpRequest.newBuilder(url)
			.header("Content-Type", PostHeaders.CONTENT_TYPE)
			.header(PostHeaders.VERSION, PostHeaders.SPOKEN)
			.POST(BodyPublishers.ofByteArray(body));
		headers.forEach(request::header);
		CompletableFuture<HttpResponse<String>> sent = this.client.sendAsync(request.build(),
				(info) -> new BoundedBody(PostHeaders.MAX_BODY));
		try {
			return answer(sent.get(POST_MILLIS, TimeUnit.MILLISECONDS));
		}
		catch (TimeoutException ex) {
			sent.cancel(true);
			throw new SocketTimeoutException("No answer within " + POST_MILLIS + " ms");
		}
		catch (ExecutionException ex) {
			throw explained(url, ex.getCause());
		}
		catch (InterruptedException ex) {
			sent.cancel(true);
			Thread.currentThread().interrupt();
			throw new InterruptedIOException("The transport is closing");
		}
	}

	/**
	 * The client reports nearly every failure to connect in the same words. A plain
	 * socket distinguishes a refusing host from an unknown one.
	 */
	private static IOException explained(URI url, @Nullable Throwable failure) {
		if (failure instanceof ConnectException && isDirect(url)) {
			boolean secure = "https".equalsIgnoreCase(url.getScheme());
			int port = (url.getPort() >= 0) ? url.getPort() : (secure ? HTTPS_PORT : HTTP_PORT);
			try (Socket socket = new Socket()) {
				socket.connect(new InetSocketAddress(InetAddress.getByName(url.getHost()), port), PROBE_MILLIS);
			}
			catch (IOException ex) {
				ex.addSuppressed(failure);
				return ex;
			}
		}
		return new IOException(failure);
	}

	private static boolean isDirect(URI url) {
		ProxySelector proxies = ProxySelector.getDefault();
		return proxies == null || proxies.select(url).stream().allMatch((proxy) -> proxy.type() == Proxy.Type.DIRECT);
	}

	private static Answer answer(HttpResponse<String> response) throws IOException {
		HttpHeaders headers = response.headers();
		try {
			return new Answer(response.statusCode(), headers.firstValue(PostHeaders.SESSION).orElse(null),
					(int) headers.firstValueAsLong(PostHeaders.CLOSE).orElse(0), response.body());
		}
		catch (NumberFormatException ex) {
			throw new IOException("The answer's header " + PostHeaders.CLOSE + " is not a number", ex);
		}
	}

	/**
	 * Closes the client where the platform can. Before Java 21 its thread ends when the
	 * client is unreachable. Until then it may use the other threads, so these end when
	 * they are idle.
	 */
	@Override
	public void close() {
		if (this.client instanceof AutoCloseable closeable) {
			try {
				closeable.close();
			}
			catch (Exception ex) {
				logger.warn("Closing the transport's HTTP client failed: {}", ex.getMessage(), ex);
			}
		}
		this.threads.setKeepAliveTime(LAST_IDLE_MILLIS, TimeUnit.MILLISECONDS);
	}

}
