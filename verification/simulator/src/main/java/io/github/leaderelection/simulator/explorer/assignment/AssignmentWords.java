package io.github.leaderelection.simulator.explorer.assignment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Answer;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Ping;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.Portion;
import org.jspecify.annotations.Nullable;

/**
 * Tells messages and books in a counterexample.
 */
final class AssignmentWords {

	private AssignmentWords() {
	}

	static String of(Owned owned) {
		return owned.partition().name() + " of " + owned.partition().division() + " by (" + owned.token().fencingToken()
				+ ", " + owned.token().counter() + ")" + (owned.release() ? " to give back" : "");
	}

	static String owners(List<WorkerAt> workers) {
		List<String> owners = new ArrayList<>();
		for (WorkerAt worker : workers) {
			worker.owned().forEach((each) -> owners.add(worker.name() + " owns " + of(each)));
		}
		return owners.isEmpty() ? "nobody owns anything" : String.join(", ", owners);
	}

	static String of(List<AssignmentMessage> messages) {
		return messages.stream().map(AssignmentWords::of).collect(Collectors.joining(" and "));
	}

	static String of(AssignmentMessage message) {
		if (message instanceof Ping ping) {
			return "ping %d of %s-%d to leadership %d at version %d with %s".formatted(ping.sequence(), ping.worker(),
					ping.incarnation(), ping.term(), ping.version(), of(ping.owned(), "what is listed"));
		}
		if (message instanceof Answer answer) {
			return "the answer of leadership %d to ping %d of %s-%d in version %d with %s".formatted(answer.term(),
					answer.sequence(), answer.worker(), answer.incarnation(), answer.version(),
					of(answer.list(), "no change"));
		}
		return message.toString();
	}

	private static String of(@Nullable List<Portion> portions, String otherwise) {
		if (portions == null) {
			return otherwise;
		}
		return portions.isEmpty() ? "nothing"
				: portions.stream()
					.map((each) -> "[" + each.partitions() + "] of " + each.division() + " by leadership " + each.term()
							+ (each.release() ? " to give back" : ""))
					.collect(Collectors.joining(", "));
	}

	static String answering(List<AssignmentMessage> sent) {
		return sent.isEmpty() ? "" : ", and sends " + of(sent);
	}

	static String book(LeaderState leader) {
		return leader.book().isEmpty() ? ", its book is empty"
				: leader.book()
					.stream()
					.map((each) -> each.worker() + "-" + each.incarnation() + " " + of(each.owned()))
					.collect(Collectors.joining(", ", ", its book: ", ""));
	}

}
