package io.github.leaderelection.internal.transport.reactive;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.TransportTimes;
import io.github.leaderelection.internal.transport.websocket.Socket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;

/**
 * A WebSocket of Reactor Netty. Its reader is an event loop, which may not wait, so other
 * threads write.
 */
final class ReactiveSocket implements Socket {

	private static final Logger logger = LoggerFactory.getLogger(ReactiveSocket.class);

	private static final Duration WRITE_TIME = Duration.ofMillis(TransportTimes.WRITE_MILLIS);

	private static final Duration CLOSE_TIME = Duration.ofSeconds(1);

	private final AtomicBoolean ponging = new AtomicBoolean();

	private final Sinks.Empty<Void> ended = Sinks.empty();

	private final WebSocketSession session;

	private final Runnable ending;

	/** Creates the socket of a session. */
	ReactiveSocket(WebSocketSession session, Runnable ending) {
		this.session = session;
		this.ending = ending;
	}

	@Override
	public void text(String message) throws IOException {
		write(this.session.textMessage(message));
	}

	@Override
	public void ping() throws IOException {
		write(this.session.pingMessage((factory) -> factory.allocateBuffer(0)));
	}

	private void write(WebSocketMessage message) throws IOException {
		await(this.session.send(Mono.just(message)), WRITE_TIME);
	}

	/**
	 * Answers a ping without waiting. While an answer is being written, further pings are
	 * not answered.
	 */
	void pong() {
		if (this.ponging.compareAndSet(false, true)) {
			this.session.send(Mono.just(this.session.pongMessage((factory) -> factory.allocateBuffer(0))))
				.doFinally((signal) -> this.ponging.set(false))
				.subscribe((nothing) -> {
				}, (failure) -> logger.debug("A ping could not be answered", failure));
		}
	}

	/** Completes when this side has closed the socket. */
	Mono<Void> ended() {
		return this.ended.asMono();
	}

	/** Closes the socket without waiting. */
	void refuse(int code) {
		this.session.close(new CloseStatus(code))
			.doFinally((signal) -> this.ended.tryEmitEmpty())
			.subscribe((nothing) -> {
			}, (failure) -> logger.debug("The reason to close could not be written", failure));
	}

	@Override
	public void close(CloseReason reason) throws IOException {
		abort(reason);
	}

	@Override
	public void abort(CloseReason reason) throws IOException {
		try {
			await(this.session.close(new CloseStatus(reason.code(), reason.text())), CLOSE_TIME);
		}
		finally {
			// The other side may not read, so the reason may never be written.
			this.ending.run();
			this.ended.tryEmitEmpty();
		}
	}

	private static void await(Mono<Void> done, Duration time) throws IOException {
		try {
			done.block(time);
		}
		catch (RuntimeException ex) {
			throw new IOException(ex);
		}
	}

	@Override
	public boolean isWrittenByReader() {
		return false;
	}

	@Override
	public @Nullable InetSocketAddress remoteAddress() {
		return this.session.getHandshakeInfo().getRemoteAddress();
	}

}
