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
 * What a failure of a connection says about the other node.
 */
final class Failures {

	private Failures() {
	}

	/**
	 * What a failure to connect says about the member. Only a refused connection says
	 * that no process listens there. Some clients report every failure as refused, so the
	 * innermost cause counts.
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

	/** Takes the innermost message, which is the most precise. */
	static String reasonOf(Throwable failure) {
		Throwable innermost = innermost(failure);
		if (innermost instanceof UnresolvedAddressException || innermost instanceof UnknownHostException) {
			return "its host name is unknown: correct it, or wait until the name service knows it";
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
