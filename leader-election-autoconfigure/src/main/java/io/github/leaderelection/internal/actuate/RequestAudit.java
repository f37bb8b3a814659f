package io.github.leaderelection.internal.actuate;

import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.text.Printable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Says in the log and to Spring Boot's audit which request came over HTTP, and from whom.
 */
public final class RequestAudit {

	static final String TYPE = "LEADER_REQUEST";

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final ApplicationEventPublisher events;

	public RequestAudit(ApplicationEventPublisher events) {
		this.events = events;
	}

	void requested(SecurityContext caller, RequestDescriptor answer, @Nullable String assignment,
			@Nullable String partition, @Nullable String to) {
		Principal principal = caller.getPrincipal();
		String name = (principal != null) ? principal.getName() : "anonymous";
		Map<String, @Nullable Object> data = new LinkedHashMap<>();
		data.put("group", answer.group());
		data.put("action", answer.action());
		data.put("assignment", assignment);
		data.put("partition", partition);
		data.put("to", to);
		data.put("outcome", answer.outcome());
		data.values().removeIf(Objects::isNull);
		logger.info("Request by '{}': {}", Printable.of(name), Printable.of(data.toString()));
		try {
			this.events.publishEvent(new AuditApplicationEvent(name, TYPE, data));
		}
		catch (RuntimeException ex) {
			// What was asked is done, and its answer says so.
			logger.warn("The audit of a request failed: mend the AuditEventRepository or the listener that threw", ex);
		}
	}

}
