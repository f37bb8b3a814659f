package io.github.leaderelection.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.runtime.GroupElector;

/**
 * Waits until the groups without which a node must not start have let it in.
 */
final class JoinWait {

	/** Far more than the attempts take, in case the election never reports the end. */
	private static final int MOST_LEASES = 10;

	private final List<Awaited> groups;

	private JoinWait(List<Awaited> groups) {
		this.groups = groups;
	}

	/** Called before the start: earlier notices do not count. */
	static JoinWait of(List<NodeGroup> groups, Map<String, GroupElector> electors) {
		List<Awaited> awaited = new ArrayList<>();
		for (NodeGroup group : groups) {
			GroupElector elector = electors.get(group.name());
			if (group.startsOnlyJoined() && elector != null) {
				awaited
					.add(new Awaited(group, elector, elector.count(Notice.JOINED), elector.count(Notice.JOIN_FAILED)));
			}
		}
		return new JoinWait(awaited);
	}

	/**
	 * Waits until every group has let this node in.
	 * @throws JoinFailedException if a group did not let this node in
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	void await() throws InterruptedException {
		for (Awaited each : this.groups) {
			each.await();
		}
	}

	/**
	 * A group.
	 *
	 * @param joinedBefore how often it was joined before this start
	 * @param failedBefore how often it could not be joined before this start
	 */
	private record Awaited(NodeGroup group, GroupElector elector, long joinedBefore, long failedBefore) {

		void await() throws InterruptedException {
			ElectionSettings settings = this.group.settings();
			Duration most = Duration.ofNanos(settings.leaseNanos())
				.multipliedBy(MOST_LEASES + settings.members().size());
			boolean over = this.elector.awaitNotices(() -> hasJoined() || hasFailed(), most);
			if (!over || !hasJoined()) {
				throw new JoinFailedException("Group '" + this.group.name() + "': node '" + settings.self()
						+ "' does not start, for no group let it in: "
						+ String.join("; ", this.elector.status().problems())
						+ ". To have it start all the same and go on asking, set leader-election."
						+ this.group.protocol().name() + ".join-failure=go-on");
			}
		}

		private boolean hasJoined() {
			return this.elector.count(Notice.JOINED) > this.joinedBefore;
		}

		private boolean hasFailed() {
			return this.elector.count(Notice.JOIN_FAILED) > this.failedBefore;
		}

	}

}
