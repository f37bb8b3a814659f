package io.github.leaderelection.internal.emergent;

import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * When other members were heard, by the monotonic clock. Immutable: its arrays are never
 * written after their creation.
 *
 * @param ids the other configured members in the order of their ids
 * @param heard for each member when it was last heard, or became a member
 * @param reported for each member when another one last reported it silent
 * @param followed for each member the sending time of the newest heartbeat that it
 * answered to this node as its coordinator
 * @param able for each member when it last said that it could lead
 * @param stamp the newest stamp of the own coordinator
 */
record Contacts(List<NodeId> ids, long[] heard, long[] reported, long[] followed, long[] able, long stamp) {

	/** Never; not a reading of the clock. */
	static final long NEVER = Long.MIN_VALUE;

	static Contacts none(List<NodeId> others) {
		long[] never = new long[others.size()];
		Arrays.fill(never, NEVER);
		return new Contacts(others, never, never, never, never, NEVER);
	}

	Contacts hear(NodeId id, long nanos) {
		return new Contacts(this.ids, with(this.heard, id, nanos), with(this.reported, id, NEVER), this.followed,
				this.able, this.stamp);
	}

	Contacts report(NodeId id, long nanos) {
		return new Contacts(this.ids, this.heard, with(this.reported, id, nanos), this.followed, this.able, this.stamp);
	}

	/**
	 * A member answered a heartbeat of this node. The sending time counts, so that
	 * messages queued during a pause of this node do not count.
	 */
	Contacts follow(NodeId id, long echo, long now) {
		boolean sent = echo != NEVER && echo - now <= 0;
		return sent ? new Contacts(this.ids, this.heard, this.reported, with(this.followed, id, echo), this.able,
				this.stamp) : this;
	}

	Contacts able(NodeId id, boolean is, long nanos) {
		return new Contacts(this.ids, this.heard, this.reported, this.followed, with(this.able, id, is ? nanos : NEVER),
				this.stamp);
	}

	Contacts stamped(long newest) {
		return new Contacts(this.ids, this.heard, this.reported, this.followed, this.able, newest);
	}

	/** Gives new members of a list time to be heard. */
	Contacts expect(GroupList before, GroupList after, long nanos) {
		Contacts next = before.hasCoordinatorOf(after) ? this : stamped(NEVER);
		for (GroupMember member : after.members()) {
			NodeId id = member.id();
			if (!before.contains(id, member.ticket())) {
				Contacts heardOf = next.hear(id, nanos).able(id, false, nanos);
				next = new Contacts(heardOf.ids, heardOf.heard, heardOf.reported, with(heardOf.followed, id, NEVER),
						heardOf.able, heardOf.stamp);
			}
		}
		return next;
	}

	/** Excludes the node's own pause from the silence of others. */
	Contacts excuse(long late, long now) {
		long[] excused = this.heard.clone();
		for (int i = 0; i < excused.length; i++) {
			if (excused[i] != NEVER) {
				excused[i] = (excused[i] + late - now < 0) ? excused[i] + late : now;
			}
		}
		return new Contacts(this.ids, excused, this.reported, this.followed, this.able, this.stamp);
	}

	boolean ableWithin(NodeId id, long span, long now) {
		return within(this.able, id, span, now);
	}

	boolean heardWithin(NodeId id, long span, long now) {
		return within(this.heard, id, span, now);
	}

	boolean reportedWithin(NodeId id, long span, long now) {
		return within(this.reported, id, span, now);
	}

	boolean followedWithin(NodeId id, long span, long now) {
		return within(this.followed, id, span, now);
	}

	private boolean within(long[] times, NodeId id, long span, long now) {
		int at = this.ids.indexOf(id);
		return at >= 0 && times[at] != NEVER && now - times[at] <= span;
	}

	private long[] with(long[] times, NodeId id, long nanos) {
		int at = this.ids.indexOf(id);
		if (at < 0 || times[at] == nanos) {
			return times;
		}
		long[] next = times.clone();
		next[at] = nanos;
		return next;
	}

}
