package io.github.leaderelection.internal.transport.reactive;

import org.springframework.util.ClassUtils;

/**
 * Reports that the data read is no message of a member.
 */
final class SocketFailure extends RuntimeException {

	/** The code for a connection that ended without a close frame. */
	static final int NO_CLOSE = 1006;

	private static final long serialVersionUID = 1L;

	private static final boolean NETTY = ClassUtils.isPresent("reactor.netty.http.server.HttpServerRequest",
			SocketFailure.class.getClassLoader());

	private final int code;

	SocketFailure(int code, String message) {
		super(message);
		this.code = code;
	}

	int code() {
		return this.code;
	}

	/** The code with which a failed connection is closed. */
	static int code(Throwable failure) {
		return NETTY ? NettyFailure.code(failure) : NO_CLOSE;
	}

}
