package io.github.leaderelection.autoconfigure.transport;

import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.transport.join.JoinSettings;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpMethod;

/**
 * The entrance for nodes that join at run time, below the path of the peers. The same for
 * every transport.
 */
record JoinEntrance(PeerEntrance entrance) {

	static JoinEntrance of(LeaderElectionProperties.Transport transport) {
		return new JoinEntrance(new PeerEntrance(HttpMethod.POST, transport.path() + JoinSettings.PATH));
	}

	/** All entrances that an application opens. */
	static List<PeerEntrance> with(PeerEntrance peers, ObjectProvider<JoinEntrance> joins) {
		return Stream.concat(Stream.of(peers, peers.observers()), joins.stream().map(JoinEntrance::entrance)).toList();
	}

}
