package io.github.leaderelection.internal.assignment.carrier;

import java.util.Map;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.held.WorkerQuestions;
import org.jspecify.annotations.Nullable;

/**
 * Gives the pings of workers to the carriers of their groups.
 */
public final class GroupQuestions implements WorkerQuestions {

	private final Map<String, HeldCarrier> carriers;

	public GroupQuestions(Map<String, HeldCarrier> carriers) {
		this.carriers = Map.copyOf(carriers);
	}

	@Override
	public void asked(String group, NodeId from, String text, Consumer<@Nullable String> answer) {
		HeldCarrier carrier = this.carriers.get(group);
		if (carrier == null) {
			answer.accept(null);
		}
		else {
			carrier.asked(from, text, answer);
		}
	}

}
