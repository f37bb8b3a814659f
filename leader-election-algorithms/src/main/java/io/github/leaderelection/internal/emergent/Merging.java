package io.github.leaderelection.internal.emergent;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.emergent.EmergentMessage.Merge;
import io.github.leaderelection.internal.emergent.EmergentMessage.MergeCall;
import io.github.leaderelection.internal.emergent.EmergentMessage.MergeRequest;
import io.github.leaderelection.spi.Envelope;

/**
 * Finds other groups and merges with them. A coordinator calls every configured member
 * outside its list, not only failed ones. Two groups may never have known each other, for
 * instance those of two seed nodes that started disconnected. The smaller group gives
 * way. Among equal sizes that of the younger coordinator does, and among equal ages that
 * of the higher id. Only following members count: a coordinator that was paused during
 * its removal has a long list without followers.
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
			// It coordinates its own group now.
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
