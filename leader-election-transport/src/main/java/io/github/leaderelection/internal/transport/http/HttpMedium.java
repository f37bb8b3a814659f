package io.github.leaderelection.internal.transport.http;

import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.Medium;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import org.jspecify.annotations.Nullable;

/**
 * Keeps all sessions by their ids, and the client that POSTs. Safe for use from any
 * thread.
 */
final class HttpMedium implements Medium {

	private static final int ID_BYTES = 16;

	private static final int ENDED_PLACES = 64;

	private final Map<String, HttpConnection> sessions = new ConcurrentHashMap<>();

	private final EndedSessions<HttpConnection> ended = new EndedSessions<>(ENDED_PLACES, System::nanoTime);

	/** Kept apart, so that strangers do not displace the sessions of members. */
	private final EndedSessions<HttpConnection> endedOfStrangers = new EndedSessions<>(ENDED_PLACES, System::nanoTime);

	private final SecureRandom random = new SecureRandom();

	private volatile @Nullable PostClient client;

	@Override
	public Outlet open(PeerTransportSettings settings) {
		PostClient opened = new PostClient("leader-election-" + settings.self() + "-transport-http",
				settings.members().size() + 1, settings.protection().tls());
		this.client = opened;
		return new Outlet() {

			@Override
			public void dial(URI url, Function<Connection, @Nullable FrameListener> taking) {
				HttpConnection.dialled(HttpMedium.this, url).take(taking);
			}

			@Override
			public void close() {
				opened.close();
			}

		};
	}

	/**
	 * Blocks for a bounded time.
	 * @throws IOException if no answer arrives
	 */
	Answer post(URI url, Map<String, String> headers, byte[] body) throws IOException {
		PostClient present = this.client;
		if (present == null) {
			throw new IOException("The transport is not started");
		}
		return present.post(url, headers, body);
	}

	/** Draws an id that cannot be guessed. */
	String freshId() {
		byte[] id = new byte[ID_BYTES];
		this.random.nextBytes(id);
		return HexFormat.of().formatHex(id);
	}

	/**
	 * Adds a session.
	 * @return false if the id is taken or malformed
	 */
	boolean add(String id, HttpConnection session) {
		return id.matches("[0-9a-f]{32}") && this.sessions.putIfAbsent(id, session) == null;
	}

	/** Removes a session, but still recognises its late POSTs for a while. */
	void remove(String id, HttpConnection session) {
		if (this.sessions.get(id) == session) {
			(session.isOfMember() ? this.ended : this.endedOfStrangers).add(id, session);
			this.sessions.remove(id, session);
		}
	}

	@Nullable HttpConnection session(String id) {
		return this.sessions.get(id);
	}

	@Nullable HttpConnection sessionThatEnded(String id) {
		HttpConnection found = this.ended.find(id);
		return (found != null) ? found : this.endedOfStrangers.find(id);
	}

}
