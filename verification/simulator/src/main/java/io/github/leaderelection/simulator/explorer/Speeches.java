package io.github.leaderelection.simulator.explorer;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/**
 * All that nominations say anywhere in a search. Each of these messages may arrive at any
 * time, be it before it is sent: what an election promises must not rest on what
 * nominations say, and then it need not be told when they have said it. Safe for use from
 * any thread.
 */
final class Speeches {

	private final Map<Speech, Boolean> known = new ConcurrentHashMap<>();

	private final List<List<Speech>> byReceiver;

	Speeches(int nodes) {
		this.byReceiver = IntStream.range(0, nodes)
			.<List<Speech>>mapToObj((i) -> new CopyOnWriteArrayList<>())
			.toList();
	}

	void say(Speech speech) {
		if (!this.known.containsKey(speech) && this.known.putIfAbsent(speech, true) == null) {
			this.byReceiver.get(speech.to()).add(speech);
		}
	}

	/** What is said to a node; more may be added while this is read. */
	List<Speech> to(int node) {
		return this.byReceiver.get(node);
	}

	int size() {
		return this.known.size();
	}

}
