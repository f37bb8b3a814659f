package io.github.leaderelection.internal.transport.link;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLException;

import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;

/**
 * What a failure of a connection says about the other node.
 */
final class Failures {

	private static final String PLAIN = ". The other side speaks no TLS: write its URL in leader-election.peers with "
			+ "http, or give it a certificate";

	private static final String UNTRUSTED = ". TLS failed: let leader-election.transport.ssl.bundle of each node have a "
			+ "certificate for the host of its URL in leader-election.peers, and trust those of the others";

	private Failures() {
	}

	/**
	 * The loss that a failure to connect shows, or null. Only a refused connection shows
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

	/** Describes a failure by its innermost message, which is the most precise. */
	static String reasonOf(Throwable failure) {
		return described(failure) + remedy(failure);
	}

	/**
	 * The remedy for a failure of TLS. Empty for any other failure, and if the other side
	 * just closed the connection.
	 */
	private static String remedy(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			String message = String.valueOf(cause.getMessage());
			if (cause instanceof SSLException && !message.contains("terminated the handshake")) {
				return message.contains("SSL message") ? PLAIN : UNTRUSTED;
			}
		}
		return "";
	}

	private static String described(Throwable failure) {
		Throwable innermost = innermost(failure);
		if (innermost instanceof UnresolvedAddressException || innermost instanceof UnknownHostException) {
			return "its host name is unknown: correct it, or wait until the name service knows it";
		}
		if (innermost instanceof EOFException) {
			return "it closed the connection at once, as a member does that starts or stops";
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
