package io.github.leaderelection.internal.quorum.state;

import java.util.Collections;
import java.util.Comparator;
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
 * @param others the other members in the order of their ids
 * @param timeout when to suspect a leader, null for as long as its heartbeats make one
 * expect, and in the order of the ranks
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

	/**
	 * The order of members that are alike, the same on all of them. Each group has its
	 * own, so that the leaders of several groups are not all one member.
	 */
	public Comparator<NodeId> order() {
		return Comparator.comparingInt(this::place).thenComparing(Comparator.naturalOrder());
	}

	/** The hash of group and id, with its bits spread: ids often differ in one letter. */
	private int place(NodeId id) {
		int hash = 31 * this.settings.group().hashCode() + id.value().hashCode();
		hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
		hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
		return hash ^ (hash >>> 16);
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
