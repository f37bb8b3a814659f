package io.github.leaderelection.internal.metadata.protocol;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Accepted;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Committed;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Question;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Shown;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Sync;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.SyncAnswer;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Write;
import io.github.leaderelection.internal.metadata.protocol.ReplicaState.Held;

/**
 * One step of a member: it keeps what leaders write, and shows what is committed.
 */
final class Replica {

	private final NodeId self;

	private final long entropy;

	private final List<MetadataEffect> effects;

	private ReplicaState state;

	Replica(NodeId self, ReplicaState state, long entropy, List<MetadataEffect> effects) {
		this.self = self;
		this.state = state;
		this.entropy = entropy;
		this.effects = effects;
	}

	ReplicaState state() {
		return this.state;
	}

	/** A leader takes a member for informed that has restarted since. */
	void followed(NodeId leader, long term) {
		if (!isOld(term)) {
			ask(leader, term);
		}
	}

	void sync(NodeId leader, Sync sync) {
		if (isOld(sync.term())) {
			return;
		}
		SavedMetadata kept = this.state.kept();
		keep(new SavedMetadata(sync.term(), kept.accepted(), kept.whole()));
		sendOnceSaved(leader, new SyncAnswer(sync.term(), kept.accepted(), kept.whole()));
	}

	void write(NodeId leader, Write write) {
		SavedMetadata kept = this.state.kept();
		if (isOld(write.term())) {
			return;
		}
		boolean asked = write.question() != 0 && write.question() == this.state.question();
		if (!kept.whole() && !asked && !leader.equals(this.self)) {
			// A late write of a former leader would make it whole with something old.
			ask(leader, write.term());
			return;
		}
		boolean newer = !write.value().isBefore(kept.accepted().sequence());
		keep(new SavedMetadata(write.term(), newer ? write.value() : kept.accepted(), true));
		if (write.value().sequence() != null) {
			sendOnceSaved(leader, new Accepted(write.term(), write.value().sequence()));
		}
	}

	void committed(NodeId leader, Committed committed) {
		if (isOld(committed.term())) {
			return;
		}
		SavedMetadata kept = this.state.kept();
		if (kept.accepted().isOf(committed.sequence())) {
			if (!this.state.shown().isOf(committed.sequence())) {
				this.state = new ReplicaState(kept, this.state.version(), this.state.saved(), kept.accepted(),
						this.state.question(), this.state.held());
				this.effects.add(new MetadataEffect.Show(kept.accepted()));
			}
			this.effects.add(new MetadataEffect.Send(leader, new Shown(committed.term(), committed.sequence())));
		}
		else if (kept.accepted().isBefore(committed.sequence())) {
			ask(leader, committed.term());
		}
	}

	void saved(long version) {
		List<Held> waiting = new ArrayList<>();
		for (Held each : this.state.held()) {
			if (each.version() <= version) {
				this.effects.add(each.send());
			}
			else {
				waiting.add(each);
			}
		}
		this.state = new ReplicaState(this.state.kept(), this.state.version(), Math.max(this.state.saved(), version),
				this.state.shown(), this.state.question(), waiting);
	}

	private boolean isOld(long term) {
		return term < this.state.kept().heard();
	}

	private void ask(NodeId leader, long term) {
		long question = (this.state.question() != 0) ? this.state.question() : this.entropy | 1;
		this.state = new ReplicaState(this.state.kept(), this.state.version(), this.state.saved(), this.state.shown(),
				question, this.state.held());
		this.effects.add(new MetadataEffect.Send(leader, new Question(term, question)));
	}

	private void keep(SavedMetadata next) {
		if (next.equals(this.state.kept())) {
			return;
		}
		long version = this.state.version() + 1;
		this.state = new ReplicaState(next, version, this.state.saved(), this.state.shown(),
				next.whole() ? 0 : this.state.question(), this.state.held());
		this.effects.add(new MetadataEffect.Save(version, next));
	}

	/** What a leader hears of a member outlives a restart of that member. */
	private void sendOnceSaved(NodeId leader, MetadataMessage message) {
		MetadataEffect.Send send = new MetadataEffect.Send(leader, message);
		if (this.state.saved() == this.state.version()) {
			this.effects.add(send);
			return;
		}
		List<Held> held = new ArrayList<>(this.state.held());
		held.removeIf((each) -> each.send().equals(send));
		held.add(new Held(this.state.version(), send));
		this.state = new ReplicaState(this.state.kept(), this.state.version(), this.state.saved(), this.state.shown(),
				this.state.question(), held);
	}

}
