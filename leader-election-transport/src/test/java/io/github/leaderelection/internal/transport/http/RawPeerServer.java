package io.github.leaderelection.internal.transport.http;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.internal.transport.link.TestServer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Where raw peers are reached. Opens no sessions itself.
 */
final class RawPeerServer implements AutoCloseable {

	private final Map<String, HttpRawPeer> sessions = new ConcurrentHashMap<>();

	private final TestServer server = new TestServer(0, "");

	RawPeerServer() {
		this.server.handler(this::handle);
	}

	URI url() {
		return URI.create("http://localhost:" + this.server.port());
	}

	void add(String session, HttpRawPeer peer) {
		this.sessions.put(session, peer);
	}

	private void handle(HttpServletRequest request, HttpServletResponse response) throws IOException {
		String id = request.getHeader(PostHeaders.SESSION);
		HttpRawPeer peer = (id != null) ? this.sessions.get(id) : null;
		if (peer == null) {
			response.setStatus((id != null) ? 410 : 503);
			return;
		}
		byte[] body = request.getInputStream().readAllBytes();
		response.getOutputStream().write(PostHeaders.bytes(peer.arrived(String.valueOf(PostHeaders.text(body)))));
	}

	@Override
	public void close() {
		this.server.stop();
	}

}
