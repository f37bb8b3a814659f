package io.github.leaderelection.simulator.lab.variant;

import java.util.Set;
import java.util.function.UnaryOperator;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * An election as a scenario asks for it.
 *
 * @param variant how the quorum election in it is made worse
 */
public record Election(Algorithm algorithm, UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> variant) {

	/**
	 * The names of all algorithms.
	 * @return in alphabetical order
	 */
	public static Set<String> names() {
		return Algorithm.names();
	}

	/**
	 * Finds one.
	 * @param variant how it is made worse: {@code without-scouting}, {@code article}, or
	 * empty for as it ships
	 * @throws IllegalArgumentException if there is none
	 */
	public static Election find(String name, String variant) {
		return new Election(Algorithm.named(name), switch (variant) {
			case "" -> UnaryOperator.identity();
			case "without-scouting" -> WithoutScouting::new;
			case "article" -> (election) -> new HonoursHigherTerms(new WithoutScouting(election));
			default -> throw new IllegalArgumentException(
					"There is no variant '" + variant + "': use 'without-scouting' or 'article', or none");
		});
	}

}
