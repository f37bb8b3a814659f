package io.github.leaderelection.internal.transport.link;

import javax.net.ssl.SSLContext;

import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.tls.TestCertificates;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

/**
 * Nodes that listen by TLS on ports of their own, and need the certificates of members.
 *
 * @param type what they are otherwise
 */
public record CertifiedNodes(TransportType type) implements TransportType {

	private static final SSLContext CONTEXT = TestCertificates.LOCALHOST.context();

	private static final PeerTls TLS = new PeerTls(() -> CONTEXT, true);

	@Override
	public LinkTransport create(PeerTransportSettings of, WireCodec codec, CircuitBreakerRegistry breakers) {
		Protection protection = new Protection(of.secret(), of.protection().previous(), TLS);
		return this.type.create(
				new PeerTransportSettings(of.cluster(), of.self(), of.peers(), of.path(), protection, of.members(),
						of.learned(), of.lease(), of.rules(), of.applications(), of.observers(), of.crashDetection()),
				codec, breakers);
	}

	@Override
	public TestServer server(int port, String contextPath) {
		if (port != 0 || !contextPath.isEmpty()) {
			throw new IllegalArgumentException("The system chooses ports of their own, which have no context path");
		}
		return TomcatTestServer.own(TLS);
	}

}
