package io.github.leaderelection.internal.observer;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.view.GroupView;
import org.jspecify.annotations.Nullable;

/**
 * Decides in which leader of a group an observer believes. The linked member decides. A
 * leader that no linked member confirms counts for one lease, so that a change of links
 * alone changes nothing. Has no clock; used by one thread.
 */
final class Belief {

	private static final long NANOS_PER_MILLI = 1_000_000;

	private @Nullable NodeId member;

	/** What the present member shows, or null before it has shown anything. */
	private @Nullable GroupView view;

	private @Nullable LeaderInfo leader;

	/** The member that named the leader. */
	private @Nullable NodeId confirmer;

	/** When the leader was confirmed last. */
	private long confirmedNanos;

	private long leaseNanos;

	void linked(NodeId newMember) {
		this.member = newMember;
		this.view = null;
	}

	void unlinked(long nowNanos) {
		leader(nowNanos);
		this.member = null;
		this.view = null;
	}

	void shown(GroupView newView) {
		this.view = newView;
		this.leaseNanos = newView.leaseMillis() * NANOS_PER_MILLI;
	}

	/** The leader in which this observer believes now, or null. */
	@Nullable LeaderInfo leader(long nowNanos) {
		NodeId source = this.member;
		GroupView shown = this.view;
		if (source != null && shown != null) {
			hear(source, shown.leader(), nowNanos);
		}
		if (this.leader != null && nowNanos - this.confirmedNanos >= this.leaseNanos) {
			this.leader = null;
		}
		return this.leader;
	}

	private void hear(NodeId source, GroupView.@Nullable Led named, long nowNanos) {
		boolean same = source.equals(this.confirmer);
		if (named != null && (same || !isOutdated(named))) {
			this.leader = new LeaderInfo(named.id(), named.url(), named.term(), named.fencingToken(),
					named.id().equals(source));
			this.confirmer = source;
			this.confirmedNanos = nowNanos;
		}
		else if (same) {
			this.leader = null;
		}
	}

	/** Another member may not have heard yet of the leader that is known here. */
	private boolean isOutdated(GroupView.Led named) {
		LeaderInfo known = this.leader;
		return known != null && named.term() < known.term() && !named.id().equals(known.id());
	}

}
