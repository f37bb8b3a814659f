package io.github.leaderelection.internal.transport.reactive;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;

/**
 * A request on a reactive web server. No thread waits for its body or its answer.
 */
final class ReactiveExchange implements PeerExchange {

	private static final Logger logger = LoggerFactory.getLogger(ReactiveExchange.class);

	private static final Duration TIME = Duration.ofMillis(TransportTimes.HANDSHAKE_MILLIS);

	/** The handling of the request; completes once it is decided. */
	private final CompletableFuture<Mono<Void>> outcome = new CompletableFuture<>();

	private final AtomicBoolean answered = new AtomicBoolean();

	private final Disposable.Swap reading = Disposables.swap();

	private final ServerWebExchange exchange;

	private volatile Duration answerTime = TIME;

	private volatile Runnable onEnd = () -> {
	};

	ReactiveExchange(ServerWebExchange exchange) {
		this.exchange = exchange;
	}

	/** Completes when the request is answered, or its connection has ended. */
	Mono<Void> outcome() {
		return Mono.fromFuture(this.outcome, true).flatMap(Function.identity());
	}

	@Override
	public String method() {
		return this.exchange.getRequest().getMethod().name();
	}

	@Override
	public @Nullable String header(String name) {
		return this.exchange.getRequest().getHeaders().getFirst(name);
	}

	@Override
	public List<String> headers(String name) {
		return this.exchange.getRequest().getHeaders().getOrEmpty(name);
	}

	@Override
	public long contentLength() {
		return this.exchange.getRequest().getHeaders().getContentLength();
	}

	@Override
	public boolean isFromThisMachine() {
		return ServerKind.isFromThisMachine(this.exchange.getRequest());
	}

	@Override
	public String remoteHost() {
		InetSocketAddress address = this.exchange.getRequest().getRemoteAddress();
		return (address != null) ? address.getHostString() : "an unknown address";
	}

	@Override
	public int remotePort() {
		InetSocketAddress address = this.exchange.getRequest().getRemoteAddress();
		return (address != null) ? address.getPort() : 0;
	}

	@Override
	public boolean canGiveWay() {
		return true;
	}

	@Override
	public void onEnd(Runnable task) {
		this.onEnd = task;
	}

	@Override
	public void hold(long millis) {
		this.answerTime = Duration.ofMillis(millis);
	}

	@Override
	public void read(Function<byte[], CompletableFuture<Reply>> answering, Function<RefusalReason, Reply> refusing) {
		Mono<Supplier<Reply>> whole = DataBufferUtils.join(this.exchange.getRequest().getBody(), MAX_MESSAGE)
			.map(ReactiveExchange::bytes)
			.defaultIfEmpty(new byte[0])
			.timeout(TIME)
			.flatMap((body) -> answer(body, answering))
			.onErrorResume((failure) -> Mono.just(() -> refused(failure, refusing)));
		this.reading.update(whole.contextWrite(DroppedErrors.QUIET).subscribe((reply) -> reply(reply)));
	}

	private Mono<Supplier<Reply>> answer(byte[] body, Function<byte[], CompletableFuture<Reply>> answering) {
		if (this.answered.get()) {
			return Mono.empty();
		}
		return Mono.fromFuture(answering.apply(body), true)
			.timeout(this.answerTime)
			.onErrorReturn(Reply.unavailable())
			.map((reply) -> () -> reply);
	}

	private static Reply refused(Throwable failure, Function<RefusalReason, Reply> refusing) {
		logger.debug("A POST failed before its body was read", failure);
		if (failure instanceof DataBufferLimitException) {
			return refusing.apply(RefusalReason.OVERSIZED);
		}
		return refusing
			.apply((failure instanceof TimeoutException) ? RefusalReason.SLOW_HANDSHAKE : RefusalReason.MALFORMED);
	}

	private static byte[] bytes(DataBuffer joined) {
		byte[] bytes = new byte[joined.readableByteCount()];
		joined.read(bytes);
		DataBufferUtils.release(joined);
		return bytes;
	}

	@Override
	public void reply(Supplier<Reply> answer) {
		if (this.answered.compareAndSet(false, true)) {
			Reply reply = answer.get();
			// The next POST may arrive as soon as this one is answered.
			this.onEnd.run();
			this.outcome.complete(Mono.defer(() -> write(reply)));
			this.reading.dispose();
		}
	}

	private Mono<Void> write(Reply reply) {
		ServerHttpResponse response = this.exchange.getResponse();
		byte[] bytes = reply.bytes();
		response.setStatusCode(HttpStatusCode.valueOf(reply.status()));
		reply.headers().forEach(response.getHeaders()::set);
		response.getHeaders().setContentLength(bytes.length);
		return response.writeWith(Mono.just(response.bufferFactory().wrap(bytes)));
	}

	@Override
	public void replyUnread(Reply reply) {
		reply(reply);
	}

	@Override
	public void upgrade(String version, Function<Connection, @Nullable FrameListener> taking) {
		if (this.answered.compareAndSet(false, true)) {
			this.outcome.complete(ServerKind.upgrade(this.exchange, version, taking));
		}
	}

}
