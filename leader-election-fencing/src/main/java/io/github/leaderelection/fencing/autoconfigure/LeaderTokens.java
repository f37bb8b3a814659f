package io.github.leaderelection.fencing.autoconfigure;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.internal.gate.ElectorGate;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.NotLeaderException;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the fencing token of the calling thread. Within leader-only work it is that of
 * the leadership under which the work began, even if a newer one has followed. Nested
 * work of another group does not change it. Elsewhere it is that of the present
 * leadership. Safe for use from any thread.
 */
final class LeaderTokens implements Function<String, OptionalLong> {

	private final Supplier<LeaderElectorRegistry> registry;

	private final boolean refuse;

	/**
	 * Creates the tokens of a node.
	 * @param registry supplies the electors, used for every token
	 * @param refuse whether to refuse requests without a valid leadership. Otherwise work
	 * that has outlived its leadership sends its stale token, and other code without a
	 * leadership sends none
	 */
	LeaderTokens(Supplier<LeaderElectorRegistry> registry, boolean refuse) {
		this.registry = registry;
		this.refuse = refuse;
	}

	/**
	 * The token of the calling thread.
	 * @return the token, or empty if there is none
	 * @throws NotLeaderException if there is no valid leadership and such requests are
	 * refused
	 * @throws IllegalArgumentException for an unknown group
	 */
	@Override
	public OptionalLong apply(String group) {
		LeadershipContext work = ElectorGate.innermost(group);
		if (work != null) {
			if (this.refuse) {
				work.checkStillLeader();
			}
			return OptionalLong.of(work.fencingToken());
		}
		LeaderElectorRegistry electors = this.registry.get();
		if (electors.groups().isEmpty()) {
			return none(group, Reason.DISABLED, null);
		}
		LeaderElector elector = electors.elector(group);
		Optional<Leadership> leadership = elector.leadership();
		if (leadership.isEmpty()) {
			LeaderInfo leader = elector.leader().orElse(null);
			return none(group, (leader != null) ? Reason.FOLLOWER : Reason.NO_LEADER, leader);
		}
		return OptionalLong.of(leadership.get().fencingToken());
	}

	private OptionalLong none(String group, Reason reason, @Nullable LeaderInfo leader) {
		if (this.refuse) {
			throw new NotLeaderException(group, "a request under its fencing token", reason, leader);
		}
		return OptionalLong.empty();
	}

}
