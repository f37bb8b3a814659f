package io.github.leaderelection.internal.transport.http;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.internal.transport.server.StrangersBodies;
import io.github.leaderelection.internal.transport.server.PostRules;
import io.github.leaderelection.internal.transport.server.PostHeaders;
import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.leaderelection.internal.transport.spi.PeerHeaders;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.server.PeerExchange;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.server.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Answers the POSTs of other nodes. No thread waits for a body or an answer. A POST that
 * takes too long is refused. Each session reads one body at a time. The bodies of
 * strangers count as unauthenticated connections, which are bounded.
 */
final class PostHandler implements PeerHandler {

	private final StrangersBodies strangers = new StrangersBodies();

	private final Acceptor acceptor;

	private final HttpMedium medium;

	PostHandler(Acceptor acceptor, HttpMedium medium) {
		this.acceptor = acceptor;
		this.medium = medium;
	}

	@Override
	public void handle(PeerExchange exchange) throws IOException {
		if (!this.acceptor.isOpen()) {
			exchange.replyUnread(Reply.unavailable());
			return;
		}
		RefusalReason reason = reasonToRefuse(exchange);
		if (reason != null) {
			exchange.replyUnread(refused(exchange, reason));
			return;
		}
		String id = exchange.header(PostHeaders.SESSION);
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
			this.acceptor.refused(RefusalReason.SESSION, "from " + exchange.remoteHost());
			exchange.replyUnread(Reply.gone(0, ""));
		}
	}

	@Override
	public void crowdedOut(String host) {
		this.acceptor.refused(RefusalReason.TOO_MANY, "from " + host);
	}

	private @Nullable RefusalReason reasonToRefuse(PeerExchange exchange) {
		RefusalReason reason = PostRules.judge(exchange, this.acceptor);
		if (reason == RefusalReason.VERSION) {
			String offered = exchange.header(PeerHeaders.WEBSOCKET_VERSIONS);
			return (offered != null && offered.startsWith(PeerHeaders.WEBSOCKET_PREFIX)) ? RefusalReason.TRANSPORT
					: reason;
		}
		return reason;
	}

	private void read(PeerExchange exchange, HttpConnection session) throws IOException {
		if (!session.beginReading()) {
			exchange.replyUnread(refused(exchange, RefusalReason.TOO_MANY));
			return;
		}
		exchange.onEnd(session::endReading);
		exchange.read((body) -> {
			Reply reply = session.receive(body, (why) -> {
				this.acceptor.refused(why, "from " + exchange.remoteHost());
				return Reply.notTaken(why);
			});
			return CompletableFuture.completedFuture(reply);
		}, (why) -> refused(exchange, why));
	}

	private void readStranger(PeerExchange exchange) throws IOException {
		if (!this.strangers.admit(exchange, this.acceptor::hasRoom, () -> refused(exchange, RefusalReason.TOO_MANY))) {
			exchange.replyUnread(refused(exchange, RefusalReason.TOO_MANY));
			return;
		}
		X509Certificate presented = exchange.certificate();
		exchange.read((body) -> {
			HttpConnection session = HttpConnection.accepted(this.medium, exchange.remoteHost(), exchange.remotePort());
			session.take((connection) -> this.acceptor.accept(connection, presented));
			return session.greet(body);
		}, (why) -> refused(exchange, why));
	}

	private Reply refused(PeerExchange exchange, RefusalReason reason) {
		this.acceptor.refused(reason, "from " + exchange.remoteHost());
		return Reply.refused(reason);
	}

}
