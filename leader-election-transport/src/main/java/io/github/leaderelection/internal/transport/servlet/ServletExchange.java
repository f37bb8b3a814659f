package io.github.leaderelection.internal.transport.servlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.spi.TransportTimes;
import io.github.leaderelection.internal.transport.server.PeerExchange;
import io.github.leaderelection.internal.transport.server.Reply;
import io.github.leaderelection.internal.transport.websocket.ServletUpgrade;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request on a servlet container. Reads a bounded body without a waiting thread. Where
 * a filter of the application forbids asynchronous requests, the container's thread waits
 * for a bounded time.
 */
final class ServletExchange implements PeerExchange, ReadListener, AsyncListener {

	private static final Logger logger = LoggerFactory.getLogger(ServletExchange.class);

	/** The request attribute with the peer's certificates, its own one first. */
	private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

	private final ByteArrayOutputStream body = new ByteArrayOutputStream();

	private final AtomicBoolean answered = new AtomicBoolean();

	private final HttpServletRequest request;

	private final HttpServletResponse response;

	private final long begunNanos = System.nanoTime();

	private long millis = TransportTimes.HANDSHAKE_MILLIS;

	private @Nullable AsyncContext async;

	private @Nullable ServletInputStream input;

	private Runnable onEnd = () -> {
	};

	private Function<byte[], CompletableFuture<Reply>> onBody = (bytes) -> CompletableFuture
		.completedFuture(Reply.unavailable());

	private Function<RefusalReason, Reply> onRefusal = Reply::refused;

	ServletExchange(HttpServletRequest request, HttpServletResponse response) {
		this.request = request;
		this.response = response;
	}

	/**
	 * Returns the container's own response. Filters wrap it to log, sign or compress
	 * answers, and many lose bytes that are written later.
	 */
	private static ServletResponse unwrapped(ServletResponse response) {
		return (response instanceof ServletResponseWrapper wrapper) ? unwrapped(wrapper.getResponse()) : response;
	}

	private static ServletRequest unwrapped(ServletRequest request) {
		return (request instanceof ServletRequestWrapper wrapper) ? unwrapped(wrapper.getRequest()) : request;
	}

	@Override
	public String method() {
		return this.request.getMethod();
	}

	@Override
	public @Nullable String header(String name) {
		return this.request.getHeader(name);
	}

	@Override
	public List<String> headers(String name) {
		return Collections.list(this.request.getHeaders(name));
	}

	@Override
	public long contentLength() {
		return this.request.getContentLengthLong();
	}

	@Override
	public boolean isFromThisMachine() {
		return RequestOrigin.isThisMachine(this.request);
	}

	@Override
	public @Nullable X509Certificate certificate() {
		return (this.request.getAttribute(CERTIFICATES) instanceof X509Certificate[] chain && chain.length > 0)
				? chain[0] : null;
	}

	@Override
	public String remoteHost() {
		return String.valueOf(this.request.getRemoteHost());
	}

	@Override
	public int remotePort() {
		return this.request.getRemotePort();
	}

	@Override
	public boolean canGiveWay() {
		return this.request.isAsyncSupported();
	}

	@Override
	public void onEnd(Runnable task) {
		this.onEnd = task;
	}

	@Override
	public void hold(long newMillis) {
		this.millis = newMillis;
	}

	@Override
	public void keep() {
		if (this.request.getAttribute(ServletPeers.KEPT) instanceof Runnable kept) {
			kept.run();
		}
	}

	@Override
	public void read(Function<byte[], CompletableFuture<Reply>> answering, Function<RefusalReason, Reply> refusing)
			throws IOException {
		this.onBody = answering;
		this.onRefusal = refusing;
		ServletInputStream in = unwrapped(this.request).getInputStream();
		boolean readAhead = in.isFinished();
		if (readAhead || !this.request.isAsyncSupported()) {
			// A filter that has read the body offers it again by the request that it
			// wraps.
			ServletInputStream shown = readAhead ? this.request.getInputStream() : in;
			this.input = shown;
			readWaiting(shown);
			return;
		}
		this.input = in;
		listen(in);
	}

	private void listen(ServletInputStream in) {
		begin();
		in.setReadListener(this);
	}

	private void begin() {
		AsyncContext context = this.request.startAsync(this.request, this.response);
		this.async = context;
		context.setTimeout(this.millis);
		context.addListener(this);
	}

	/**
	 * To keep the connection, a server reads the rest of the body after the answer. Its
	 * thread waits for the rest. An asynchronous request spares that thread.
	 */
	@Override
	public void replyUnread(Reply reply) throws IOException {
		boolean empty = this.request.getContentLengthLong() == 0
				|| this.request.getContentLengthLong() < 0 && this.request.getHeader("Transfer-Encoding") == null;
		if (!empty && this.request.isAsyncSupported()) {
			listen(unwrapped(this.request).getInputStream());
		}
		reply(reply);
	}

