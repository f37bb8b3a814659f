package io.github.leaderelection.internal.metadata.protocol;

import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.LeaderState.Answered;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Outcome;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Accepted;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Committed;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Question;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Shown;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Sync;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.SyncAnswer;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Write;

/**
 * One step of a leader whose lease is valid: it learns the newest value, writes it again,
 * and only then answers and takes writes.
 */
final class Leader {

	private final MetadataSettings settings;

	private final List<MetadataEffect> effects;

	/** When to say again what this step says. */
	private final long next;

	private LeaderState state;

	Leader(MetadataSettings settings, LeaderState state, long next, List<MetadataEffect> effects) {
		this.settings = settings;
		this.state = state;
		this.next = next;
		this.effects = effects;
	}

	LeaderState state() {
		return this.state;
	}

	void granted() {
		tellAll(new Sync(this.state.token()));
	}

	void answered(NodeId from, SyncAnswer answer) {
		if (this.state.current() != null) {
			return;
		}
		this.state = this.state.answered(new Answered(from, answer.accepted(), answer.whole()));
		List<Answered> whole = this.state.answers().stream().filter(Answered::whole).toList();
		if (whole.size() >= this.settings.quorum()) {
			writeAgain(whole, false);
		}
		else if (this.state.answers().size() == this.settings.members().size()) {
			// A new cluster, or more than a minority has lost its state.
			writeAgain(this.state.answers(), !whole.isEmpty());
		}
	}

	void assumeLost() {
		if (this.state.current() == null) {
			writeAgain(this.state.answers(), true);
		}
	}

	private void writeAgain(List<Answered> answers, boolean lost) {
		Metadata newest = Metadata.NONE;
		for (Answered each : answers) {
			if (newest.isBefore(each.accepted().sequence())) {
				newest = each.accepted();
			}
		}
		write(newest.entries(), lost || newest.lost(), 0);
	}

	/** Writes the value again without its mark. */
	void acknowledgeLoss() {
		Metadata current = this.state.current();
		if (current != null && current.lost() && this.state.isSynchronised() && !this.state.isWriting()) {
			write(current.entries(), false, 0);
		}
	}

	void written(long request, List<Metadata.Entry> entries) {
		Metadata current = this.state.current();
		if (!this.state.isSynchronised()) {
			this.effects.add(new MetadataEffect.Completed(request, Outcome.REFUSED, null));
		}
		else if (this.state.isWriting()) {
			this.effects.add(new MetadataEffect.Completed(request, Outcome.BUSY, null));
		}
		else {
			write(entries, current != null && current.lost(), request);
		}
	}

	private void write(List<Metadata.Entry> entries, boolean lost, long request) {
		this.state = this.state.writing(entries, lost, request).again(this.next);
		Metadata current = this.state.current();
		if (current != null) {
			tellAll(new Write(this.state.token(), current, 0));
		}
	}

	void accepted(NodeId from, Accepted accepted) {
		Metadata current = this.state.current();
		if (current == null || !current.isOf(accepted.sequence())) {
			return;
		}
		this.state = this.state.acceptedBy(from);
		if (this.state.isWriting() && this.state.accepted().size() >= this.settings.quorum()) {
			commit(accepted.sequence());
		}
		else if (!this.state.isWriting() && !this.state.informed().contains(from)) {
			tell(from, new Committed(this.state.token(), accepted.sequence()));
		}
	}

	private void commit(LeaderSequenceNumber sequence) {
		boolean first = !this.state.isSynchronised();
		long request = this.state.request();
		this.state = this.state.committing().again(this.next);
		if (first) {
			this.effects.add(new MetadataEffect.Synchronised());
		}
		if (request != 0) {
			this.effects.add(new MetadataEffect.Completed(request, Outcome.COMMITTED, sequence));
		}
		// It is named to the others as they accept it.
		for (NodeId each : this.settings.members()) {
			if (each.equals(this.settings.self()) || this.state.accepted().contains(each)) {
				tell(each, new Committed(this.state.token(), sequence));
			}
		}
	}

	void shown(NodeId from, Shown shown) {
		if (shown.sequence().equals(this.state.committed())) {
			this.state = this.state.informed(from);
		}
	}

	void asked(NodeId from, Question question) {
		Metadata current = this.state.current();
		if (current != null) {
			tell(from, new Write(this.state.token(), current, question.question()));
			if (!isWaiting(this.state, this.settings)) {
				this.state = this.state.again(this.next);
			}
			// It may have restarted: the committed value is named to it again.
			this.state = this.state.uninformed(from);
		}
	}

	/** Says again what was not answered. */
	void again() {
		this.state = this.state.again(this.next);
		Metadata current = this.state.current();
		LeaderSequenceNumber committed = this.state.committed();
		for (NodeId each : this.settings.members()) {
			if (current == null) {
				if (this.state.answers().stream().noneMatch((answer) -> answer.from().equals(each) && answer.whole())) {
					tell(each, new Sync(this.state.token()));
				}
			}
			else if (!this.state.accepted().contains(each)) {
				tell(each, new Write(this.state.token(), current, 0));
			}
			if (committed != null && !this.state.informed().contains(each)) {
				tell(each, new Committed(this.state.token(), committed));
			}
		}
	}

	/** Whether a member owes an answer. */
	static boolean isWaiting(LeaderState state, MetadataSettings settings) {
		int members = settings.members().size();
		return state.accepted().size() < members || state.informed().size() < members;
	}

	private void tellAll(MetadataMessage message) {
		this.settings.members().forEach((each) -> tell(each, message));
	}

	private void tell(NodeId to, MetadataMessage message) {
		this.effects.add(new MetadataEffect.Send(to, message));
	}

}
