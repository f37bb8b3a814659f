package io.github.leaderelection.autoconfigure.transport;

import java.util.List;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.transport.join.JoinSettings;

import org.springframework.http.HttpMethod;

/**
 * The entrance for nodes that join at run time, below the path of the peers. The same for
 * every transport.
 */
record JoinEntrance(PeerEntrance entrance) implements Entrances {

	static JoinEntrance of(LeaderElectionProperties.Transport transport) {
		return new JoinEntrance(new PeerEntrance(HttpMethod.POST, transport.path() + JoinSettings.PATH));
	}

	@Override
	public List<PeerEntrance> entrances() {
		return List.of(this.entrance);
	}

}
