package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.Medium;
import io.github.leaderelection.internal.transport.spi.OutgoingClient;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.TransportTimes;
import io.github.leaderelection.internal.transport.spi.UnexpectedStatus;
import org.jspecify.annotations.Nullable;

/**
 * Opens WebSockets to other nodes by the JDK's client, which needs no container. Every
 * dial resolves the host anew, as members may move. Safe for use from any thread.
 */
public final class JdkWebSocketMedium implements Medium {

	@Override
	public Outlet open(PeerTransportSettings settings) {
		return new JdkOutlet(new OutgoingClient("leader-election-" + settings.self() + "-transport-socket",
				settings.members().size() + 1, settings.protection().tls()));
	}

	/**
	 * Opens WebSockets until it is closed.
	 */
	private record JdkOutlet(OutgoingClient client) implements Outlet {

		@Override
		public void dial(URI url, Function<Connection, @Nullable FrameListener> taking) throws IOException {
			URI target = SocketUri.of(url);
			JdkSocket listener = new JdkSocket(target);
			WebSocket socket = opened(url,
					this.client.client()
						.newWebSocketBuilder()
						.connectTimeout(Duration.ofMillis(TransportTimes.WRITE_MILLIS))
						.subprotocols(Subprotocols.SPOKEN.get(0),
								Subprotocols.SPOKEN.subList(1, Subprotocols.SPOKEN.size()).toArray(String[]::new))
						.buildAsync(target, listener));
			WebSocketConnection connection = new WebSocketConnection(listener.over(socket));
			if (connection.take(taking)) {
				listener.read(connection);
			}
			else {
				connection.abort(CloseReason.GOING_AWAY);
			}
		}

		private static WebSocket opened(URI url, CompletableFuture<WebSocket> opening) throws IOException {
			try {
				return opening.get(2 * TransportTimes.WRITE_MILLIS, TimeUnit.MILLISECONDS);
			}
			catch (TimeoutException ex) {
				giveUp(opening);
				throw new SocketTimeoutException("No answer within " + 2 * TransportTimes.WRITE_MILLIS + " ms");
			}
			catch (ExecutionException ex) {
				if (ex.getCause() instanceof WebSocketHandshakeException refused) {
					throw new IOException(UnexpectedStatus.describe(refused.getResponse().statusCode()));
				}
				throw OutgoingClient.explained(url, ex.getCause());
			}
			catch (InterruptedException ex) {
				giveUp(opening);
				Thread.currentThread().interrupt();
				throw new InterruptedIOException("The transport is closing");
			}
		}

		/** Aborts a socket that may just have opened: the client waits for open ones. */
		private static void giveUp(CompletableFuture<WebSocket> opening) {
			opening.cancel(true);
			opening.thenAccept(WebSocket::abort);
		}

		@Override
		public void close() {
			this.client.close();
		}

	}

}