	private void readWaiting(ServletInputStream in) {
		try {
			for (boolean more = true; more;) {
				more = readSome(in);
				if (this.answered.get()) {
					return;
				}
				if (more && TimeUnit.NANOSECONDS
					.toMillis(System.nanoTime() - this.begunNanos) > TransportTimes.HANDSHAKE_MILLIS) {
					refuse(RefusalReason.SLOW_HANDSHAKE);
					return;
				}
			}
			if (this.request.isAsyncSupported()) {
				begin();
				onAllDataRead();
				return;
			}
			reply(this.onBody.apply(this.body.toByteArray())
				.get(TransportTimes.HANDSHAKE_MILLIS, TimeUnit.MILLISECONDS));
		}
		catch (TimeoutException ex) {
			reply(Reply.unavailable());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			reply(Reply.unavailable());
		}
		catch (ExecutionException | IOException | RuntimeException ex) {
			onError(ex);
		}
	}

	/**
	 * Reads the available bytes, or refuses a body that is too long. Returns false at the
	 * end.
	 */
	private boolean readSome(ServletInputStream in) throws IOException {
		byte[] part = new byte[MAX_MESSAGE + 1 - this.body.size()];
		int read = in.read(part);
		if (read > 0) {
			this.body.write(part, 0, read);
		}
		if (this.body.size() > MAX_MESSAGE) {
			refuse(RefusalReason.OVERSIZED);
			return false;
		}
		return read >= 0;
	}

	@Override
	public void onDataAvailable() throws IOException {
		ServletInputStream in = this.input;
		while (in != null && !this.answered.get() && in.isReady()) {
			if (!readSome(in)) {
				return;
			}
		}
	}

	@Override
	public void onAllDataRead() {
		if (!this.answered.get()) {
			this.onBody.apply(this.body.toByteArray()).thenAccept(this::reply);
		}
	}

	@Override
	public void onError(Throwable failure) {
		logger.debug("A POST failed before its body was read", failure);
		refuse(RefusalReason.MALFORMED);
	}

	private void refuse(RefusalReason reason) {
		reply(() -> this.onRefusal.apply(reason));
	}

	@Override
	public void upgrade(String version, Function<Connection, @Nullable FrameListener> taking) throws IOException {
		ServletUpgrade.upgrade(this.request, this.response, version, taking);
	}

	@Override
	public void reply(Supplier<Reply> answer) {
		reply(answer, this.async == null);
	}

	/**
	 * Answers, unless an answer was given before.
	 * @param waiting whether this thread writes the answer and waits. The container
	 * demands that at the end of a request's time.
	 */
	private void reply(Supplier<Reply> answer, boolean waiting) {
		if (!this.answered.compareAndSet(false, true)) {
			return;
		}
		Reply reply = answer.get();
		// The next POST may arrive as soon as this one is answered.
		this.onEnd.run();
		try {
			write(reply, waiting);
		}
		catch (IOException ex) {
			logger.debug("An answer could not be written", ex);
			complete();
		}
	}

	private void write(Reply reply, boolean waiting) throws IOException {
		byte[] bytes = reply.bytes();
		HttpServletResponse own = (HttpServletResponse) unwrapped(this.response);
		own.setStatus(reply.status());
		reply.headers().forEach(own::setHeader);
		AsyncContext context = this.async;
		if (bytes.length == 0 && context != null) {
			context.complete();
			return;
		}
		own.setContentLength(bytes.length);
		ServletOutputStream out = own.getOutputStream();
		if (waiting || context == null) {
			out.write(bytes);
			own.flushBuffer();
			complete();
			return;
		}
		// The container's time limit of a write ends an answer that nobody reads. At a
		// time-out from here the container would wait for the client.
		context.setTimeout(0);
		out.setWriteListener(new AnswerWriter(out, bytes, this::complete));
	}

	private void complete() {
		AsyncContext context = this.async;
		if (context != null) {
			context.complete();
		}
	}

	@Override
	public void onTimeout(AsyncEvent event) {
		boolean whole = this.input != null && this.input.isFinished();
		reply(() -> whole ? Reply.unavailable() : this.onRefusal.apply(RefusalReason.SLOW_HANDSHAKE), true);
	}

	@Override
	public void onError(AsyncEvent event) {
		logger.debug("A POST failed", event.getThrowable());
		reply(() -> this.onRefusal.apply(RefusalReason.MALFORMED), true);
	}

	@Override
	public void onComplete(AsyncEvent event) {
		// The answer is already written.
	}

	@Override
	public void onStartAsync(AsyncEvent event) {
		// An exchange starts asynchronous processing only once.
	}

}
