package io.github.leaderelection.internal.metadata.protocol;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Lease;
import org.jspecify.annotations.Nullable;

/**
 * The register on the leader, in one leadership.
 *
 * @param answers of members to the synchronisation
 * @param current the newest write, null before the first
 * @param accepted members that saved exactly that write
 * @param committed the newest committed write, null before the first
 * @param informed members that show the committed write
 * @param request the write of the application that is under way, 0 for none
 * @param againNanos when to say again what was not answered
 */
public record LeaderState(long token, Lease lease, List<Answered> answers, @Nullable Metadata current,
		List<NodeId> accepted, @Nullable LeaderSequenceNumber committed, List<NodeId> informed, long request,
		long againNanos) {

	/**
	 * Copies the lists.
	 */
	public LeaderState {
		answers = List.copyOf(answers);
		accepted = List.copyOf(accepted);
		informed = List.copyOf(informed);
	}

	static LeaderState granted(long token, Lease lease, long againNanos) {
		return new LeaderState(token, lease, List.of(), null, List.of(), null, List.of(), 0, againNanos);
	}

	/** Whether this leader knows the newest value. */
	public boolean isSynchronised() {
		return this.committed != null;
	}

	/** Whether a write is under way. */
	boolean isWriting() {
		return this.current != null && !this.current.isOf(this.committed);
	}

	LeaderState renewed(Lease next) {
		return new LeaderState(this.token, next, this.answers, this.current, this.accepted, this.committed,
				this.informed, this.request, this.againNanos);
	}

	LeaderState again(long nanos) {
		return new LeaderState(this.token, this.lease, this.answers, this.current, this.accepted, this.committed,
				this.informed, this.request, nanos);
	}

	LeaderState answered(Answered answer) {
		List<Answered> next = new ArrayList<>(this.answers);
		next.removeIf((each) -> each.from().equals(answer.from()));
		next.add(answer);
		return new LeaderState(this.token, this.lease, next, this.current, this.accepted, this.committed, this.informed,
				this.request, this.againNanos);
	}

	LeaderState writing(List<Metadata.Entry> entries, boolean lost, long by) {
		LeaderSequenceNumber last = (this.current != null) ? this.current.sequence() : null;
		long next = (last != null) ? last.counter() + 1 : 1;
		return new LeaderState(this.token, this.lease, this.answers,
				new Metadata(new LeaderSequenceNumber(this.token, next), entries, lost), List.of(), this.committed,
				this.informed, by, this.againNanos);
	}

	LeaderState acceptedBy(NodeId member) {
		return new LeaderState(this.token, this.lease, this.answers, this.current, with(this.accepted, member),
				this.committed, this.informed, this.request, this.againNanos);
	}

	LeaderState committing() {
		return new LeaderState(this.token, this.lease, List.of(), this.current, this.accepted,
				(this.current != null) ? this.current.sequence() : null, List.of(), 0, this.againNanos);
	}

	LeaderState informed(NodeId member) {
		return new LeaderState(this.token, this.lease, this.answers, this.current, this.accepted, this.committed,
				with(this.informed, member), this.request, this.againNanos);
	}

	LeaderState uninformed(NodeId member) {
		return new LeaderState(this.token, this.lease, this.answers, this.current, this.accepted, this.committed,
				this.informed.stream().filter((each) -> !each.equals(member)).toList(), this.request, this.againNanos);
	}

	private static List<NodeId> with(List<NodeId> members, NodeId member) {
		if (members.contains(member)) {
			return members;
		}
		List<NodeId> next = new ArrayList<>(members);
		next.add(member);
		return next;
	}

	/**
	 * A member's answer.
	 */
	public record Answered(NodeId from, Metadata accepted, boolean whole) {
	}

}
