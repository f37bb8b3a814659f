package io.github.leaderelection.autoconfigure;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.settings.Hosts;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.PeerAddress;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.settings.Placeholders;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Checks the settings of the transport between peers.
 */
final class TransportCheck {

	private static final String ROOT = "leader-election.transport.";

	private static final String SSL_BUNDLE = ROOT + "ssl.bundle";

	private static final String CLIENT_AUTH = ROOT + "ssl.client-auth";

	private static final int MIN_SECRET_BYTES = 16;

	private static final int MAX_PORT = 65_535;

	private static final List<String> TYPES = List.of("websocket", "http");

	private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

	private TransportCheck() {
	}

	static void check(LeaderElectionProperties.Transport transport, Peers peers, @Nullable PeerAddress advertised,
			@Nullable NodeId nodeId) {
		checkCommon(transport, peers, advertised);
		if (transport.ssl().clientAuth() == LeaderElectionProperties.ClientAuth.NEED) {
			checkClientAuth(transport);
		}
		if (transport.port() != null) {
			checkPort(transport.port(), peers, nodeId);
		}
		else if (transport.address() != null) {
			throw new InvalidElectionConfigurationException(ROOT + "address", transport.address().getHostAddress(),
					"It is the address of a port of the transport's own, and there is none",
					"Set " + OwnPort.KEY + ", or server.address for the port of the application");
		}
		if (transport.maxObservers() < 0) {
			throw new InvalidElectionConfigurationException(ROOT + "max-observers", transport.maxObservers(),
					"There cannot be so few places for observers", "Use 0 for none, or as many as may be needed");
		}
	}

	/** Checks what members and observers have in common. */
	static void checkCommon(LeaderElectionProperties.Transport transport, Peers peers,
			@Nullable PeerAddress advertised) {
		if (!TYPES.contains(transport.type())) {
			throw new InvalidElectionConfigurationException(ROOT + "type", transport.type(),
					"There is no such transport in this version", "Choose one of " + TYPES);
		}
		if (!PATH.matcher(transport.path()).matches()) {
			throw new InvalidElectionConfigurationException(ROOT + "path", transport.path(),
					"The path is none of '/' followed by letters, digits, '.', '_', '~' or '-', once or more",
					"Use a path such as /leader-election, the same on every node");
		}
		checkPrevious(transport);
		String secret = transport.secret();
		if (StringUtils.hasText(secret)) {
			checkLength("secret", secret);
		}
		else {
			peers.urls().values().forEach(TransportCheck::checkLoopback);
			if (advertised != null && peers.isOpen()) {
				checkLoopback(advertised.url());
			}
		}
	}

	private static void checkPort(int port, Peers peers, @Nullable NodeId nodeId) {
		if (port < 0 || port > MAX_PORT) {
			throw new InvalidElectionConfigurationException(OwnPort.KEY, port,
					"The port is not between 0 and " + MAX_PORT, "Use the port of this node in leader-election.peers");
		}
		boolean learned = nodeId != null && peers.ids().contains(nodeId) && !peers.urls().containsKey(nodeId);
		if (port == 0 && !peers.isEmpty() && !learned) {
			throw new InvalidElectionConfigurationException(OwnPort.KEY, port,
					"The system would choose the port, and no other node would learn it",
					"Use the port of this node in leader-election.peers, or, with leader-election.algorithm=emergent, "
							+ "list this node as 'id@' and set leader-election.node-id to that id");
		}
	}

	private static void checkPrevious(LeaderElectionProperties.Transport transport) {
		String previous = transport.previousSecret();
		if (StringUtils.hasText(previous)) {
			if (!StringUtils.hasText(transport.secret())) {
				throw new InvalidElectionConfigurationException(ROOT + "previous-secret", "******",
						"There is no secret that replaces it", "Set " + ROOT + "secret, or move this one there");
			}
			checkLength("previous-secret", previous);
		}
	}

	private static void checkClientAuth(LeaderElectionProperties.Transport transport) {
		if (transport.port() == null) {
			throw new InvalidElectionConfigurationException(CLIENT_AUTH, "need",
					"Certificates are asked for on a port of the transport's own, and there is none",
					"Set " + OwnPort.KEY + " and " + SSL_BUNDLE + ", or server.ssl.client-auth for the port of the "
							+ "application, which binds no certificate to a peer");
		}
		if (!StringUtils.hasText(transport.ssl().bundle())) {
			throw new InvalidElectionConfigurationException(CLIENT_AUTH, "need",
					"Certificates are asked for by TLS, and this node has none of its own to speak it with",
					"Set " + SSL_BUNDLE + " to the name of an SSL bundle");
		}
	}

	private static void checkLength(String key, String secret) {
		Placeholders.checkSecret(ROOT + key, secret);
		int length = secret.getBytes(StandardCharsets.UTF_8).length;
		if (length < MIN_SECRET_BYTES) {
			throw new InvalidElectionConfigurationException(ROOT + key, "******",
					"It has " + length + " bytes, fewer than " + MIN_SECRET_BYTES + ", and can be guessed",
					"Set one secret of at least " + MIN_SECRET_BYTES
							+ " bytes on all nodes, drawn at random: what 'openssl rand -base64 32' prints, say");
		}
	}

	private static void checkLoopback(URI url) {
		if (!Hosts.isKnown(url.getHost())) {
			throw new InvalidElectionConfigurationException(ROOT + "secret", null,
					"The peer " + url + " has a name without an address here, and without a secret only peers on this "
							+ "machine's loopback interface are accepted",
					"Correct the name if it is misspelt. If it is another machine, set one secret of at least 16 "
							+ "random bytes on all nodes");
		}
		if (!Hosts.isLoopback(url.getHost())) {
			throw new InvalidElectionConfigurationException(ROOT + "secret", null,
					"The peer " + url + " is not on this machine's loopback interface, and without a "
							+ "secret only such peers are accepted",
					"Set one secret of at least 16 random bytes on all nodes, or list peers by http://localhost:<port> only");
		}
	}

}
