package io.github.leaderelection.internal.transport.reactive;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.websocket.WebSocketConnection;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;

/**
 * Passes the events of one WebSocket on to its connection. The first control frame of a
 * stranger ends its connection.
 */
final class ReactiveSocketHandler implements WebSocketHandler {

	private final String version;

	private final Function<Connection, @Nullable FrameListener> taking;

	private final Runnable ending;

	/**
	 * Creates a handler of one connection.
	 * @param taking takes the connection, or returns null to have it closed
	 */
	ReactiveSocketHandler(String version, Function<Connection, @Nullable FrameListener> taking, Runnable ending) {
		this.version = version;
		this.taking = taking;
		this.ending = ending;
	}

	@Override
	public List<String> getSubProtocols() {
		return List.of(this.version);
	}

	@Override
	public Mono<Void> handle(WebSocketSession session) {
		ReactiveSocket socket = new ReactiveSocket(session, this.ending);
		WebSocketConnection connection = new WebSocketConnection(socket);
		connection.take(this.taking);
		FrameListener conversation = connection.conversation();
		if (conversation == null) {
			return session.close(new CloseStatus(CloseReason.GOING_AWAY.code()));
		}
		return session.receive()
			.doOnNext((message) -> read(connection, conversation, socket, message))
			.then(Mono.defer(() -> closeCode(session)))
			.onErrorResume((failure) -> refused(session, SocketFailure.code(failure)))
			.doOnNext(conversation::closed)
			.takeUntilOther(socket.ended())
			.then();
	}

	/** The code with which the other side closed the connection. */
	private static Mono<Integer> closeCode(WebSocketSession session) {
		return session.closeStatus()
			.map(CloseStatus::getCode)
			.onErrorReturn(SocketFailure.NO_CLOSE)
			.defaultIfEmpty(SocketFailure.NO_CLOSE);
	}

	/** Closes a connection whose data the server could not read. */
	private static Mono<Integer> refused(WebSocketSession session, int code) {
		Mono<Void> closing = (code != SocketFailure.NO_CLOSE) ? session.close(new CloseStatus(code)) : Mono.empty();
		return closing.onErrorComplete().thenReturn(code);
	}

	private static void read(WebSocketConnection connection, FrameListener conversation, ReactiveSocket socket,
			WebSocketMessage message) {
		try {
			read(connection, conversation, message, socket);
		}
		catch (SocketFailure ex) {
			// An error signal, or another thread, would close the connection without this
			// code.
			socket.refuse(ex.code());
			conversation.closed(ex.code());
		}
	}

	private static void read(WebSocketConnection connection, FrameListener conversation, WebSocketMessage message,
			ReactiveSocket socket) {
		switch (message.getType()) {
			case TEXT -> connection.read(conversation, text(message.getPayload()));
			case BINARY -> conversation.binary();
			case PING -> {
				requireMember(conversation);
				socket.pong();
			}
			case PONG -> {
				requireMember(conversation);
				conversation.pong();
			}
		}
	}

	private static void requireMember(FrameListener conversation) {
		if (!conversation.isAuthenticated()) {
			throw new SocketFailure(CloseReason.PROTOCOL_ERROR, "A control frame of a stranger");
		}
	}

	private static String text(DataBuffer payload) {
		byte[] bytes = new byte[payload.readableByteCount()];
		payload.read(bytes);
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
		}
		catch (CharacterCodingException ex) {
			throw new SocketFailure(CloseReason.BAD_DATA, "Text that is not UTF-8");
		}
	}

}
