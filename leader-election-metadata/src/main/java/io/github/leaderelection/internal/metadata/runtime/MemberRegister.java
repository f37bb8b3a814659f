package io.github.leaderelection.internal.metadata.runtime;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.LeaderState;
import io.github.leaderelection.internal.metadata.protocol.LeaderState.Answered;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect;
import io.github.leaderelection.internal.metadata.protocol.MetadataEvent;
import io.github.leaderelection.internal.metadata.protocol.MetadataProtocol;
import io.github.leaderelection.internal.metadata.protocol.MetadataSettings;
import io.github.leaderelection.internal.metadata.protocol.MetadataState;
import io.github.leaderelection.internal.metadata.protocol.MetadataStep;
import io.github.leaderelection.internal.metadata.protocol.ReplicaState;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * The register that members keep among themselves.
 */
public final class MemberRegister implements Register {

	private final MetadataSettings settings;

	private final MetadataProtocol protocol;

	private final @Nullable MetadataTrace trace;

	private MetadataState state;

	/** Of the present leadership; its state names the newest write instead. */
	private @Nullable Metadata committed;

	/** Makes a register that records nothing. */
	public MemberRegister(MetadataSettings settings, SavedMetadata kept) {
		this(settings, kept, null);
	}

	MemberRegister(MetadataSettings settings, SavedMetadata kept, @Nullable MetadataTrace trace) {
		this.settings = settings;
		this.trace = trace;
		this.protocol = new MetadataProtocol(settings);
		this.state = this.protocol.start(kept);
	}

	@Override
	public List<MetadataEffect> step(MetadataEvent event, Now now, long entropy) {
		MetadataStep step = this.protocol.step(this.state, event, now, entropy);
		if (this.trace != null) {
			this.trace.stepped(this.state, event, now, entropy, step);
		}
		this.state = step.state();
		LeaderState leader = this.state.leader();
		if (leader == null || leader.committed() == null) {
			this.committed = null;
		}
		else if (leader.current() != null && Objects.equals(leader.current().sequence(), leader.committed())) {
			this.committed = leader.current();
		}
		return step.effects();
	}

	@Override
	public long delay(Now now) {
		return this.protocol.delay(this.state, now);
	}

	/** The newest token that it has met, 0 until that is saved. */
	public long heard() {
		ReplicaState replica = this.state.replica();
		return (replica.saved() == replica.version()) ? replica.kept().heard() : 0;
	}

	@Override
	public RegisterSnapshot snapshot() {
		LeaderState leader = this.state.leader();
		return new RegisterSnapshot(this.state.replica().shown(), this.state.replica().kept().whole(),
				(leader != null) ? new RegisterSnapshot.Leading(leader.token(), leader.lease(), this.committed,
						missing(leader), leader.accepted(), leader.informed(), false) : null);
	}

	@Override
	public Optional<String> trace() {
		return (this.trace != null) ? this.trace.text() : Optional.empty();
	}

	private List<NodeId> missing(LeaderState leader) {
		if (leader.isSynchronised()) {
			return List.of();
		}
		List<NodeId> heard = (leader.current() != null) ? leader.accepted()
				: leader.answers().stream().map(Answered::from).toList();
		return this.settings.members().stream().filter((each) -> !heard.contains(each)).toList();
	}

}
