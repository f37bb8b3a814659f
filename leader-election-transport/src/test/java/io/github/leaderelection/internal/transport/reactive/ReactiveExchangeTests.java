package io.github.leaderelection.internal.transport.reactive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.server.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReactiveExchange}: a POST that is refused for two reasons at once
 * counts as one.
 */
class ReactiveExchangeTests {

	private final List<RefusalReason> counted = new ArrayList<>();

	private final Sinks.One<DataBuffer> body = Sinks.one();

	private final ReactiveExchange post = new ReactiveExchange(
			MockServerWebExchange.from(MockServerHttpRequest.post("/").body(this.body.asMono().flux())));

	private Runnable meanwhile = () -> {
	};

	private Reply refused(RefusalReason reason) {
		this.counted.add(reason);
		this.meanwhile.run();
		return Reply.refused(reason);
	}

	private void breakOff() {
		this.body.tryEmitError(new IOException("broken off"));
	}

	private void giveWay() {
		this.post.reply(() -> refused(RefusalReason.TOO_MANY));
	}

	@BeforeEach
	void awaitTheBody() {
		this.post.read((bytes) -> CompletableFuture.completedFuture(Reply.unavailable()), this::refused);
	}

	@Test
	void bodyThatGivesWayAndBreaksOffMeanwhileCountsOnce() {
		this.meanwhile = this::breakOff;
		giveWay();
		assertThat(this.counted).containsExactly(RefusalReason.TOO_MANY);
	}

	@Test
	void bodyThatBreaksOffAndHasToGiveWayMeanwhileCountsOnce() {
		this.meanwhile = this::giveWay;
		breakOff();
		assertThat(this.counted).containsExactly(RefusalReason.MALFORMED);
	}

}
