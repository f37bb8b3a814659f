package io.github.leaderelection.internal.transport.server;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.PeerRequest;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.seal.FrameKey;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import org.jspecify.annotations.Nullable;

/**
 * One request of another node and its answer, on any web server. A request is answered
 * once or becomes a connection.
 */
public interface PeerExchange extends PeerRequest {

	/** The longest message and the longest body, in bytes. */
	int MAX_MESSAGE = WireCodec.MAX_FRAME_LENGTH + FrameKey.OVERHEAD;

	/**
	 * Whether any thread may answer while the body is being read. If not, the server's
	 * thread waits for the body and answers.
	 */
	boolean canGiveWay();

	/** Sets a task that runs once, just before the answer is written. */
	void onEnd(Runnable task);

	/** Lets the answer take so long. */
	void hold(long millis);

	/**
	 * Keeps the connection from giving way to others, once the node has proven the
	 * secret.
	 */
	default void keep() {
	}

	/**
	 * Reads the body, whose length and time are bounded, and answers.
	 * @param answering the answer to a body; may complete later
	 * @param refusing the answer to a body that is refused
	 */
	void read(Function<byte[], CompletableFuture<Reply>> answering, Function<RefusalReason, Reply> refusing)
			throws IOException;

	/** Answers, unless an answer was given before. */
	default void reply(Reply reply) {
		reply(() -> reply);
	}

	/**
	 * Answers, unless an answer was given before. The answer is computed only if it is
	 * sent, so a refusal that is not sent is not counted.
	 */
	void reply(Supplier<Reply> answer);

	/** Answers without reading the body. */
	void replyUnread(Reply reply) throws IOException;

	/**
	 * Turns the request into a WebSocket, if the client asks for one. Otherwise the
	 * request is answered with an error.
	 * @param taking takes the connection, or returns null to have it closed
	 */
	void upgrade(String version, Function<Connection, @Nullable FrameListener> taking) throws IOException;

}
