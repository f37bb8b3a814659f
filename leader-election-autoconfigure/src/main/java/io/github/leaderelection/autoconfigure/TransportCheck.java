package io.github.leaderelection.autoconfigure;

import java.util.List;
import java.util.regex.Pattern;

import io.github.leaderelection.Member;

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

	static void check(LeaderElectionProperties.Transport transport, Peers peers) {
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
			checkLoopback(peers);
		}
	}

	private static void checkLoopback(Peers peers) {
		for (Member member : peers.members()) {
			String host = member.url().getHost();
			if (!Hosts.isLoopback(host)) {
				throw new InvalidElectionConfigurationException(ROOT + "secret", null,
						"The peer " + member.url() + " is not on this machine's loopback interface, and without a "
								+ "secret only such peers are accepted",
						"Set one secret on all nodes, long and random, or list peers by http://localhost:<port> only");
			}
		}
	}

}
