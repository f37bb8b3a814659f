package io.github.leaderelection.internal.metadata.runtime;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.Metadata.Entry;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Completed;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Outcome;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage;
import io.github.leaderelection.internal.metadata.protocol.MetadataSettings;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.internal.trace.TraceBudget;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Registers of three members whose messages, saves and clock the test moves.
 */
class GroupRegisterTests implements NodeClock {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static final List<NodeId> MEMBERS = List.of(A, B, C);

	private static final Entry ENTRY = new Entry("k", "v");

	private final Map<NodeId, Member> members = new LinkedHashMap<>();

	private final Deque<Runnable> mails = new ArrayDeque<>();

	private final List<MetadataMessage> said = new ArrayList<>();

	private long nanos;

	@Override
	public long monotonicNanos() {
		return this.nanos;
	}

	@Override
	public long wallMillis() {
		return 0;
	}

	@BeforeEach
	void start() {
		MEMBERS.forEach((each) -> this.members.put(each, new Member(each, SavedMetadata.BLANK)));
	}

	private void run() {
		do {
			while (!this.mails.isEmpty()) {
				this.mails.remove().run();
			}
			this.members.values().forEach((each) -> each.register.check(this.nanos));
		}
		while (!this.mails.isEmpty());
	}

	private Member member(NodeId id) {
		return Objects.requireNonNull(this.members.get(id));
	}

	private static Lease lease() {
		return new Lease(0, 0, Long.MAX_VALUE / 4, 1000);
	}

	private void grant(NodeId id, long token) {
		member(id).register.performed(new Effect.Grant<>(token, token, lease()));
		run();
	}

	private void follow(NodeId id, NodeId leader, long token) {
		member(id).register.performed(new Effect.FollowLeader<>(leader, token, token, true));
		run();
	}

	/** Lets the time come at which members say again what was not answered. */
	private void heartbeat() {
		this.nanos += settings(A).heartbeatNanos();
		run();
	}

	private CompletableFuture<Completed> write(NodeId id) {
		RegisterSnapshot.Leading leading = member(id).register.snapshot().leading();
		Metadata committed = (leading != null) ? leading.committed() : null;
		CompletableFuture<Completed> written = member(id).register
			.write((committed != null) ? committed.sequence() : null, List.of(ENTRY));
		run();
		return written;
	}

	private Metadata shown(NodeId id) {
		return member(id).register.snapshot().shown();
	}

	private static ElectionSettings settings(NodeId id) {
		return ElectionSettings.of("cluster", "default", id, MEMBERS).build();
	}

	@Test
	void aWriteIsShownByAllMembers() {
		grant(A, 5);
		CompletableFuture<Completed> written = write(A);
		assertThat(written.join().outcome()).isEqualTo(Outcome.COMMITTED);
		assertThat(written.join().sequence()).isEqualTo(new LeaderSequenceNumber(5, 2));
		assertThat(MEMBERS).allSatisfy((each) -> assertThat(shown(each).entries()).containsExactly(ENTRY));
		assertThat(MEMBERS).allSatisfy((each) -> assertThat(member(each).kept.accepted().entries()).contains(ENTRY));
	}

	@Test
	void nothingIsSaidAtRest() {
		grant(A, 5);
		write(A);
		this.said.clear();
		heartbeat();
		heartbeat();
		assertThat(this.said).isEmpty();
	}

	@Test
	void anAnswerWaitsForItsSave() {
		member(B).saves = false;
		member(C).saves = false;
		grant(A, 5);
		assertThat(member(A).register.snapshot().leading()).isNotNull()
			.satisfies((leading) -> assertThat(leading.committed()).isNull());
		assertThat(this.said).noneMatch((each) -> each instanceof MetadataMessage.SyncAnswer);
		member(B).save();
		member(C).save();
		heartbeat();
		assertThat(member(A).register.snapshot().leading()).isNotNull()
			.satisfies((leading) -> assertThat(leading.committed()).isNotNull());
	}

	@Test
	void aSaveThatFailedIsTriedAgain() {
		grant(A, 5);
		member(B).failure = "full";
		member(C).failure = "full";
		CompletableFuture<Completed> written = write(A);
		assertThat(written).isNotDone();
		assertThat(member(B).register.problem()).contains("cannot be saved").contains("full");
		member(B).failure = null;
		heartbeat();
		assertThat(written.join().outcome()).isEqualTo(Outcome.COMMITTED);
		assertThat(member(B).register.problem()).isNull();
	}

	@Test
	void aMemberThatRestartsIsFilledThoughAllHadShownTheValue() {
		grant(A, 5);
		write(A);
		this.members.put(B, new Member(B, SavedMetadata.BLANK));
		follow(B, A, 5);
		heartbeat();
		assertThat(shown(B).entries()).containsExactly(ENTRY);
		assertThat(member(B).kept.whole()).isTrue();
	}

