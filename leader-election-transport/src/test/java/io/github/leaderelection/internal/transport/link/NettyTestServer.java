package io.github.leaderelection.internal.transport.link;

import java.time.Duration;

import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
import io.github.leaderelection.internal.transport.reactive.ReactivePeers;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;

/**
 * A Reactor Netty under WebFlux.
 */
public final class NettyTestServer extends TestServer {

	private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

	private final String contextPath;

	private final DisposableServer server;

	public NettyTestServer(int port, String contextPath) {
		this.contextPath = contextPath;
		this.server = HttpServer.create()
			.port(port)
			.channelGroup(this.channels)
			.handle(new ReactorHttpHandlerAdapter(WebHttpHandlerBuilder.webHandler(this::handle).build()))
			.bindNow();
	}

	/** The same transport on servers of this kind. */
	public static TransportType under(TransportType type) {
		return new TransportType() {

			@Override
			public LinkTransport create(PeerTransportSettings settings, WireCodec codec,
					CircuitBreakerRegistry breakers) {
				return type.create(settings, codec, breakers);
			}

			@Override
			public TestServer server(int port, String contextPath) {
				return new NettyTestServer(port, contextPath);
			}

		};
	}

	private Mono<Void> handle(ServerWebExchange exchange) {
		String path = exchange.getRequest().getPath().value();
		String own = this.contextPath + PATH;
		PeerHandler present = (path.equals(own) || path.equals(own + "/join")) ? handlerOf(path) : null;
		if (isRefusing() && !exchange.getRequest().getHeaders().containsHeader("Leader-Election-Session")) {
			return answer(exchange, HttpStatus.SERVICE_UNAVAILABLE);
		}
		return (present != null) ? new ReactivePeers(present).handle(exchange) : answer(exchange, HttpStatus.NOT_FOUND);
	}

	private static Mono<Void> answer(ServerWebExchange exchange, HttpStatus status) {
		exchange.getResponse().setStatusCode(status);
		return exchange.getResponse().setComplete();
	}

	@Override
	public int port() {
		return this.server.port();
	}

	@Override
	public int keptUpgrades() {
		return this.channels.size();
	}

	@Override
	public void stop() {
		this.channels.close();
		this.server.disposeNow(Duration.ofSeconds(10));
	}

}
