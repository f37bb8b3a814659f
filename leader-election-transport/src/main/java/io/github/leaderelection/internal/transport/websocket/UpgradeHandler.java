package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.leaderelection.internal.transport.spi.PeerHeaders;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.server.PeerExchange;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.server.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Turns requests into connections, and refuses requests that cannot come from a member.
 */
final class UpgradeHandler implements PeerHandler {

	private final Acceptor acceptor;

	UpgradeHandler(Acceptor acceptor) {
		this.acceptor = acceptor;
	}

	@Override
	public void handle(PeerExchange exchange) throws IOException {
		if (!this.acceptor.isOpen()) {
			exchange.replyUnread(Reply.unavailable());
			return;
		}
		String version = Subprotocols.highestCommon(offered(exchange), Subprotocols.SPOKEN);
		RefusalReason reason = reasonToRefuse(exchange, version);
		if (reason != null || version == null) {
			RefusalReason why = (reason != null) ? reason : RefusalReason.VERSION;
			this.acceptor.refused(why, "from " + exchange.remoteHost());
			exchange.replyUnread(Reply.refused(why));
			return;
		}
		X509Certificate presented = exchange.certificate();
		exchange.upgrade(version, (connection) -> this.acceptor.accept(connection, presented));
	}

	@Override
	public void crowdedOut(String host) {
		this.acceptor.refused(RefusalReason.TOO_MANY, "from " + host);
	}

	private @Nullable RefusalReason reasonToRefuse(PeerExchange exchange, @Nullable String version) {
		RefusalReason reason = this.acceptor.judge(exchange, version != null);
		boolean overHttp = exchange.header(PeerHeaders.HTTP_VERSION) != null;
		return (reason == RefusalReason.VERSION && overHttp) ? RefusalReason.TRANSPORT : reason;
	}

	private static List<String> offered(PeerExchange exchange) {
		List<String> offered = new ArrayList<>();
		for (String header : exchange.headers(PeerHeaders.WEBSOCKET_VERSIONS)) {
			for (String each : header.split(",")) {
				offered.add(each.strip());
			}
		}
		return offered;
	}

}
