package io.github.leaderelection.simulator.lab.variant;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.github.leaderelection.protocol.ElectionProtocol;
import io.github.leaderelection.quorum.QuorumMessage;
import io.github.leaderelection.quorum.QuorumProtocol;
import io.github.leaderelection.quorum.QuorumState;

/**
 * The elections there are, by name, and the variants of them that scenarios may ask for.
 */
public enum Elections {

	/** The default election, as it ships. */
	QUORUM("quorum", QuorumProtocol::new);

	private final String title;

	private final Supplier<ElectionProtocol<QuorumState, QuorumMessage>> maker;

	Elections(String title, Supplier<ElectionProtocol<QuorumState, QuorumMessage>> maker) {
		this.title = title;
		this.maker = maker;
	}

	/**
	 * The names of all.
	 * @return in the order in which they are listed
	 */
	public static List<String> names() {
		List<String> names = new ArrayList<>();
		for (Elections election : values()) {
			names.add(election.title);
		}
		return names;
	}

	/**
	 * Finds one.
	 * @param name its name
	 * @param variant how it is made worse: {@code without-scouting}, {@code article}, or
	 * empty for as it ships
	 * @return makes it anew for each process
	 * @throws IllegalArgumentException if there is none
	 */
	public static Supplier<ElectionProtocol<QuorumState, QuorumMessage>> find(String name, String variant) {
		for (Elections election : values()) {
			if (election.title.equals(name)) {
				return election.made(variant);
			}
		}
		throw new IllegalArgumentException("There is no algorithm '" + name + "': use one of " + names());
	}

	private Supplier<ElectionProtocol<QuorumState, QuorumMessage>> made(String variant) {
		return switch (variant) {
			case "" -> this.maker;
			case "without-scouting" -> () -> new WithoutScouting(this.maker.get());
			case "article" -> () -> new HonoursHigherTerms(new WithoutScouting(this.maker.get()));
			default -> throw new IllegalArgumentException(
					"There is no variant '" + variant + "': use 'without-scouting' or 'article', or none");
		};
	}

}
