package io.github.leaderelection.node;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.github.leaderelection.protocol.ElectionProtocol;
import io.github.leaderelection.quorum.QuorumProtocol;

/**
 * The elections there are, by name.
 */
final class Algorithms {

	private static final Map<String, Supplier<ElectionProtocol<?, ?>>> KNOWN = new TreeMap<>();
	static {
		KNOWN.put("quorum", QuorumProtocol::new);
	}

	private Algorithms() {
	}

	static Set<String> names() {
		return Collections.unmodifiableSet(KNOWN.keySet());
	}

	static ElectionProtocol<?, ?> named(String name) {
		Supplier<ElectionProtocol<?, ?>> algorithm = KNOWN.get(name);
		if (algorithm == null) {
			throw new IllegalArgumentException("There is no algorithm '" + name + "': choose one of " + KNOWN.keySet());
		}
		return algorithm.get();
	}

}
