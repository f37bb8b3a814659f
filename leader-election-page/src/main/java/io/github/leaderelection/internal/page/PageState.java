package io.github.leaderelection.internal.page;

import java.time.Instant;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.leaderelection.internal.actuate.NodeDescriptor;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * All that the page shows at one instant.
 *
 * @param view the answer of the endpoint {@code leader}
 * @param parts what other modules show of each group, by name
 * @param leader the path of the endpoint {@code leader} below that of all endpoints, null
 * if it is not exposed
 * @param acts whether the endpoint {@code leader} accepts requests
 * @param traces whether the endpoint {@code leader} gives traces to the caller
 */
@JsonInclude
record PageState(@JsonFormat(shape = JsonFormat.Shape.STRING) Instant asOf, NodeDescriptor view,
		Map<String, Map<String, Object>> parts, @Nullable String leader, boolean acts,
		boolean traces) implements OperationResponseBody {
}
