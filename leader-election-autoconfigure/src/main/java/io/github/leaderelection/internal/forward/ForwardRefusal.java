package io.github.leaderelection.internal.forward;

import java.time.Duration;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.forward.Destination.Nowhere;
import io.github.leaderelection.internal.forward.message.HopHeaders;
import io.github.leaderelection.internal.forward.message.Refusal;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * Refuses requests. The refusal is the whole answer, for the client may have no access to
 * the application's error page.
 */
public final class ForwardRefusal {

	private final String retryAfter;

	/**
	 * Creates refusals.
	 * @param retryAfter after what time clients should retry, rounded up to seconds
	 */
	public ForwardRefusal(Duration retryAfter) {
		this.retryAfter = String.valueOf(retryAfter.plusSeconds(1).minusNanos(1).toSeconds());
	}

	/** The service will be available soon. */
	public Refusal unavailable(String group, String detail) {
		return Refusal.of(HttpStatus.SERVICE_UNAVAILABLE, Map.of(HttpHeaders.RETRY_AFTER, this.retryAfter), detail,
				Map.of("group", group));
	}

	/** No leader was found. */
	public Refusal noLeader(String group, Destination destination) {
		if (destination instanceof Destination.Crowded) {
			return unavailable(group, "No leader is known, and too many requests wait for one");
		}
		boolean homeless = destination instanceof Nowhere nowhere && nowhere.leader() != null;
		return unavailable(group,
				homeless ? "The leader has no application that takes requests, or its URL is not known yet"
						: "No leader is known");
	}

	/** The leader takes too long. */
	public Refusal timedOut(String group, String detail) {
		return Refusal.of(HttpStatus.GATEWAY_TIMEOUT, Map.of(), detail, Map.of("group", group));
	}

	/**
	 * The request was forwarded to a node that does not lead.
	 * @param self this node, or null if it takes no part
	 * @param leader the leader that this node knows, or null
	 */
	public Refusal oneHop(String group, @Nullable NodeId self, @Nullable NodeId leader) {
		return Refusal.of(HttpStatus.SERVICE_UNAVAILABLE,
				Map.of(HttpHeaders.RETRY_AFTER, this.retryAfter, HopHeaders.NOT_LEADER,
						(self != null) ? self.value() : "unknown"),
				"A forwarded request reached a node that does not lead; it is not forwarded again",
				Map.of("group", group, "leader", (leader != null) ? leader.value() : "unknown"));
	}

}
