package io.github.leaderelection.simulator.lab.exercise;

import java.util.List;

import io.github.leaderelection.internal.bully.BullyMessage;
import io.github.leaderelection.simulator.lab.stage.RecordedMessage;

/**
 * One of seven is gone that neither leads nor is next: nothing need happen, and the
 * algorithm as it is taught holds an election all the same.
 */
final class AnotherFails implements Exercise {

	private static final int GONE = 5;

	private static final int NOTICES = 4;

	private static final int ASKS = 3;

	@Override
	public String name() {
		return "bully-p5";
	}

	@Override
	public String about() {
		return "Bully with seven nodes: P" + GONE + ", which does not lead, is gone, and P" + NOTICES
				+ " holds an election all the same";
	}

	@Override
	public Story run(long seed) {
		SevenNodes nodes = new SevenNodes(seed);
		Telling telling = new Telling(nodes);
		telling.line("%s: %s (seed %d).", name(), about(), seed);
		telling.at(nodes.now(), "P" + GONE + " is gone; no connection is closed");
		nodes.lose(GONE);
		nodes.stage().run(3 * nodes.stage().settings().lease());
		List<RecordedMessage> unasked = nodes.own();
		telling.figure("messages unasked", unasked.size());
		telling.line("  For three leases after it %d messages: this election is held when the leader is missed.",
				unasked.size());
		nodes.mark();
		telling.at(nodes.now(), "P" + NOTICES + " is made to hold one, by an Election in the name of P" + ASKS
				+ " that is not counted; nor is its answer");
		nodes.stage().network().forgery().send(ASKS - 1, NOTICES - 1, new BullyMessage.Election());
		nodes.stage().run(nodes.stage().settings().lease());
		nodes.finish();
		List<RecordedMessage> own = nodes.own()
			.stream()
			.filter((message) -> message.to() != ASKS - 1 || !isAnswer(message))
			.toList();
		telling.events(own);
		telling.count(own);
		telling.figure("leader", nodes.stage().leader() + 1);
		telling.line(
				"  P%d leads as before. When P%d is missed by the next highest, 6 messages find another leader; here %d find",
				nodes.stage().leader() + 1, SevenNodes.SIZE, own.size());
		telling.line(
				"  the one there was: each that is asked asks all above it, and the highest tells all what they know.");
		return telling.story();
	}

	private static boolean isAnswer(RecordedMessage message) {
		return message.body() instanceof BullyMessage.Answer;
	}

}
