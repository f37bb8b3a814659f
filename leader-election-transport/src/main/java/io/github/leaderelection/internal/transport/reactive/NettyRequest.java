package io.github.leaderelection.internal.transport.reactive;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

import io.github.leaderelection.internal.transport.spi.Loopback;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServerRequest;

/**
 * What only Reactor Netty knows of a request. Loaded only there.
 */
final class NettyRequest {

	private NettyRequest() {
	}

	/**
	 * Whether a request comes from this machine and was not forwarded by a proxy on it.
	 * Asks the server, for Spring may have taken addresses from headers and removed
	 * these.
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

	/** Ends the TCP connection of a request, whatever is still to be written. */
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
