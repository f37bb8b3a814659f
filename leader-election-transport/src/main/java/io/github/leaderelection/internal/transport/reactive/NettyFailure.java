package io.github.leaderelection.internal.transport.reactive;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;

/**
 * Finds out why Netty could not read a frame. Loaded only on Netty.
 */
final class NettyFailure {

	private NettyFailure() {
	}

	/** The code with which a failed connection is closed. */
	static int code(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof TooLongFrameException) {
				return CloseReason.TOO_BIG;
			}
			if (cause instanceof CorruptedWebSocketFrameException frame) {
				return frame.closeStatus().code();
			}
			if (cause instanceof CorruptedFrameException) {
				return CloseReason.PROTOCOL_ERROR;
			}
		}
		return SocketFailure.NO_CLOSE;
	}

}
