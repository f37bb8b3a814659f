package io.github.leaderelection.internal.forward;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.forward.Destination.Nowhere;
import io.github.leaderelection.internal.forward.message.ClientRequest;
import io.github.leaderelection.internal.forward.message.HopHeaders;
import io.github.leaderelection.internal.forward.message.Refusal;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.PathContainer.PathSegment;

/**
 * Refuses requests. The refusal is the complete answer, because the client may lack
 * access to the application's error page.
 */
final class ForwardRefusal {

	private static final Set<String> DOTS = Set.of(".", "..");

	private final String retryAfter;

	/**
	 * Creates refusals.
	 * @param retryAfter the time after which clients should retry, rounded up to seconds
	 */
	ForwardRefusal(Duration retryAfter) {
		this.retryAfter = String.valueOf(retryAfter.plusSeconds(1).minusNanos(1).toSeconds());
	}

	/** The service will be available soon. */
	Refusal unavailable(String group, String detail) {
		return Refusal.of(HttpStatus.SERVICE_UNAVAILABLE, Map.of(HttpHeaders.RETRY_AFTER, this.retryAfter), detail,
				Map.of("group", group));
	}

	/** No leader was found. */
	Refusal noLeader(String group, Destination destination) {
		if (destination instanceof Destination.Crowded) {
			return unavailable(group, "No leader is known, and too many requests wait for one");
		}
		boolean homeless = destination instanceof Nowhere nowhere && nowhere.leader() != null;
		return unavailable(group,
				homeless ? "The leader has no application that takes requests, or its URL is not known yet"
						: "No leader is known");
	}

	/**
	 * Refuses requests that could differ on the leader: a path with dot segments, and
	 * TRACE, which returns the request's headers.
	 * @return null if the request may be forwarded
	 */
	@Nullable Refusal changing(String group, ClientRequest request) {
		if (request.method().equals("TRACE")) {
			return Refusal.of(HttpStatus.METHOD_NOT_ALLOWED, Map.of(HttpHeaders.ALLOW, "GET, POST, PUT, PATCH, DELETE"),
					"TRACE is not passed on to the leader", Map.of("group", group));
		}
		boolean dots = request.path()
			.elements()
			.stream()
			.anyMatch((each) -> each instanceof PathSegment segment && DOTS.contains(segment.valueToMatch()));
		return dots
				? Refusal.of(HttpStatus.BAD_REQUEST, Map.of(),
						"A path with the segments . or .. is not passed on to the leader", Map.of("group", group))
				: null;
	}

	/** The leader takes too long. */
	Refusal timedOut(String group, String detail) {
		return Refusal.of(HttpStatus.GATEWAY_TIMEOUT, Map.of(), detail, Map.of("group", group));
	}

	/**
	 * The request was forwarded to a node that does not lead.
	 * @param self this node, or null if it takes no part
	 * @param leader the leader that this node knows, or null
	 */
	Refusal oneHop(String group, @Nullable NodeId self, @Nullable NodeId leader) {
		return Refusal.of(HttpStatus.SERVICE_UNAVAILABLE,
				Map.of(HttpHeaders.RETRY_AFTER, this.retryAfter, HopHeaders.NOT_LEADER,
						(self != null) ? self.value() : "unknown"),
				"A forwarded request reached a node that does not lead; it is not forwarded again",
				Map.of("group", group, "leader", (leader != null) ? leader.value() : "unknown"));
	}

}
