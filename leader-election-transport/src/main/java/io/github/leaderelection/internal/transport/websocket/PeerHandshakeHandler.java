package io.github.leaderelection.internal.transport.websocket;

import java.security.Principal;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.http.server.ServerHttpRequest;
import org.springframework.web.socket.WebSocketExtension;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.server.support.DefaultHandshakeHandler;

/**
 * Answers the WebSocket handshake with the highest common version, no extensions and no
 * user. Extensions could inflate small frames.
 */
final class PeerHandshakeHandler extends DefaultHandshakeHandler {

	@Override
	protected @Nullable String selectProtocol(List<String> requestedProtocols, WebSocketHandler webSocketHandler) {
		return Subprotocols.highestCommon(requestedProtocols, Subprotocols.SPOKEN);
	}

	@Override
	protected List<WebSocketExtension> filterRequestedExtensions(ServerHttpRequest request,
			List<WebSocketExtension> requestedExtensions, List<WebSocketExtension> supportedExtensions) {
		return List.of();
	}

	@Override
	protected @Nullable Principal determineUser(ServerHttpRequest request, WebSocketHandler wsHandler,
			Map<String, Object> attributes) {
		return null;
	}

}
