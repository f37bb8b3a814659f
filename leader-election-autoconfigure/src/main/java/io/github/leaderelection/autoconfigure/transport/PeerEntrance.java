package io.github.leaderelection.autoconfigure.transport;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.transport.held.SealedText;
import io.github.leaderelection.internal.transport.server.PeerExchange;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.server.Reply;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;

/**
 * The handler for requests of peers. The web server listens before the node knows its id.
 * Until then the handler answers 503.
 */
class PeerEntrance implements PeerHandler, Entrances {

	private final HttpMethod method;

	private final String path;

	private final @Nullable PeerEntrance observers;

	private volatile @Nullable PeerHandler handler;

	PeerEntrance(HttpMethod method, String path) {
		this(method, path, null);
	}

	private PeerEntrance(HttpMethod method, String path, @Nullable PeerEntrance observers) {
		this.method = method;
		this.path = path;
		this.observers = observers;
	}

	/** The entrance of the transport: a WebSocket begins with a GET. */
	static PeerEntrance of(LeaderElectionProperties.Transport transport) {
		return new PeerEntrance(transport.type().equalsIgnoreCase("http") ? HttpMethod.POST : HttpMethod.GET,
				transport.path(), new PeerEntrance(HttpMethod.POST, transport.path() + SealedText.PATH));
	}

	/** The entrance of observers, below this one. The same for every transport. */
	PeerEntrance observers() {
		return Objects.requireNonNull(this.observers, "observers");
	}

	@Override
	public List<PeerEntrance> entrances() {
		return (this.observers != null) ? List.of(this, this.observers) : List.of(this);
	}

	/** The HTTP method of the peers' requests. */
	HttpMethod method() {
		return this.method;
	}

	/** The path below the context path. */
	String path() {
		return this.path;
	}

	void open(PeerHandler newHandler) {
		this.handler = newHandler;
	}

	@Override
	public void handle(PeerExchange exchange) throws IOException {
		PeerHandler present = this.handler;
		if (present != null) {
			present.handle(exchange);
		}
		else {
			exchange.replyUnread(Reply.unavailable());
		}
	}

	@Override
	public void crowdedOut(String host) {
		PeerHandler present = this.handler;
		if (present != null) {
			present.crowdedOut(host);
		}
	}

}
