package io.github.leaderelection.internal.runtime.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.ElectionView.MemberView;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.environment.RepeatFilter;
import org.jspecify.annotations.Nullable;

/**
 * Keeps why members are not linked, from the refusals of late. A refusal is repeated
 * while its cause lasts; one that is not repeated is forgotten. Safe for use from any
 * thread.
 */
public final class RefusalCauses {

	/** Three times as long as transports suppress a repeated refusal. */
	static final long LASTING_NANOS = 3 * RepeatFilter.QUIET_NANOS;

	private static final String STRANGERS = "";

	/** The last cause by member; all strangers share one entry. */
	private final Map<String, Cause> last = new ConcurrentHashMap<>();

	private final NodeClock clock;

	public RefusalCauses(NodeClock clock) {
		this.clock = clock;
	}

	public void refused(@Nullable NodeId peer, String reason) {
		this.last.put((peer != null) ? peer.value() : STRANGERS, new Cause(reason, this.clock.monotonicNanos()));
	}

	public void connected(NodeId peer) {
		this.last.remove(peer.value());
	}

	/**
	 * Lists what keeps a node below its quorum, or where to look for it.
	 * @return the problems, none if enough members are linked; the network only if the
	 * election itself reports a problem
	 */
	public List<String> problems(ElectionView view) {
		if (view.quorumReachable() >= view.quorumRequired()) {
			return List.of();
		}
		List<String> problems = new ArrayList<>();
		for (MemberView member : view.members()) {
			String reason = member.connected() ? null : present(member.id().value());
			if (reason != null) {
				problems
					.add("Member " + member.id() + " is not linked, for one of the two refuses the other: " + reason);
			}
		}
		String reason = present(STRANGERS);
		if (problems.isEmpty() && reason != null) {
			problems.add("Somebody who did not say who it is was refused, a member perhaps: " + reason);
		}
		if (problems.isEmpty() && !view.problems().isEmpty()) {
			problems
				.add("Too few members are linked and none was refused: start the others, or check the network and the "
						+ "peers' addresses");
		}
		return problems;
	}

	private @Nullable String present(String key) {
		Cause cause = this.last.get(key);
		if (cause == null || this.clock.monotonicNanos() - cause.nanos() >= LASTING_NANOS) {
			return null;
		}
		return cause.reason();
	}

	/**
	 * A cause.
	 */
	private record Cause(String reason, long nanos) {
	}

}
