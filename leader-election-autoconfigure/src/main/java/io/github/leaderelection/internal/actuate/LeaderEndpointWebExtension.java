package io.github.leaderelection.internal.actuate;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.util.MimeTypeUtils;

/**
 * Answers HTTP requests with the status code of their outcome.
 */
@EndpointWebExtension(endpoint = LeaderEndpoint.class)
public class LeaderEndpointWebExtension {

	private static final String TRACE = "trace";

	private static final String OF_PART = "-" + TRACE;

	private static final String LEADER = "leader";

	private static final int FORBIDDEN = 403;

	private final LeaderEndpoint endpoint;

	private static final String CLOSED = "A trace has the ids and messages of all members. It is given out with "
			+ "management.endpoint.leader.show-details=always, or with when-authorized to whom that allows.";

	private final boolean mvc;

	private final Predicate<SecurityContext> detailed;

	private final List<LeaderEndpoint.Part> parts;

	private final RequestAudit audit;

	/**
	 * Creates an extension.
	 * @param detailed decides whether a caller may see details
	 */
	public LeaderEndpointWebExtension(LeaderEndpoint endpoint, boolean mvc, Predicate<SecurityContext> detailed,
			List<LeaderEndpoint.Part> parts, RequestAudit audit) {
		this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
		this.mvc = mvc;
		this.detailed = Objects.requireNonNull(detailed, "detailed");
		this.parts = List.copyOf(parts);
		this.audit = audit;
	}

	/**
	 * Like {@link LeaderEndpoint#node()}, with the details that the caller may see.
	 */
	@ReadOperation
	public NodeDescriptor node(SecurityContext caller) {
		return this.endpoint.node(details(caller));
	}

	/** Whether a caller may see details. */
	public boolean isDetailed(SecurityContext caller) {
		return this.detailed.test(caller);
	}

	public NodeDescriptor node(boolean detailed) {
		return this.endpoint.node(Details.of(detailed));
	}

	/** What the parts show of each group, by their names. */
	public Map<String, Map<String, Object>> parts(boolean detailed) {
		Map<String, Map<String, Object>> shown = new TreeMap<>();
		for (String group : this.endpoint.groups()) {
			for (LeaderEndpoint.Part part : this.parts) {
				Object read = part.read(group, detailed);
				if (read != null) {
					shown.computeIfAbsent(group, (key) -> new TreeMap<>()).put(part.name(), read);
				}
			}
		}
		return shown;
	}

	private Details details(SecurityContext caller) {
		return Details.of(isDetailed(caller));
	}

	/**
	 * Like {@link LeaderEndpoint#group(String)}, or checks whether this node leads.
	 * @param check {@code leader} for status 200 if this node leads and 503 if not; null
	 * for the full status
	 * @return the answer, with status 404 for an unknown group and 400 for an unknown
	 * check
	 */
	@ReadOperation
	public WebEndpointResponse<Object> group(SecurityContext caller, @Selector String group, @Nullable String check) {
		if (check != null && !LEADER.equals(check)) {
			return new WebEndpointResponse<>(LeadershipCheck.Refusal.of(check), WebEndpointResponse.STATUS_BAD_REQUEST);
		}
		if (check == null) {
			return answer(this.endpoint.group(group, details(caller)), WebEndpointResponse.STATUS_OK);
		}
		LeadershipCheck answer = this.endpoint.check(group, details(caller));
		return answer(answer, (answer != null && answer.leading()) ? WebEndpointResponse.STATUS_OK
				: WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
	}

	private static WebEndpointResponse<Object> answer(@Nullable Object body, int status) {
		return (body != null) ? new WebEndpointResponse<>(body, status)
				: new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
	}

	/**
	 * Like {@link LeaderEndpoint#request(String, String, String)}, with the status of the
	 * outcome.
	 */
	@WriteOperation
	public WebEndpointResponse<RequestDescriptor> request(SecurityContext caller, @Selector String group,
			@Nullable String action, @Nullable String to) {
		RequestDescriptor answer = this.endpoint.request(group, action, to);
		this.audit.requested(caller, answer, null, null, to);
		return new WebEndpointResponse<>(answer, status(answer.outcome()));
	}

	/**
	 * Passes a request on to a part, with the status of the outcome.
	 * @param to a node to which something goes
	 * @param node a node of which something is said; the same to a part
	 */
	@WriteOperation
	public WebEndpointResponse<?> request(SecurityContext caller, @Selector String group, @Selector String what,
			@Nullable String action, @Nullable String assignment, @Nullable String partition, @Nullable String to,
			@Nullable String node) {
		String member = (to != null) ? to : node;
		RequestDescriptor answer = part(what).map((part) -> part.request(group, action, assignment, partition, member))
			.orElse(null);
		if (answer != null) {
			this.audit.requested(caller, answer, assignment, partition, member);
		}
		return answer(answer, (answer != null) ? status(answer.outcome()) : WebEndpointResponse.STATUS_OK);
	}

	private Optional<LeaderEndpoint.Part> part(String name) {
		return this.parts.stream().filter((part) -> part.name().equals(name)).findFirst();
	}

	/**
	 * The latest inputs of one group, as a file for the simulator's replay, or what a
	 * part shows or records.
	 * @param what {@code trace}, or the name of a part, also with {@code -trace}
	 * @return the answer, null if there is none, or a refusal for a caller without access
	 */
	@ReadOperation(produces = { "text/plain", "application/json", "application/vnd.spring-boot.actuator.v3+json" })
	public @Nullable Object below(SecurityContext caller, @Selector String group, @Selector String what) {
		if (TRACE.equals(what)) {
			return trace(caller, group, this.endpoint.trace(group));
		}
		if (what.endsWith(OF_PART)) {
			return part(what.substring(0, what.length() - OF_PART.length()))
				.map((part) -> trace(caller, group + "-" + part.name(), part.trace(group)))
				.orElse(null);
		}
		return part(what).map((part) -> part.read(group, details(caller) == Details.SHOWN))
			.map((body) -> new WebEndpointResponse<>(body, MimeTypeUtils.APPLICATION_JSON))
			.orElse(null);
	}

	private @Nullable Object trace(SecurityContext caller, String of, Optional<String> recorded) {
		if (details(caller) == Details.HIDDEN) {
			return new WebEndpointResponse<>(CLOSED, FORBIDDEN, MimeTypeUtils.TEXT_PLAIN);
		}
		return recorded
			.map((trace) -> this.mvc ? TraceDownload.file(trace, of, this.endpoint.nodeId(), Instant.now())
					: TraceDownload.text(trace))
			.orElse(null);
	}

	private static int status(RequestDescriptor.Outcome outcome) {
		return switch (outcome) {
			case DONE -> 200;
			case IN_PROGRESS -> 202;
			case INVALID -> 400;
			case UNKNOWN_GROUP -> 404;
			case REFUSED -> 409;
		};
	}

}
