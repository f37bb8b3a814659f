package io.github.leaderelection.internal.transport.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.internal.transport.server.PostHeaders;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.server.PeerExchange;
import io.github.leaderelection.internal.transport.server.Reply;

/**
 * Where raw peers are reached. Opens no sessions itself.
 */
final class RawPeerServer implements AutoCloseable {

	private final Map<String, HttpRawPeer> sessions = new ConcurrentHashMap<>();

	private final TestServer server;

	RawPeerServer(TestServer server) {
		this.server = server;
		this.server.handler(this::handle);
	}

	URI url() {
		return URI.create(this.server.scheme() + "://localhost:" + this.server.port());
	}

	void add(String session, HttpRawPeer peer) {
		this.sessions.put(session, peer);
	}

	private void handle(PeerExchange exchange) throws IOException {
		String id = exchange.header(PostHeaders.SESSION);
		HttpRawPeer peer = (id != null) ? this.sessions.get(id) : null;
		if (peer == null) {
			exchange.replyUnread((id != null) ? Reply.gone(0, "") : Reply.unavailable());
			return;
		}
		exchange.read((body) -> CompletableFuture.completedFuture(Reply.told(arrived(peer, body))), Reply::refused);
	}

	private static String arrived(HttpRawPeer peer, byte[] body) {
		try {
			return peer.arrived(String.valueOf(PostHeaders.text(body)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.server.stop();
	}

}
