package io.github.leaderelection.internal.page;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.util.MimeTypeUtils;

/**
 * Streams of a reactive server. They end before the server stops, which would wait for
 * them.
 */
public final class ReactiveEventStreams implements EventStreams, ApplicationListener<ContextClosedEvent> {

	private final ApplicationContext context;

	private final AtomicInteger open = new AtomicInteger();

	private final Sinks.Empty<Void> closed = Sinks.empty();

	public ReactiveEventStreams(ApplicationContext context) {
		this.context = context;
	}

	@Override
	public Object open(Supplier<String> text) {
		Flux<ServerSentEvent<String>> events = Flux
			.defer(() -> (this.open.incrementAndGet() <= MOST_STREAMS) ? states(text) : Flux.empty())
			.doFinally((signal) -> this.open.decrementAndGet());
		return new WebEndpointResponse<>(events, WebEndpointResponse.STATUS_OK,
				MimeTypeUtils.parseMimeType("text/event-stream"));
	}

	private Flux<ServerSentEvent<String>> states(Supplier<String> text) {
		return Flux.interval(EventStreams.untilTick(), PERIOD)
			.onBackpressureDrop()
			.startWith(0L)
			.map((tick) -> ServerSentEvent.builder(text.get()).build())
			.take(LONGEST)
			.takeUntilOther(this.closed.asMono());
	}

	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (event.getApplicationContext() == this.context) {
			this.closed.tryEmitEmpty();
		}
	}

}
