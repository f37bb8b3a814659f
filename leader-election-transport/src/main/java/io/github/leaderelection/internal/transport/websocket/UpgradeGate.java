package io.github.leaderelection.internal.transport.websocket;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.transport.medium.Doorway;
import io.github.leaderelection.internal.transport.medium.PeerHeaders;
import io.github.leaderelection.internal.transport.medium.RefusalReason;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.WebSocketHttpHeaders;
import org.springframework.web.socket.server.HandshakeInterceptor;

/**
 * Refuses requests that cannot come from a member before they become connections.
 */
final class UpgradeGate implements HandshakeInterceptor {

	private final Doorway doorway;

	UpgradeGate(Doorway doorway) {
		this.doorway = doorway;
	}

	@Override
	public boolean beforeHandshake(ServerHttpRequest request, ServerHttpResponse response, WebSocketHandler handler,
			Map<String, Object> attributes) {
		if (!this.doorway.isOpen()) {
			response.setStatusCode(HttpStatus.SERVICE_UNAVAILABLE);
			return false;
		}
		HttpServletRequest plain = ((ServletServerHttpRequest) request).getServletRequest();
		List<String> offered = new WebSocketHttpHeaders(request.getHeaders()).getSecWebSocketProtocol();
		boolean understood = Subprotocols.highestCommon(offered, Subprotocols.SPOKEN) != null;
		RefusalReason reason = this.doorway.judge(plain, understood);
		if (reason == RefusalReason.VERSION && plain.getHeader(PeerHeaders.HTTP_VERSION) != null) {
			reason = RefusalReason.TRANSPORT;
		}
		if (reason == null) {
			return true;
		}
		this.doorway.refused(reason, "from " + plain.getRemoteHost());
		response.getHeaders().set(PeerHeaders.CLOSE, Integer.toString(reason.closeCode()));
		response.setStatusCode(HttpStatusCode.valueOf(reason.httpStatus()));
		return false;
	}

	@Override
	public void afterHandshake(ServerHttpRequest request, ServerHttpResponse response, WebSocketHandler handler,
			@Nullable Exception exception) {
		// A connection counts itself.
	}

}
