package io.github.leaderelection.internal.transport.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.medium.Doorway;
import io.github.leaderelection.internal.transport.medium.RefusalReason;
import io.github.leaderelection.internal.transport.medium.TransportTimes;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One POST and its answer. Reads the body to a length and no further, without a thread
 * that waits for it, and answers once. Where a filter of the application forbids
 * asynchronous requests the container's thread waits, for a bounded time.
 */
public final class Exchange implements ReadListener, AsyncListener {

	private static final Logger logger = LoggerFactory.getLogger(Exchange.class);

	private final ByteArrayOutputStream body = new ByteArrayOutputStream();

	private final AtomicBoolean answered = new AtomicBoolean();

	private final HttpServletRequest request;

	private final HttpServletResponse response;

	private final long begunNanos = System.nanoTime();

	private @Nullable AsyncContext async;

	private @Nullable ServletInputStream input;

	private Runnable onEnd = () -> {
	};

	private Function<byte[], CompletableFuture<Reply>> onBody = (bytes) -> CompletableFuture
		.completedFuture(Reply.unavailable());

	private Function<RefusalReason, Reply> onRefusal = Reply::refused;

	/**
	 * Takes a POST; nothing of it is read yet.
	 * @param request the POST
	 * @param response its answer
	 */
	public Exchange(HttpServletRequest request, HttpServletResponse response) {
		this.request = request;
		this.response = response;
	}

	/**
	 * The POST.
	 * @return the POST
	 */
	public HttpServletRequest request() {
		return this.request;
	}

	/**
	 * Judges the POST by what can be seen before it is read.
	 * @param doorway where it came in
	 * @return why it is to be refused, or null for nothing; not yet counted
	 */
	public @Nullable RefusalReason judge(Doorway doorway) {
		boolean spoken = this.request.getMethod().equals("POST")
				&& PostHeaders.SPOKEN.equals(this.request.getHeader(PostHeaders.VERSION))
				&& PostHeaders.CONTENT_TYPE.equals(this.request.getContentType());
		RefusalReason reason = doorway.judge(this.request, spoken);
		boolean tooLong = this.request.getContentLengthLong() > PostHeaders.MAX_BODY;
		return (reason == null && tooLong) ? RefusalReason.OVERSIZED : reason;
	}

	/**
	 * Says what is to be done when the answer is known.
	 * @param task called once
	 */
	public void onEnd(Runnable task) {
		this.onEnd = task;
	}

	/**
	 * Reads the body and answers.
	 * @param answering takes the body; gives the answer, now or later
	 * @param refusing takes why the body is refused; gives the answer
	 * @throws IOException if there is nothing to read from
	 */
	public void read(Function<byte[], CompletableFuture<Reply>> answering, Function<RefusalReason, Reply> refusing)
			throws IOException {
		this.onBody = answering;
		this.onRefusal = refusing;
		ServletInputStream in = this.request.getInputStream();
		this.input = in;
		if (!this.request.isAsyncSupported()) {
			readWaiting(in);
			return;
		}
		listen(in);
	}

	private void listen(ServletInputStream in) {
		AsyncContext context = this.request.startAsync(this.request, this.response);
		this.async = context;
		context.setTimeout(TransportTimes.HANDSHAKE_MILLIS);
		context.addListener(this);
		in.setReadListener(this);
	}

	/**
	 * Answers without a look at the body. Servers read on after the answer to keep the
	 * connection, and wait for what does not come, unless nobody waits for it anyway.
	 * @param reply the answer
	 * @throws IOException if there is nothing to read from
	 */
	public void replyUnread(Reply reply) throws IOException {
		boolean empty = this.request.getContentLengthLong() == 0
				|| this.request.getContentLengthLong() < 0 && this.request.getHeader("Transfer-Encoding") == null;
		if (!empty && this.request.isAsyncSupported()) {
			listen(this.request.getInputStream());
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
					reply(this.onRefusal.apply(RefusalReason.SLOW_HANDSHAKE));
					return;
				}
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

	/** Reads what there is, or refuses what is too long; false at the end. */
	private boolean readSome(ServletInputStream in) throws IOException {
		byte[] part = new byte[PostHeaders.MAX_BODY + 1 - this.body.size()];
		int read = in.read(part);
		if (read > 0) {
			this.body.write(part, 0, read);
		}
		if (this.body.size() > PostHeaders.MAX_BODY) {
			reply(this.onRefusal.apply(RefusalReason.OVERSIZED));
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
		logger.debug("A POST ended before it was read", failure);
		if (this.answered.get()) {
			return;
		}
		reply(this.onRefusal.apply(RefusalReason.MALFORMED));
	}

	/** Answers, unless that was done before. */
	void reply(Reply reply) {
		if (!this.answered.compareAndSet(false, true)) {
			return;
		}
		// The next POST may arrive as soon as this one is answered.
		this.onEnd.run();
		try {
			write(reply);
		}
		catch (IOException ex) {
			logger.debug("An answer was not written", ex);
		}
		finally {
			AsyncContext context = this.async;
			if (context != null) {
				context.complete();
			}
		}
	}

	private void write(Reply reply) throws IOException {
		byte[] bytes = PostHeaders.bytes(reply.body());
		this.response.setStatus(reply.status());
		this.response.setContentType(PostHeaders.CONTENT_TYPE);
		this.response.setContentLength(bytes.length);
		this.response.setHeader("Cache-Control", "no-store");
		if (reply.session() != null) {
			this.response.setHeader(PostHeaders.SESSION, reply.session());
		}
		if (reply.close() != 0) {
			this.response.setHeader(PostHeaders.CLOSE, Integer.toString(reply.close()));
		}
		if (reply.last()) {
			this.response.setHeader("Connection", "close");
		}
		this.response.getOutputStream().write(bytes);
		this.response.flushBuffer();
	}

	@Override
	public void onTimeout(AsyncEvent event) {
		if (this.answered.get()) {
			return;
		}
		boolean whole = this.input != null && this.input.isFinished();
		reply(whole ? Reply.unavailable() : this.onRefusal.apply(RefusalReason.SLOW_HANDSHAKE));
	}

	@Override
	public void onError(AsyncEvent event) {
		onError(event.getThrowable());
	}

	@Override
	public void onComplete(AsyncEvent event) {
		// Everything is done where the answer is written.
	}

	@Override
	public void onStartAsync(AsyncEvent event) {
		// It is started once.
	}

}
