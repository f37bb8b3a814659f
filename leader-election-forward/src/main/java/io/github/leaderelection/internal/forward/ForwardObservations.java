package io.github.leaderelection.internal.forward;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.RequestReplySenderContext;
import org.jspecify.annotations.Nullable;

/**
 * Observes requests from the sending to the leader until its answer begins. A tracer adds
 * its headers to the request.
 */
final class ForwardObservations {

	private static final String NAME = "leader.election.forwarding";

	private static final String OUTCOME = "outcome";

	private final ObservationRegistry registry;

	ForwardObservations(ObservationRegistry registry) {
		this.registry = registry;
	}

	/**
	 * Begins an observation, before the request is built.
	 * @param parent the observation of the client's request; null for that of the thread
	 */
	Observation begin(String group, HttpRequest.Builder outgoing, @Nullable Observation parent) {
		RequestReplySenderContext<HttpRequest.Builder, HttpResponse<?>> context = new RequestReplySenderContext<>(
				(request, name, value) -> {
					if (request != null) {
						request.setHeader(name, value);
					}
				});
		context.setCarrier(outgoing);
		Observation observation = Observation.createNotStarted(NAME, () -> context, this.registry)
			.contextualName("forward to leader")
			.lowCardinalityKeyValue("group", group)
			.lowCardinalityKeyValue(OUTCOME, "NONE");
		return ((parent != null) ? observation.parentObservation(parent) : observation).start();
	}

	/** Ends an observation, without an answer if there is a failure. */
	static void end(Observation observation, @Nullable Throwable failure) {
		if (failure != null) {
			observation.error(failure);
		}
		observation.lowCardinalityKeyValue(OUTCOME, (failure != null) ? "UNANSWERED" : "ANSWERED").stop();
	}

}
