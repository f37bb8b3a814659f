package io.github.leaderelection.websocket;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.github.leaderelection.transport.PeerTransport;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.WebSocketHttpHeaders;
import org.springframework.web.socket.server.HandshakeInterceptor;

/**
 * Refuses requests that can come from no member before they become a connection.
 */
final class UpgradeGate implements HandshakeInterceptor {

	private final PeerTransportSettings settings;

	private final Refusals refusals;

	private final Supplier<@Nullable TransportRun> running;

	UpgradeGate(PeerTransportSettings settings, Refusals refusals, Supplier<@Nullable TransportRun> running) {
		this.settings = settings;
		this.refusals = refusals;
		this.running = running;
	}

	@Override
	public boolean beforeHandshake(ServerHttpRequest request, ServerHttpResponse response, WebSocketHandler handler,
			Map<String, Object> attributes) {
		TransportRun run = this.running.get();
		if (run == null) {
			response.setStatusCode(HttpStatus.SERVICE_UNAVAILABLE);
			return false;
		}
		RefusalReason reason = reasonToRefuse(request, run);
		if (reason == null) {
			return true;
		}
		PeerTransport.Receiver receiver = run.receiver();
		this.refusals.add(receiver, reason, null, request.getRemoteAddress().getHostString());
		response.setStatusCode(switch (reason) {
			case TOO_MANY -> HttpStatus.SERVICE_UNAVAILABLE;
			case VERSION -> HttpStatus.BAD_REQUEST;
			default -> HttpStatus.FORBIDDEN;
		});
		return false;
	}

	private @Nullable RefusalReason reasonToRefuse(ServerHttpRequest request, TransportRun run) {
		if (request.getHeaders().getFirst("Origin") != null) {
			return RefusalReason.ORIGIN;
		}
		if (this.settings.secret() == null && !Loopback.isSource(request)) {
			return RefusalReason.NOT_LOOPBACK;
		}
		List<String> offered = new WebSocketHttpHeaders(request.getHeaders()).getSecWebSocketProtocol();
		if (Subprotocols.highestCommon(offered, Subprotocols.SPOKEN) == null) {
			return RefusalReason.VERSION;
		}
		return run.hasRoom() ? null : RefusalReason.TOO_MANY;
	}

	@Override
	public void afterHandshake(ServerHttpRequest request, ServerHttpResponse response, WebSocketHandler handler,
			@Nullable Exception exception) {
		// What became a connection is counted as one.
	}

}
