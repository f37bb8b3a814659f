package io.github.leaderelection.internal.transport.spi;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.transport.tls.CertifiedClient;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The JDK's HTTP client with threads of its own. Every connection resolves the host anew.
 * Safe for use from any thread.
 */
public final class OutgoingClient implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** Less than the time-out of a write, so that the failure names its cause. */
	public static final long MILLIS = TransportTimes.WRITE_MILLIS * 3 / 4;

	/** The time-out of a probe: short, as the client has just tried the same. */
	private static final int PROBE_MILLIS = 500;

	private static final int HTTP_PORT = 80;

	private static final int HTTPS_PORT = 443;

	private static final long IDLE_SECONDS = 10;

	/** How long idle threads live after the close. */
	private static final long LAST_IDLE_MILLIS = 1;

	private final ThreadPoolExecutor threads;

	private final CertifiedClient certified;

	private volatile boolean closed;

	/**
	 * Creates a client.
	 * @param name the prefix of its threads' names
	 * @param size the number of exchanges that can have a thread each at the same time
	 * @param tls the TLS settings for https URLs
	 */
	public OutgoingClient(String name, int size, PeerTls tls) {
		this.threads = threads(name + '-', size);
		this.certified = new CertifiedClient(tls,
				() -> HttpClient.newBuilder()
					.version(Version.HTTP_1_1)
					.followRedirects(Redirect.NEVER)
					.connectTimeout(Duration.ofMillis(MILLIS))
					.executor(this.threads));
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
					thread.setContextClassLoader(OutgoingClient.class.getClassLoader());
					return thread;
				});
		threads.allowCoreThreadTimeOut(true);
		return threads;
	}

	/**
	 * The client with the present certificates. Links of an earlier client stay open.
	 */
	public HttpClient client() {
		return this.closed ? this.certified.last() : this.certified.present();
	}

	/**
	 * Returns the cause of a failure to connect. The client reports nearly all causes in
	 * the same words. A plain socket distinguishes a refusing host from an unknown one.
	 */
	public static IOException explained(URI url, @Nullable Throwable failure) {
		if (failure instanceof ConnectException) {
			boolean secure = url.getScheme().toLowerCase(Locale.ROOT).endsWith("s");
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

	/**
	 * Closes the client where the platform can. Before Java 21 its thread ends when the
	 * client is unreachable. Until then it may use the other threads, so these end when
	 * they are idle.
	 */
	@Override
	public void close() {
		this.closed = true;
		if (this.certified.last() instanceof AutoCloseable closeable) {
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
