package io.github.leaderelection.simulator.scenario.stage;

import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateQuestion;
import io.github.leaderelection.simulator.network.Transit;

/**
 * Which messages are meant.
 */
public final class Which implements Predicate<Transit> {

	private final Predicate<Transit> meant;

	private Which(Predicate<Transit> meant) {
		this.meant = meant;
	}

	/** All messages. */
	public static Which any() {
		return new Which((transit) -> true);
	}

	public static Which questions() {
		return type(ScoutingRequest.class);
	}

	public static Which answers() {
		return type(ScoutingResponse.class);
	}

	public static Which proposals() {
		return type(ElectionProposal.class);
	}

	public static Which votes() {
		return type(ElectionResponse.class);
	}

	public static Which heartbeats() {
		return type(LeaderHeartbeat.class);
	}

	public static Which acknowledgements() {
		return type(HeartbeatResponse.class);
	}

	public static Which cessions() {
		return type(LeadershipCession.class);
	}

	public static Which stateQuestions() {
		return type(StateQuestion.class);
	}

	public static Which stateAnswers() {
		return type(StateAnswer.class);
	}

	public static Which introductions() {
		return type(Introduction.class);
	}

	private static Which type(Class<? extends QuorumMessage> type) {
		return new Which((transit) -> type.isInstance(transit.envelope().body()));
	}

	/** Of these those from some machines. */
	public Which from(int... machines) {
		return and((transit) -> contains(machines, transit.from()));
	}

	/**
	 * Of these those from other machines.
	 * @param machines the machines that they are not from
	 */
	public Which notFrom(int... machines) {
		return and((transit) -> !contains(machines, transit.from()));
	}

	/** Of these those to some machines. */
	public Which to(int... machines) {
		return and((transit) -> contains(machines, transit.to()));
	}

	/**
	 * Of these those to other machines.
	 * @param machines the machines that they are not to
	 */
	public Which notTo(int... machines) {
		return and((transit) -> !contains(machines, transit.to()));
	}

	@Override
	public Which and(Predicate<? super Transit> other) {
		return new Which((transit) -> this.meant.test(transit) && other.test(transit));
	}

	@Override
	public Which or(Predicate<? super Transit> other) {
		return new Which((transit) -> this.meant.test(transit) || other.test(transit));
	}

	@Override
	public Which negate() {
		return new Which((transit) -> !this.meant.test(transit));
	}

	@Override
	public boolean test(Transit transit) {
		return this.meant.test(transit);
	}

	private static boolean contains(int[] machines, int machine) {
		return IntStream.of(machines).anyMatch((each) -> each == machine);
	}

}
