package io.github.leaderelection.internal.transport.link;

import java.time.Duration;

import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;

/**
 * A Reactor Netty under WebFlux.
 */
public final class NettyTestServer extends WebFluxTestServer {

	private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

	private final DisposableServer server;

	public NettyTestServer(int port, String contextPath) {
		this(port, contextPath, HttpServer.create());
	}

	private NettyTestServer(int port, String contextPath, HttpServer server) {
		super(contextPath);
		this.server = server.port(port)
			.channelGroup(this.channels)
			.handle(new ReactorHttpHandlerAdapter(httpHandler()))
			.bindNow();
	}

	/** A server whose sockets keep few bytes that the client has not read yet. */
	public static TestServer keepingFewBytes() {
		return new NettyTestServer(0, "", HttpServer.create().childOption(ChannelOption.SO_SNDBUF, 1));
	}

	/** The same transport on servers of this kind. */
	public static TransportType under(TransportType type) {
		return TransportType.on(type, NettyTestServer::new);
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
