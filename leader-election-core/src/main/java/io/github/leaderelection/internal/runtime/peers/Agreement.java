package io.github.leaderelection.internal.runtime.peers;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.spi.ForeignRules;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks which members hold a group's elections by this node's rules. The election
 * ignores members with other rules. An election without majorities could then have a
 * second leader, so this node stands only with a majority of agreeing members. A member's
 * other rules hold until it reports new ones, linked or not. Changed only by the thread
 * that runs the loop; {@link #problems()} may be called from any thread.
 */
public final class Agreement {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Map<NodeId, ForeignRules> foreign = new TreeMap<>();

	private final Set<NodeId> agreeing = new HashSet<>();

	private final ElectionSettings settings;

	private final BooleanSupplier needsMajority;

	private final Consumer<@Nullable String> forbidding;

	private volatile List<String> problems = List.of();

	/**
	 * Begins with members of which nothing is known.
	 * @param needsMajority whether the election always needs a majority for a leader
	 * @param forbidding receives why this node must not stand, null if it may
	 */
	public Agreement(ElectionSettings settings, BooleanSupplier needsMajority, Consumer<@Nullable String> forbidding) {
		this.settings = settings;
		this.needsMajority = needsMajority;
		this.forbidding = forbidding;
	}

	void differs(NodeId member, ForeignRules rules) {
		this.agreeing.remove(member);
		if (!rules.equals(this.foreign.put(member, rules))) {
			logger.warn("Group '{}', node {}: {}", this.settings.group(), this.settings.self(),
					sentence(member, rules));
		}
		changed();
	}

	void agrees(NodeId member) {
		this.agreeing.add(member);
		this.foreign.remove(member);
		changed();
	}

	/** Records that the link with a member has ended. */
	void gone(NodeId member) {
		if (this.agreeing.remove(member)) {
			changed();
		}
	}

	private void changed() {
		List<String> sentences = new ArrayList<>();
		this.foreign.forEach((member, rules) -> sentences.add(sentence(member, rules)));
		this.problems = List.copyOf(sentences);
		this.forbidding.accept(reason());
	}

	private @Nullable String reason() {
		if (this.foreign.isEmpty() || this.agreeing.size() + 1 >= this.settings.quorum()
				|| this.needsMajority.getAsBoolean()) {
			return null;
		}
		return "ALGORITHM: " + this.foreign.keySet() + " hold its elections by other rules, and fewer than "
				+ this.settings.quorum() + " members, this node included, are linked that hold them by its own";
	}

	private static String sentence(NodeId member, ForeignRules rules) {
		return "ALGORITHM: member " + member + " holds the elections of this group by " + rules
				+ ", so neither counts the other: stop all nodes, give the group one algorithm and, where it has one, one "
				+ "minimum-cluster-size, and start them";
	}

	/** Lists the members with other rules, each with the remedy. */
	public List<String> problems() {
		return this.problems;
	}

}
