package io.github.leaderelection.autoconfigure.transport;

import java.util.List;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Entrances that an application opens for other nodes.
 */
@FunctionalInterface
interface Entrances {

	List<PeerEntrance> entrances();

	/** All entrances that an application opens. */
	static List<PeerEntrance> all(ObjectProvider<Entrances> beans) {
		return beans.orderedStream().flatMap((each) -> each.entrances().stream()).toList();
	}

}
