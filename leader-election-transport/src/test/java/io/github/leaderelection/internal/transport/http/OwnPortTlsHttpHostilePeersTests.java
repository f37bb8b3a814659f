package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.CertifiedNodes;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import org.junit.jupiter.api.Tag;

/**
 * On a port of its own by TLS, where whoever means ill has the certificate of a member.
 */
@Tag("thorough")
class OwnPortTlsHttpHostilePeersTests extends HttpHostilePeersTests {

	private static final TransportType TYPE = new CertifiedNodes(HttpPeerTransport::new);

	OwnPortTlsHttpHostilePeersTests() {
		super(TYPE, TYPE.server(0, ""), TYPE.server(0, ""));
	}

}
