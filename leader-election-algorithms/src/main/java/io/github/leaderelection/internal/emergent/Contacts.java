package io.github.leaderelection.internal.emergent;

import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * When others were heard, by the monotonic clock. Immutable: no array in it is written
 * after it was made.
 *
 * @param ids the other configured members in the order of their ids
 * @param heard per member when it was heard last, or became a member
 * @param reported per member when another last reported it silent
 * @param followed per member the newest heartbeat of this node's that it answered as its
 * coordinator's, by when that was sent
 * @param able per member when it last said that it could lead
 * @param stamp the newest stamp of the own coordinator
 */
record Contacts(List<NodeId> ids, long[] heard, long[] reported, long[] followed, long[] able, long stamp) {

	/** Never: no reading of the clock. */
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
	 * A member answered a heartbeat of this node. Counted from its sending, so that what
	 * waited while this node stood still counts for nothing.
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

	/** Members of a new list are given time. */
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

	/** A node that stood still does not accuse others of its own pause. */
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
