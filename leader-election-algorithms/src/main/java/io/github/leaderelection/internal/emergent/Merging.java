package io.github.leaderelection.internal.emergent;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.emergent.EmergentMessage.Merge;
import io.github.leaderelection.internal.emergent.EmergentMessage.MergeCall;
import io.github.leaderelection.internal.emergent.EmergentMessage.MergeRequest;
import io.github.leaderelection.spi.Envelope;

/**
 * Finding other groups and becoming one. A coordinator calls every configured member that
 * is not in its list, not only those that failed, for two groups may never have known of
 * one another: two seed nodes that were cut off when they started. Of two groups the
 * smaller gives way; of two equal ones that with the younger coordinator, and where even
 * these ages are equal the one with the higher id. Only members that follow are counted:
 * one that slept through its own removal has a long list and nobody in it.
 */
final class Merging {

	private Merging() {
	}

	static void call(GroupTurn turn) {
		long call = turn.state().moments().call();
		if (turn.state().bound() != null || (call != Contacts.NEVER && !turn.due(call))) {
			return;
		}
		turn.moments((m) -> m.withCall(turn.nanos() + turn.options().callNanos()));
		for (NodeId other : turn.election().others()) {
			if (!turn.list().contains(other)) {
				turn.send(other, new MergeCall(size(turn), turn.list().age(turn.self())));
			}
		}
	}

	/** The members that follow this coordinator, itself included. */
	private static int size(GroupTurn turn) {
		long span = turn.options().followingNanos(turn.list().size());
		int size = 1;
		for (NodeId other : turn.others()) {
			size += turn.state().contacts().followedWithin(other, span, turn.nanos()) ? 1 : 0;
		}
		return size;
	}

	static void called(GroupTurn turn, Envelope<EmergentMessage> envelope, MergeCall call) {
		NodeId from = envelope.from();
		if (!turn.coordinates() || turn.state().bound() != null) {
			return;
		}
		if (turn.list().contains(from)) {
			// it coordinates a group of its own now
			Coordinating.remove(turn, List.of(from));
		}
		if (givesWay(turn, from, call.size(), call.age())) {
			Joining.leaveFor(turn, from);
		}
		else {
			turn.turn().reply(envelope, new MergeRequest(size(turn), turn.list().age(turn.self())));
		}
	}

	static void asked(GroupTurn turn, NodeId from, MergeRequest request) {
		if (turn.coordinates() && turn.state().bound() == null && !turn.list().contains(from)
				&& givesWay(turn, from, request.size(), request.age())) {
			Joining.leaveFor(turn, from);
		}
	}

	private static boolean givesWay(GroupTurn turn, NodeId other, int theirSize, long theirAge) {
		int size = size(turn);
		long age = turn.list().age(turn.self());
		if (size != theirSize) {
			return size < theirSize;
		}
		return (age != theirAge) ? age > theirAge : turn.self().compareTo(other) > 0;
	}

	static void merged(GroupTurn turn, NodeId from, Merge merge) {
		if (turn.list().isCoordinator(from) && !merge.into().equals(turn.self())) {
			Joining.leaveFor(turn, merge.into());
		}
	}

}
