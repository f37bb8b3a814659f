package io.github.leaderelection.internal.transport.link;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeoutException;

import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;

/**
 * What a failure on the way to another node says.
 */
final class Failures {

	private Failures() {
	}

	/**
	 * What a failure to connect says about the member. Only a connection refused by its
	 * host says that no process listens there. Some clients call every failure to connect
	 * one, so the innermost counts.
	 */
	static @Nullable LinkLoss lossOf(Throwable failure) {
		Throwable innermost = innermost(failure);
		if (innermost instanceof ConnectException && !String.valueOf(innermost.getMessage()).contains("timed out")) {
			return LinkLoss.REFUSED;
		}
		return isTimeout(failure) ? LinkLoss.SILENT : null;
	}

	static boolean isTimeout(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SocketTimeoutException || cause instanceof TimeoutException
					|| cause instanceof HttpTimeoutException) {
				return true;
			}
		}
		return false;
	}

	/** The innermost message says most. */
	static String reasonOf(Throwable failure) {
		Throwable innermost = innermost(failure);
		if (innermost instanceof UnresolvedAddressException || innermost instanceof UnknownHostException) {
			return "the name of its host is not known: correct it, or wait until the name service knows it";
		}
		String message = innermost.getMessage();
		String kind = innermost.getClass().getSimpleName();
		return (message != null) ? kind + ": " + message : kind;
	}

	private static Throwable innermost(Throwable failure) {
		Throwable innermost = failure;
		while (innermost.getCause() != null) {
			innermost = innermost.getCause();
		}
		return innermost;
	}

}
