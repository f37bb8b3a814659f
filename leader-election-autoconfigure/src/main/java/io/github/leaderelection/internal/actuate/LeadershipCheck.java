package io.github.leaderelection.internal.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.actuate.GroupDescriptor.LeaderDescriptor;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Whether this node leads, for load balancers and scripts that read only the status.
 *
 * @param leader the known leader, or null
 */
@JsonInclude
public record LeadershipCheck(boolean leading, @Nullable LeaderDescriptor leader,
		String node) implements OperationResponseBody {

	static LeadershipCheck of(LeaderElector elector, Details details) {
		ElectionStatus status = elector.status();
		return new LeadershipCheck(status.leading(), LeaderDescriptor.of(status.leader(), details),
				status.node().value());
	}

	/**
	 * The answer to an unknown check.
	 */
	public record Refusal(String message) implements OperationResponseBody {

		static Refusal of(String check) {
			return new Refusal("Unknown check '" + check + "': use check=leader, or omit it for the full status");
		}

	}

}
