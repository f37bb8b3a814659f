package io.github.leaderelection.internal.forward.reactive;

import java.io.OutputStream;
import java.time.Duration;

import io.github.leaderelection.internal.forward.message.AnswerTarget;
import io.github.leaderelection.internal.forward.message.BrokenAnswerException;
import io.github.leaderelection.internal.forward.message.Refusal;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;

/**
 * An answer on a reactive web server.
 */
final class ReactiveAnswer implements AnswerTarget {

	private final ServerHttpResponse response;

	private final Duration limit;

	private final ContextView context;

	private ReactiveOutput body;

	ReactiveAnswer(ServerHttpResponse response, Duration limit, ContextView context) {
		this.response = response;
		this.limit = limit;
		this.context = context;
		this.body = new ReactiveOutput(response, limit, context);
	}

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

	@Override
	public boolean isCommitted() {
		return this.response.isCommitted();
	}

	@Override
	public void reset() {
		this.body.breakOff(new BrokenAnswerException());
		this.body = new ReactiveOutput(this.response, this.limit, this.context);
		this.response.getHeaders().clear();
	}

	@Override
	public OutputStream body() {
		return this.body;
	}

	/** Writes a refusal without holding a thread. */
	Mono<Void> send(Refusal refusal) {
		return Mono.defer(() -> {
			refusal.head(this);
			return this.response.writeWith(Mono.just(this.response.bufferFactory().wrap(refusal.body())));
		});
	}

	/** Ends the answer so that the part that was sent does not look complete. */
	void breakOff(BrokenAnswerException reason) {
		this.body.breakOff(reason);
	}

	void cancel() {
		this.body.cancel();
	}

}
