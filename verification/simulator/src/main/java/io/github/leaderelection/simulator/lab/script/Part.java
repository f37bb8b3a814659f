package io.github.leaderelection.simulator.lab.script;

import java.util.function.Function;

/**
 * What stands in a form for something that differs.
 */
enum Part {

	/** One node or several. */
	NODES(Nodes::read),

	/** One node. */
	NODE(Nodes::readSingle),

	/** A duration, or two with 'to' between them. */
	DURATION((words) -> words.span("a duration")),

	/** A whole number. */
	NUMBER((words) -> words.count("a number", 0)),

	/** A percentage of a whole, as a part of a thousand. */
	SHARE((words) -> words.perMille("a percentage")),

	/** A percentage that may be negative, as millionths. */
	PERCENT((words) -> words.ppm("a percentage")),

	/** Messages, all or of some types, perhaps of some senders or receivers. */
	MESSAGES(PickedMessages::read),

	/** Links with commas between them. */
	LINKS((words) -> words.list(() -> Nodes.readPair(words))),

	/** What can be expected of an instant. */
	CLAIM(Claim::read),

	/** The state of a member. */
	STATE(Claim::state),

	/** Words in quotation marks. */
	TEXT((words) -> words.quoted("words of the problem")),

	/** A name that is given to nodes. */
	NEW(Nodes::readNewName),

	/** A name that is given to messages. */
	NAME((words) -> {
		String name = words.next("a name");
		if (!Nodes.isName(name)) {
			throw words.wrong("'" + name + "' cannot be given as a name: use a lower-case word");
		}
		return name;
	});

	private final Function<Words, Object> reader;

	Part(Function<Words, Object> reader) {
		this.reader = reader;
	}

	Object read(Words words) {
		return this.reader.apply(words);
	}

}
