package io.github.leaderelection.autoconfigure;

import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Checks how peers are to talk.
 */
final class TransportCheck {

	private static final String ROOT = "leader-election.transport.";

	private static final List<String> TYPES = List.of("websocket", "http");

	private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

	private TransportCheck() {
	}

	static void check(LeaderElectionProperties.Transport transport, Peers peers, @Nullable PeerAddress advertised) {
		if (!TYPES.contains(transport.type())) {
			throw new InvalidElectionConfigurationException(ROOT + "type", transport.type(),
					"There is no such transport in this version", "Choose one of " + TYPES);
		}
		if (!PATH.matcher(transport.path()).matches()) {
			throw new InvalidElectionConfigurationException(ROOT + "path", transport.path(),
					"The path is none of '/' followed by letters, digits, '.', '_', '~' or '-', once or more",
					"Use a path such as /leader-election, the same on every node");
		}
		if (!StringUtils.hasText(transport.secret())) {
			peers.urls().values().forEach(TransportCheck::checkLoopback);
			if (advertised != null && peers.isOpen()) {
				checkLoopback(advertised.url());
			}
		}
	}

	private static void checkLoopback(URI url) {
		if (!Hosts.isLoopback(url.getHost())) {
			throw new InvalidElectionConfigurationException(ROOT + "secret", null,
					"The peer " + url + " is not on this machine's loopback interface, and without a "
							+ "secret only such peers are accepted",
					"Set one secret on all nodes, long and random, or list peers by http://localhost:<port> only");
		}
	}

}
