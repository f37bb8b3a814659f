package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.Medium;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.UnexpectedStatus;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.WebSocketContainer;
import org.apache.tomcat.websocket.WsWebSocketContainer;
import org.jspecify.annotations.Nullable;

/**
 * Opens WebSockets to other nodes by Tomcat's client. Every dial resolves the host anew,
 * as members may move. Holds no resources. Safe for use from any thread.
 */
final class WebSocketMedium implements Medium, Medium.Outlet {

	private static final Map<String, Object> TOMCAT_PROPERTIES = Map.of("org.apache.tomcat.websocket.IO_TIMEOUT_MS",
			"2000", "org.apache.tomcat.websocket.MAX_REDIRECTIONS", "0");

	/** The HTTP status in the message of Tomcat's exception, in any language. */
	private static final Pattern STATUS = Pattern.compile("\\[(\\d{3})\\]");

	private final WebSocketContainer container = new WsWebSocketContainer();

	private final PeerTls tls;

	WebSocketMedium(PeerTls tls) {
		this.tls = tls;
	}

	/** Uses the JDK's client if the JVM has a proxy, which Tomcat's client would use. */
	@Override
	public Outlet open(PeerTransportSettings settings) {
		return settings.peers().values().stream().anyMatch(WebSocketMedium::hasProxy)
				? new JdkWebSocketMedium().open(settings) : this;
	}

	private static boolean hasProxy(URI url) {
		ProxySelector proxies = ProxySelector.getDefault();
		return proxies != null && proxies.select(url).stream().anyMatch((each) -> each.type() != Proxy.Type.DIRECT);
	}

	@Override
	public void dial(URI url, Function<Connection, @Nullable FrameListener> taking) throws IOException {
		URI target = SocketUri.of(url);
		try {
			this.container.connectToServer(new JakartaEndpoint(taking, SocketUri.address(target)), config(url), target);
		}
		catch (DeploymentException ex) {
			Matcher status = STATUS.matcher(String.valueOf(ex.getMessage()));
			throw status.find() ? new IOException(UnexpectedStatus.describe(Integer.parseInt(status.group(1))))
					: new IOException(ex);
		}
	}

	/** Creates the configuration of one dial, with the present certificates. */
	private ClientEndpointConfig config(URI url) {
		ClientEndpointConfig.Builder config = ClientEndpointConfig.Builder.create()
			.preferredSubprotocols(Subprotocols.SPOKEN);
		if (PeerTls.isSecure(url)) {
			config.sslContext(this.tls.context());
		}
		ClientEndpointConfig built = config.build();
		built.getUserProperties().putAll(TOMCAT_PROPERTIES);
		return built;
	}

	@Override
	public void close() {
	}

}
