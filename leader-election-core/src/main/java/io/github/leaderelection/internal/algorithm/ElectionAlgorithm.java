package io.github.leaderelection.internal.algorithm;

import java.util.Set;
import java.util.function.UnaryOperator;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * An election as it describes itself. Found by {@link java.util.ServiceLoader}: a further
 * election takes a package of its own and one line in {@code META-INF/services}.
 */
public interface ElectionAlgorithm {

	/** The name under which the election is chosen. */
	String name();

	/**
	 * Makes the protocol with something put before the quorum election in it.
	 * @param between makes of the quorum election what takes its place
	 */
	ElectionProtocol<?, ?> protocol(UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> between);

	/**
	 * The message of the quorum election that a message is, or carries.
	 * @return the message, null for one of the algorithm's own
	 */
	@Nullable QuorumMessage quorumMessage(ElectionMessage message);

	/**
	 * What the election keeps. It is asked when a node starts, not with each view.
	 * @throws IllegalArgumentException if an option of the algorithm's own cannot be used
	 */
	Set<Promise> promises(ElectionSettings settings);

	/**
	 * What the members of a group must have in common.
	 * @return a text that differs where the rules do
	 * @throws IllegalArgumentException if an option of the algorithm's own cannot be used
	 */
	default String rules(ElectionSettings settings) {
		return name();
	}

	/** The names of the settings that this election alone reads, below its own name. */
	default Set<String> options() {
		return Set.of();
	}

	/** What others must know of it. */
	default Set<Trait> traits() {
		return Set.of();
	}

}
