package io.github.leaderelection.simulator.lab.script;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.simulator.lab.stage.Stage;
import io.github.leaderelection.simulator.network.Transit;
import org.jspecify.annotations.Nullable;

/**
 * Messages as a scenario picks them out.
 *
 * @param types the names of their types, none for all
 * @param from who sends them, null for anybody
 * @param to who gets them, null for anybody
 */
record PickedMessages(List<String> types, @Nullable Nodes from, @Nullable Nodes to) {

	private static final SortedSet<String> KNOWN = Stream
		.concat(Stream.of(QuorumMessage.class),
				Algorithm.names().stream().map((name) -> Algorithm.named(name).protocol().messageType()))
		.flatMap((family) -> Stream.of(family.getPermittedSubclasses()))
		.map(Class::getSimpleName)
		.collect(Collectors.toCollection(TreeSet::new));

	/**
	 * Reads {@code messages} for all, or types with commas between them.
	 */
	static PickedMessages read(Words words) {
		List<String> types = words.accept("messages") ? List.of() : words.list(() -> type(words));
		Nodes from = words.accept("from") ? Nodes.read(words) : null;
		return new PickedMessages(types, from, words.accept("to") ? Nodes.read(words) : null);
	}

	private static String type(Words words) {
		String type = words.next("a type of message");
		if (!KNOWN.contains(type)) {
			throw words.wrong("'" + type + "' is no type of message: use 'messages' for all, or " + KNOWN);
		}
		return type;
	}

	/**
	 * Who is meant is found out now.
	 */
	Predicate<Transit> in(Stage stage) {
		List<Integer> senders = (this.from != null) ? this.from.in(stage) : Nodes.all(stage);
		List<Integer> receivers = (this.to != null) ? this.to.in(stage) : Nodes.all(stage);
		return (transit) -> senders.contains(transit.from()) && receivers.contains(transit.to())
				&& (this.types.isEmpty() || this.types.contains(stage.nameOf(transit)));
	}

}
