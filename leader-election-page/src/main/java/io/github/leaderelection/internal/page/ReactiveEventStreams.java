package io.github.leaderelection.internal.page;

import java.util.function.Supplier;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.util.MimeTypeUtils;

/**
 * Streams of a reactive server. They end before the server stops, which would wait for
 * them.
 */
public final class ReactiveEventStreams implements EventStreams, ApplicationListener<ContextClosedEvent> {

	private final Sinks.Empty<Void> closed = Sinks.empty();

	@Override
	public Object open(Supplier<String> text) {
		Flux<ServerSentEvent<String>> events = Flux.interval(EventStreams.untilTick(), PERIOD)
			.onBackpressureDrop()
			.startWith(0L)
			.map((tick) -> ServerSentEvent.builder(text.get()).build())
			.takeUntilOther(this.closed.asMono());
		return new WebEndpointResponse<>(events, WebEndpointResponse.STATUS_OK,
				MimeTypeUtils.parseMimeType("text/event-stream"));
	}

	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		this.closed.tryEmitEmpty();
	}

}
