package io.github.leaderelection.internal.transport.reactive;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

import io.github.leaderelection.internal.transport.spi.Loopback;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Data of a request that only Reactor Netty knows. Loaded only on Reactor Netty.
 */
final class NettyRequest {

	private NettyRequest() {
	}

	/**
	 * Whether a request comes from this machine and was not forwarded by a proxy on it.
	 * Asks the server, as Spring may have taken addresses from headers and removed these
	 * headers.
	 */
	static boolean isFromThisMachine(HttpServerRequest request) {
		return !Loopback.isForwarded(request.requestHeaders()::contains)
				&& Loopback.isAddress(address(request.connectionRemoteAddress()))
				&& Loopback.isAddress(address(request.connectionHostAddress()));
	}

	private static @Nullable String address(@Nullable SocketAddress address) {
		return (address instanceof InetSocketAddress inet && inet.getAddress() != null)
				? inet.getAddress().getHostAddress() : null;
	}

	/** Returns a task that ends a request's TCP connection, even with unwritten data. */
	static Runnable ending(HttpServerRequest request) {
		Ending ending = new Ending();
		request.withConnection((connection) -> ending.channel = connection.channel());
		return ending;
	}

	/**
	 * Ends a TCP connection.
	 */
	private static final class Ending implements Runnable {

		private volatile @Nullable Channel channel;

		@Override
		public void run() {
			Channel present = this.channel;
			if (present != null) {
				present.close();
			}
		}

	}

}
