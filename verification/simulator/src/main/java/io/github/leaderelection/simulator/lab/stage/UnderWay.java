package io.github.leaderelection.simulator.lab.stage;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * Messages on their way, with what is noted of each. A message is known by its body and
 * its receiver: what is around the body changes before it is handled.
 */
final class UnderWay<V> {

	private final Map<Integer, Map<ElectionMessage, V>> byReceiver = new HashMap<>();

	void sent(Transit transit, V note) {
		this.byReceiver.computeIfAbsent(transit.to(), (machine) -> new IdentityHashMap<>())
			.put(transit.envelope().body(), note);
	}

	@Nullable V handled(int machine, ElectionMessage body) {
		Map<ElectionMessage, V> sent = this.byReceiver.get(machine);
		return (sent != null) ? sent.remove(body) : null;
	}

}
