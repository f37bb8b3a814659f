package io.github.leaderelection.internal.forward.reactive;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

import io.github.leaderelection.internal.forward.message.AnswerTarget;
import io.github.leaderelection.internal.forward.message.Refusal;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;

/**
 * An answer on a reactive web server.
 */
record ReactiveAnswer(ServerHttpResponse response) implements AnswerTarget {

	@Override
	public void status(int status) {
		this.response.setStatusCode(HttpStatusCode.valueOf(status));
	}

	@Override
	public void set(String name, String value) {
		this.response.getHeaders().set(name, value);
	}

	@Override
	public void add(String name, String value) {
		this.response.getHeaders().add(name, value);
	}

	/** Replaces an answer that was not yet sent, not even in part. */
	Mono<Void> replace(Refusal refusal) {
		this.response.getHeaders().clear();
		return write(refusal);
	}

	Mono<Void> write(Refusal refusal) {
		return Mono.defer(() -> {
			refusal.head(this);
			return this.response.writeWith(Mono.just(this.response.bufferFactory().wrap(refusal.body())));
		});
	}

	/**
	 * Sends each piece as it arrives. Nothing is sent before the first.
	 * @param patience the time limit of the client for each piece
	 */
	Mono<Void> write(Flux<List<ByteBuffer>> pieces, Duration patience) {
		return Mono.defer(() -> {
			DownloadProgress progress = new DownloadProgress();
			Mono<Void> written = this.response.writeAndFlushWith(progress.arriving(pieces)
				.map((piece) -> progress.taking(Flux.fromIterable(piece).map(this.response.bufferFactory()::wrap))));
			return Mono.firstWithSignal(written, progress.stalled(patience));
		});
	}

}