	@Test
	void aMemberThatRestartsWithItsFileShowsTheValue() {
		grant(A, 5);
		write(A);
		this.members.put(B, new Member(B, member(B).kept));
		assertThat(shown(B)).isEqualTo(Metadata.NONE);
		follow(B, A, 5);
		heartbeat();
		assertThat(shown(B).entries()).containsExactly(ENTRY);
		this.said.clear();
		heartbeat();
		assertThat(this.said).isEmpty();
	}

	@Test
	void aQuestionThatIsLostIsAskedAgain() {
		grant(A, 5);
		write(A);
		this.members.put(B, new Member(B, SavedMetadata.BLANK));
		member(B).cut = true;
		follow(B, A, 5);
		assertThat(shown(B)).isEqualTo(Metadata.NONE);
		member(B).cut = false;
		heartbeat();
		heartbeat();
		assertThat(shown(B).entries()).containsExactly(ENTRY);
	}

	@Test
	void anAnswerThatIsLostComesAgain() {
		grant(A, 5);
		write(A);
		this.members.put(B, new Member(B, SavedMetadata.BLANK));
		member(B).missesWrites = true;
		this.said.clear();
		follow(B, A, 5);
		heartbeat();
		heartbeat();
		assertThat(shown(B)).isEqualTo(Metadata.NONE);
		assertThat(this.said).as("a few each heartbeat").hasSizeLessThan(20);
		member(B).missesWrites = false;
		heartbeat();
		heartbeat();
		assertThat(shown(B).entries()).containsExactly(ENTRY);
	}

	@Test
	void aWriteThatNoMajorityAnsweredIsUnknownAtTheEndOfTheLeadership() {
		grant(A, 5);
		member(B).cut = true;
		member(C).cut = true;
		CompletableFuture<Completed> written = write(A);
		assertThat(written).isNotDone();
		assertThat(write(A).join().outcome()).isEqualTo(Outcome.BUSY);
		member(A).register.performed(new Effect.Revoke<>(5, RevocationReason.RESIGNED));
		run();
		assertThat(written.join().outcome()).isEqualTo(Outcome.UNKNOWN);
		assertThat(write(A).join().outcome()).isEqualTo(Outcome.REFUSED);
		member(A).register.end();
		assertThat(member(A).register.write(null, List.of()).join().outcome()).isEqualTo(Outcome.UNKNOWN);
	}

	@Test
	void aWriteOfWhatIsNotTheNewestIsRefused() {
		grant(A, 5);
		assertThat(write(A).join().sequence()).isEqualTo(new LeaderSequenceNumber(5, 2));
		CompletableFuture<Completed> late = member(A).register.write(new LeaderSequenceNumber(5, 1), List.of());
		run();
		assertThat(late.join().outcome()).isEqualTo(Outcome.REFUSED);
		assertThat(shown(A).entries()).containsExactly(ENTRY);
	}

	/**
	 * A member in one start.
	 */
	private final class Member implements RegisterFile {

		private final Deque<Runnable> waiting = new ArrayDeque<>();

		private final GroupRegister register;

		private SavedMetadata kept;

		private boolean saves = true;

		private boolean cut;

		private boolean missesWrites;

		private @Nullable String failure;

		Member(NodeId id, SavedMetadata kept) {
			this.kept = kept;
			ElectionSettings settings = settings(id);
			GroupHost host = new GroupHost(settings, GroupRegisterTests.this, () -> 4, (at, check) -> {
			}, 11, TraceBudget.WHOLE, (task) -> GroupRegisterTests.this.mails.add(task::deliver), (to, body) -> {
			}, (each) -> null);
			this.register = new GroupRegister(host,
					new MemberRegister(new MetadataSettings(id, MEMBERS, settings.heartbeatNanos()), kept), this,
					this::execute, (to, message) -> send(id, to, message), new RegisterListener() {
					}, (ask, events) -> {
					});
		}

		private void send(NodeId from, NodeId to, MetadataMessage message) {
			GroupRegisterTests.this.said.add(message);
			boolean missed = message instanceof MetadataMessage.Write && member(to).missesWrites;
			if (!missed && !this.cut && !member(to).cut) {
				GroupRegisterTests.this.mails.add(() -> member(to).register.received(from, message));
			}
		}

		private void execute(Runnable task) {
			this.waiting.add(task);
			if (this.saves) {
				save();
			}
		}

		void save() {
			this.saves = true;
			while (!this.waiting.isEmpty()) {
				this.waiting.remove().run();
			}
			GroupRegisterTests.this.run();
		}

		@Override
		public SavedMetadata load() {
			return this.kept;
		}

		@Override
		public void save(SavedMetadata state) throws IOException {
			if (this.failure != null) {
				throw new IOException(this.failure);
			}
			this.kept = state;
		}

	}

}
