package io.github.leaderelection.internal.quorum.part;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.health.FailureDetector;
import io.github.leaderelection.internal.health.Gaps;
import io.github.leaderelection.internal.health.SuspicionBounds;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionTimeout;
import io.github.leaderelection.internal.protocol.MemberList;
import org.jspecify.annotations.Nullable;

/**
 * What stays the same from start to stop.
 *
 * @param settings the settings
 * @param timing the durations
 * @param others the other members in the order of their ids
 * @param memberList this node's member list
 * @param fingerprint of that list
 * @param quorum how many members make a quorum
 * @param incarnation this start of this node
 * @param timeout when to suspect a leader, null for as long as its heartbeats make one
 * expect, and in the order of the ranks
 * @param bounds what the failure detector decides within
 * @param promises what the election keeps with these settings, in their order
 */
public record Config(ElectionSettings settings, Timing timing, List<NodeId> others, MemberList memberList,
		String fingerprint, int quorum, long incarnation, @Nullable ElectionTimeout timeout, SuspicionBounds bounds,
		List<Promise> promises) {

	public static Config of(ElectionSettings settings, int required, long incarnation,
			@Nullable ElectionTimeout timeout, Set<Promise> promises) {
		List<NodeId> others = settings.members().stream().filter((id) -> !id.equals(settings.self())).toList();
		MemberList list = settings.memberList();
		return new Config(settings, Timing.of(settings), others, list, list.fingerprint(), required, incarnation,
				timeout, settings.suspicionBounds(), promises.stream().sorted().toList());
	}

	/**
	 * Whether any two sets of members that could back a leader share a member.
	 */
	public boolean isMajority() {
		return this.quorum > this.settings.members().size() / 2;
	}

	/** What the election keeps with these settings. */
	public Set<Promise> promised() {
		Set<Promise> promised = EnumSet.noneOf(Promise.class);
		promised.addAll(this.promises);
		return Collections.unmodifiableSet(promised);
	}

	/**
	 * For how long a promise counts: for this node's lease. Without state directories a
	 * restarted member knows only its own lease, so there the smaller one counts.
	 * @param leaseNanos the lease of the member that gave it
	 */
	public long counted(long leaseNanos) {
		long own = this.timing.leaseNanos();
		return this.settings.durable() ? own : Math.min(own, leaseNanos);
	}

	public NodeId self() {
		return this.settings.self();
	}

	public FailureDetector detector() {
		return this.settings.failureDetector();
	}

	/**
	 * How long a member with these gaps may be silent.
	 */
	public long silence(Gaps gaps) {
		return detector().silenceNanos(gaps, this.bounds);
	}

	/**
	 * The position of another member.
	 * @return its position, or -1 for this node and for strangers
	 */
	public int indexOf(NodeId id) {
		for (int i = 0; i < this.others.size(); i++) {
			if (this.others.get(i).equals(id)) {
				return i;
			}
		}
		return -1;
	}

}
