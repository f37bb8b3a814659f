package io.github.leaderelection.internal.forward;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ForwardObservations}.
 */
class ForwardObservationsTests {

	private final List<String> ended = new ArrayList<>();

	private final ObservationRegistry registry = ObservationRegistry.create();

	private final ForwardObservations observations = new ForwardObservations(this.registry);

	private final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:1/x"));

	@BeforeEach
	void trace() {
		this.registry.observationConfig().observationHandler(new ObservationHandler<SenderContext<Object>>() {

			@Override
			public void onStart(SenderContext<Object> context) {
				context.getSetter().set(context.getCarrier(), "traceparent", "of the tracer");
			}

			@Override
			public void onStop(SenderContext<Object> context) {
				ForwardObservationsTests.this.ended.add(context.getName() + context.getLowCardinalityKeyValues()
					.stream()
					.map((value) -> " " + value.getKey() + "=" + value.getValue())
					.reduce("", String::concat) + " " + context.getError());
			}

			@Override
			public boolean supportsContext(Observation.Context context) {
				return context instanceof SenderContext;
			}

		});
	}

	@Test
	void tracerAddsItsHeadersInPlaceOfThoseOfTheClient() {
		this.request.header("traceparent", "of the client");
		this.observations.begin("default", this.request, null);
		assertThat(this.request.build().headers().allValues("traceparent")).containsExactly("of the tracer");
	}

	@Test
	void answerEndsTheObservation() {
		Observation observation = this.observations.begin("reports", this.request, null);
		assertThat(this.ended).isEmpty();
		ForwardObservations.end(observation, null);
		assertThat(this.ended).containsExactly("leader.election.forwarding group=reports outcome=ANSWERED null");
	}

	@Test
	void failureEndsTheObservation() {
		Observation observation = this.observations.begin("default", this.request, null);
		ForwardObservations.end(observation, new IOException("gone"));
		assertThat(this.ended)
			.containsExactly("leader.election.forwarding group=default outcome=UNANSWERED java.io.IOException: gone");
	}

	@Test
	void requestOfTheClientIsTheParent() {
		Observation parent = Observation.start("http.server.requests", this.registry);
		Observation observation = this.observations.begin("default", this.request, parent);
		assertThat(observation.getContextView().getParentObservation()).isSameAs(parent);
	}

}
