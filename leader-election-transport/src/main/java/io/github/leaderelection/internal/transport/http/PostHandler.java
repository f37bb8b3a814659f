package io.github.leaderelection.internal.transport.http;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.internal.transport.medium.Doorway;
import io.github.leaderelection.internal.transport.medium.PeerHeaders;
import io.github.leaderelection.internal.transport.medium.RefusalReason;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.HttpRequestHandler;

/**
 * Answers the POSTs of other nodes. No thread waits for a body or an answer. A POST that
 * takes too long is refused. Each session reads one body at a time. The bodies of
 * strangers count as unauthenticated connections, which are bounded.
 */
final class PostHandler implements HttpRequestHandler {

	private final StrangersBodies strangers = new StrangersBodies();

	private final Doorway doorway;

	private final HttpMedium medium;

	PostHandler(Doorway doorway, HttpMedium medium) {
		this.doorway = doorway;
		this.medium = medium;
	}

	@Override
	public void handleRequest(HttpServletRequest request, HttpServletResponse response) throws IOException {
		Exchange exchange = new Exchange(request, response);
		if (!this.doorway.isOpen()) {
			exchange.replyUnread(Reply.unavailable());
			return;
		}
		RefusalReason reason = reasonToRefuse(exchange);
		if (reason != null) {
			exchange.replyUnread(refused(request, reason));
			return;
		}
		String id = request.getHeader(PostHeaders.SESSION);
		if (id == null) {
			readStranger(exchange);
			return;
		}
		HttpConnection session = this.medium.session(id);
		if (session == null) {
			// The sender may not know of the end yet.
			session = this.medium.sessionThatEnded(id);
		}
		if (session != null) {
			read(exchange, session);
		}
		else {
			this.doorway.refused(RefusalReason.SESSION, "from " + host(request));
			exchange.replyUnread(Reply.gone(0, ""));
		}
	}

	private @Nullable RefusalReason reasonToRefuse(Exchange exchange) {
		HttpServletRequest request = exchange.request();
		RefusalReason reason = exchange.judge(this.doorway);
		if (reason == RefusalReason.VERSION) {
			String offered = request.getHeader(PeerHeaders.WEBSOCKET_VERSIONS);
			return (offered != null && offered.startsWith(PeerHeaders.WEBSOCKET_PREFIX)) ? RefusalReason.TRANSPORT
					: reason;
		}
		return reason;
	}

	private void read(Exchange exchange, HttpConnection session) throws IOException {
		HttpServletRequest request = exchange.request();
		if (!session.beginReading()) {
			exchange.replyUnread(refused(request, RefusalReason.TOO_MANY));
			return;
		}
		exchange.onEnd(session::endReading);
		exchange.read((body) -> {
			Reply reply = session.receive(body, (why) -> {
				this.doorway.refused(why, "from " + host(request));
				return Reply.notTaken(why);
			});
			return CompletableFuture.completedFuture(reply);
		}, (why) -> refused(request, why));
	}

	private void readStranger(Exchange exchange) throws IOException {
		HttpServletRequest request = exchange.request();
		if (!this.strangers.admit(exchange, this.doorway::hasRoom, () -> refused(request, RefusalReason.TOO_MANY))) {
			exchange.replyUnread(refused(request, RefusalReason.TOO_MANY));
			return;
		}
		exchange.read((body) -> {
			HttpConnection session = HttpConnection.accepted(this.medium, host(request), request.getRemotePort());
			session.take(this.doorway::accept);
			return session.greet(body);
		}, (why) -> refused(request, why));
	}

	private Reply refused(HttpServletRequest request, RefusalReason reason) {
		this.doorway.refused(reason, "from " + host(request));
		return Reply.refused(reason);
	}

	private static String host(HttpServletRequest request) {
		return String.valueOf(request.getRemoteHost());
	}

}
