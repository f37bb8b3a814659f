package io.github.leaderelection.internal.store.etcd;

import java.nio.channels.ClosedChannelException;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.lease.OpenRequests;
import io.github.leaderelection.internal.text.Printable;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;

/**
 * Describes failures between this process and etcd, for the operator.
 */
final class EtcdProblem {

	private static final String PREFIX = "leader-election.etcd.key-prefix";

	private static final String GRANT = "Grant the user's role 'readwrite' on all keys that begin with " + PREFIX;

	private static final String USER = "Set leader-election.etcd.user and leader-election.etcd.password as in etcd, "
			+ "or neither where its authentication is not enabled";

	private EtcdProblem() {
	}

	static String text(Throwable failure) {
		Throwable cause = OpenRequests.cause(failure);
		Status status = status(cause);
		if (status.getCode() == Status.Code.UNKNOWN && status.getDescription() == null) {
			return cause.getClass().getSimpleName() + ((cause.getMessage() != null) ? ": " + cause.getMessage() : "");
		}
		Throwable below = status.getCause();
		String description = status.getDescription();
		return "etcd: " + status.getCode() + ((description != null) ? ", " + Printable.of(description) : "")
				+ ((below != null) ? message(", ", NestedExceptionUtils.getMostSpecificCause(below)) : "")
				+ remedy(status);
	}

	private static String message(String before, Throwable failure) {
		return (failure.getMessage() != null) ? before + Printable.of(failure.getMessage()) : "";
	}

	/** gRPC sometimes reports UNKNOWN for a connection that broke in a request. */
	private static Status status(Throwable failure) {
		Status status = Status.fromThrowable(failure);
		for (Throwable below = status.getCause(); below != null; below = below.getCause()) {
			if (status.getCode() == Status.Code.UNKNOWN && below instanceof ClosedChannelException) {
				return Status.UNAVAILABLE.withDescription(status.getDescription()).withCause(below);
			}
		}
		return status;
	}

	/** Whether the request may not have reached a server. */
	static boolean isOfTheWay(Throwable failure) {
		Status.Code code = status(OpenRequests.cause(failure)).getCode();
		return code == Status.Code.UNAVAILABLE || code == Status.Code.DEADLINE_EXCEEDED
				|| code == Status.Code.CANCELLED;
	}

	/**
	 * Finds a failure that only an operator can fix.
	 * @return the exception to throw; null if the failure may pass
	 */
	static @Nullable InvalidElectionConfigurationException lasting(Throwable failure, String prefix) {
		Status status = Status.fromThrowable(NestedExceptionUtils.getMostSpecificCause(failure));
		return switch (status.getCode()) {
			case PERMISSION_DENIED -> new InvalidElectionConfigurationException(PREFIX, prefix,
					"The user may not read and write there (" + text(failure) + ")", GRANT, failure);
			case UNAUTHENTICATED, INVALID_ARGUMENT, FAILED_PRECONDITION ->
				new InvalidElectionConfigurationException("leader-election.store", "etcd",
						"Its servers do not accept who asks (" + text(failure) + ")", USER, failure);
			default -> null;
		};
	}

	private static String remedy(Status status) {
		return switch (status.getCode()) {
			case PERMISSION_DENIED -> ". " + GRANT;
			case UNAUTHENTICATED -> ". " + USER;
			default -> "";
		};
	}

}
