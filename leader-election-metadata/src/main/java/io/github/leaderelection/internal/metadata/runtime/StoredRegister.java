package io.github.leaderelection.internal.metadata.runtime;

import java.util.List;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect;
import io.github.leaderelection.internal.metadata.protocol.MetadataEvent;
import io.github.leaderelection.internal.metadata.protocol.StoreAnswer;
import io.github.leaderelection.internal.metadata.protocol.StoredProtocol;
import io.github.leaderelection.internal.metadata.protocol.StoredState;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * The register that a store keeps beside the lease of the group.
 */
final class StoredRegister implements Register {

	private static final String OVERTAKEN = "A value beside the lease has a later token than this leader, as after a "
			+ "clock that went back and a record that was lost. Nothing is written before a leader has a later one: set "
			+ "the clock right by which the store numbers leaders";

	private final StoredValue value;

	private final List<NodeId> self;

	private final StoredProtocol protocol;

	/** How long an answer is waited for. */
	private final long patienceNanos;

	private StoredState state;

	/** Why the present leadership does not write, null if it may; for any thread. */
	private volatile @Nullable String overtaken;

	/** When the request without an answer is given up. */
	private long giveUpNanos;

	StoredRegister(StoredValue value, ElectionSettings settings, Now now) {
		this.value = value;
		this.self = List.of(settings.self());
		this.patienceNanos = settings.heartbeatNanos();
		this.protocol = new StoredProtocol(this.patienceNanos);
		this.state = this.protocol.start(now);
	}

	@Override
	public List<MetadataEffect> step(MetadataEvent event, Now now, long entropy) {
		long asked = this.state.asked();
		boolean isLate = event instanceof MetadataEvent.Due && asked != 0 && now.reached(this.giveUpNanos);
		if (isLate) {
			this.value.giveUp();
		}
		StoredProtocol.Step step = this.protocol.step(this.state,
				isLate ? new MetadataEvent.Answered(asked, new StoreAnswer.Unknown()) : event, now);
		if (event instanceof MetadataEvent.Granted) {
			this.overtaken = null;
		}
		else if (this.state.leader() != null && step.state().leader() == null
				&& !(event instanceof MetadataEvent.Revoked)) {
			this.overtaken = OVERTAKEN;
		}
		this.state = step.state();
		if (this.state.asked() != asked) {
			this.giveUpNanos = now.monotonicNanos() + this.patienceNanos;
		}
		return step.effects();
	}

	@Override
	public long delay(Now now) {
		return (this.state.asked() != 0) ? now.until(this.giveUpNanos) : this.protocol.delay(this.state, now);
	}

	@Override
	public RegisterSnapshot snapshot() {
		StoredState.Leading leader = this.state.leader();
		if (leader == null) {
			return new RegisterSnapshot(this.state.shown(), true, null);
		}
		boolean known = leader.isSynchronised();
		List<NodeId> informed = known ? this.self : List.of();
		return new RegisterSnapshot(this.state.shown(), true,
				new RegisterSnapshot.Leading(leader.token(), leader.lease(), known ? this.state.shown() : null,
						List.of(), informed, informed, leader.pending() != null));
	}

	@Override
	public @Nullable String problem() {
		String why = this.overtaken;
		return (why != null) ? why : this.value.problem();
	}

	/** Asks the store; its answer comes on any thread. */
	void ask(MetadataEffect.Ask ask, Consumer<MetadataEvent> events) {
		this.value.ask(ask.version(), ask.value())
			.thenAccept((answer) -> events.accept(new MetadataEvent.Answered(ask.request(), answer)));
	}

}
