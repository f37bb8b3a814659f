package io.github.leaderelection.internal.nodefence.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.metadata.runtime.RegisterFile;
import io.github.leaderelection.internal.nodefence.protocol.FenceSettings;
import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.internal.trace.TraceBudget;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a group performs, and when, while former leaders are settled.
 */
class GroupFenceTests implements NodeClock {

	private static final NodeId SELF = NodeId.of("s");

	private static final NodeId OTHER = NodeId.of("a");

	private final Deque<Runnable> mails = new ArrayDeque<>();

	private final Deque<Runnable> saves = new ArrayDeque<>();

	private final List<Effect<?>> performed = new ArrayList<>();

	private final List<Event<?>> asked = new ArrayList<>();

	private final List<ElectionMessage> sent = new ArrayList<>();

	private final RegisterFile led = file(SavedMetadata.BLANK);

	private long works;

	private boolean alone = true;

	private long incarnation = 11;

	private long monotonicNanos;

	private GroupFence fence = fence(List.of(SELF), SavedMetadata.BLANK);

	@Override
	public long monotonicNanos() {
		return this.monotonicNanos;
	}

	@Override
	public long wallMillis() {
		return 0;
	}

	private GroupFence fence(List<NodeId> members, SavedMetadata kept) {
		GroupHost host = new GroupHost(ElectionSettings.of("cluster", "default", SELF, members).build(), this, () -> 4,
				(at, check) -> {
				}, this.incarnation, TraceBudget.WHOLE, (task) -> this.mails.add(task::deliver),
				(to, body) -> this.sent.add(body), (member) -> null, this.performed::add, this.asked::add,
				(token) -> this.works != 0 && this.works <= token);
		return new GroupFence(host, new FenceSettings(SELF, this.incarnation, 1000, 1000, 0), file(kept), this.led,
				() -> this.alone, 77, this.saves::add, (former, url) -> new CompletableFuture<>(), null);
	}

	private static RegisterFile file(SavedMetadata kept) {
		AtomicReference<SavedMetadata> saved = new AtomicReference<>(kept);
		return new RegisterFile() {

			@Override
			public SavedMetadata load() {
				return saved.get();
			}

			@Override
			public void save(SavedMetadata state) {
				saved.set(state);
			}

		};
	}

	private void run() {
		while (!this.mails.isEmpty() || !this.saves.isEmpty()) {
			if (!this.mails.isEmpty()) {
				this.mails.remove().run();
			}
			else {
				this.saves.remove().run();
			}
		}
	}

	private static Lease lease(long end) {
		return new Lease(0, 0, end, 1000);
	}

	private static Effect.Grant<ElectionMessage> grant(long end) {
		return new Effect.Grant<>(5, 5, lease(end));
	}

	private void receive(FenceMessage message) {
		this.fence.received(new Envelope<>("cluster", "default", OTHER, "id", 3, "list", 0, message));
		run();
	}

	@Test
	void grantIsPerformedWithTheNewestLeaseOnceItIsCommitted() {
		assertThat(this.fence.withholds(grant(1000))).isTrue();
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>());
		assertThat(this.fence.withholds(new Effect.Renew<>(5, 6, lease(2000)))).isTrue();
		run();
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>(), new Effect.Grant<>(5, 6, lease(2000)));
		assertThat(this.fence.withholds(new Effect.Renew<>(5, 6, lease(3000)))).isFalse();
	}

	@Test
	void nothingIsGrantedBeforeTheRegisterIsSaved() {
		this.fence.withholds(grant(1000));
		while (!this.mails.isEmpty()) {
			this.mails.remove().run();
		}
		assertThat(this.saves).isNotEmpty();
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>());
	}

	@Test
	void drainIsOverAtOnceAndTheEndIsNotToldWhereNothingWasGranted() {
		this.fence.withholds(grant(1000));
		assertThat(this.fence.withholds(new Effect.StopAdmitting<>(5))).isTrue();
		assertThat(this.asked).containsExactly(new Event.WorkDrained<>(5));
		assertThat(this.fence.withholds(new Effect.Revoke<>(5, RevocationReason.RESIGNED))).isTrue();
		run();
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>());
	}

	@Test
	void winnerSaysWhomItWaitsFor() {
		Former former = new Former(OTHER, 3, 4);
		this.fence = fence(List.of(SELF), new SavedMetadata(4,
				new Metadata(new LeaderSequenceNumber(4, 1), List.of(former.entry()), false), true));
		this.fence.withholds(grant(1_000_000));
		run();
		this.fence.check(0);
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>());
		assertThat(this.fence.problem()).contains("'a' (token 4)").contains("confirm-fenced");
		List<Boolean> answers = new ArrayList<>();
		this.fence.confirm(NodeId.of("b"), answers::add);
		this.fence.confirm(OTHER, answers::add);
		run();
		this.fence.check(0);
		assertThat(answers).containsExactly(false, true);
		assertThat(this.performed).last().isEqualTo(grant(1_000_000));
		assertThat(this.fence.problem()).isNull();
	}

	@Test
	void leaderIsFollowedOnceItsGrantIsShown() {
		this.fence = fence(List.of(SELF, OTHER), SavedMetadata.BLANK);
		Effect.FollowLeader<ElectionMessage> follow = new Effect.FollowLeader<>(OTHER, 7, 7, true);
		assertThat(this.fence.hides(OTHER, 7)).isTrue();
		assertThat(this.fence.withholds(follow)).isTrue();
		LeaderSequenceNumber sequence = new LeaderSequenceNumber(7, 2);
		Metadata value = new Metadata(sequence, List.of(new Former(OTHER, 3, 7).entry()), false);
		receive(new FenceMessage.Register(new MetadataMessage.Write(7, value, 0)));
		MetadataMessage asks = ((FenceMessage.Register) this.sent.get(0)).message();
		receive(new FenceMessage.Register(
				new MetadataMessage.Write(7, value, ((MetadataMessage.Question) asks).question())));
		assertThat(this.fence.hides(OTHER, 7)).isTrue();
		receive(new FenceMessage.Register(new MetadataMessage.Committed(7, sequence)));
		assertThat(this.fence.hides(OTHER, 7)).isFalse();
		assertThat(this.fence.hides(OTHER, 8)).isTrue();
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>(), follow);
		assertThat(this.fence.withholds(follow)).isFalse();
	}

	@Test
	void restartedMemberAsksAHiddenLeaderAndShowsIt() {
		LeaderSequenceNumber sequence = new LeaderSequenceNumber(7, 2);
		Metadata value = new Metadata(sequence, List.of(new Former(OTHER, 3, 7).entry()), false);
		this.fence = fence(List.of(SELF, OTHER), new SavedMetadata(7, value, true));
		Effect.FollowLeader<ElectionMessage> follow = new Effect.FollowLeader<>(OTHER, 7, 7, true);
		assertThat(this.fence.withholds(follow)).isTrue();
		FenceMessage question = new FenceMessage.Register(new MetadataMessage.Question(7, 5));
		assertThat(this.sent).containsExactly(question);
		this.monotonicNanos = this.fence.check(0);
		this.fence.check(this.monotonicNanos);
		assertThat(this.sent).containsExactly(question, question);
		receive(new FenceMessage.Register(new MetadataMessage.Write(7, value, 5)));
		receive(new FenceMessage.Register(new MetadataMessage.Committed(7, sequence)));
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>(), follow);
		assertThat(this.fence.check(this.monotonicNanos)).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void endIsSaidOnceNoWorkIsLeft() {
		this.fence = fence(List.of(SELF, OTHER), SavedMetadata.BLANK);
		this.works = 5;
		this.fence.performed(new Effect.Revoke<>(5, RevocationReason.LEASE_EXPIRED));
		assertThat(this.sent).isEmpty();
		assertThat(this.fence.check(0)).isPositive().isNotEqualTo(Long.MAX_VALUE);
		this.works = 0;
		this.fence.check(0);
		assertThat(this.sent).containsExactly(new FenceMessage.Ended(5, 11));
		assertThat(this.fence.check(0)).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void questionIsAnsweredOnceItsTermIsHeardAndNoWorkIsLeft() {
		this.fence = fence(List.of(SELF, OTHER), SavedMetadata.BLANK);
		receive(new FenceMessage.Settle(7, 11, 5));
		assertThat(this.sent).isEmpty();
		receive(new FenceMessage.Register(new MetadataMessage.Sync(7)));
		this.sent.clear();
		this.works = 4;
		receive(new FenceMessage.Settle(7, 11, 5));
		assertThat(this.sent).isEmpty();
		this.works = 0;
		receive(new FenceMessage.Settle(7, 12, 5));
		assertThat(this.sent).isEmpty();
		receive(new FenceMessage.Settle(7, 11, 5));
		assertThat(this.sent).containsExactly(new FenceMessage.Ended(5, 11));
	}

	@Test
	void laterStartSaysThatWhatEndedWithItsProcessIsOver() {
		this.fence.withholds(grant(1000));
		run();
		assertThat(this.led.load().accepted().entries()).containsExactly(new Former(SELF, 11, 5).entry());
		this.incarnation = 12;
		this.fence = fence(List.of(SELF, OTHER), SavedMetadata.BLANK);
		this.alone = false;
		receive(new FenceMessage.Register(new MetadataMessage.Sync(7)));
		this.fence.check(0);
		this.sent.clear();
		receive(new FenceMessage.Settle(7, 11, 5));
		assertThat(this.sent).isEmpty();
		this.alone = true;
		this.fence.check(0);
		this.works = 5;
		receive(new FenceMessage.Settle(7, 11, 5));
		this.works = 0;
		receive(new FenceMessage.Settle(7, 11, 6));
		assertThat(this.sent).isEmpty();
		receive(new FenceMessage.Settle(7, 11, 5));
		assertThat(this.sent).containsExactly(new FenceMessage.Ended(5, 11));
	}

	@Test
	void whatOutlivesAStartIsNotOverForTheNextOneOfItsProcess() {
		this.fence.withholds(grant(1000));
		run();
		this.works = 5;
		this.fence.performed(new Effect.Revoke<>(5, RevocationReason.RESIGNED));
		this.fence.end();
		run();
		assertThat(this.led.load().accepted().entries()).isEmpty();
	}

	@Test
	void onlyTheNewestLeadershipsAreKept() {
		for (int token = 1; token < 10; token++) {
			this.fence.withholds(new Effect.Grant<>(token, token, lease(1000)));
		}
		run();
		assertThat(this.led.load().accepted().entries()).hasSize(8)
			.startsWith(new Former(SELF, 11, 2).entry())
			.endsWith(new Former(SELF, 11, 9).entry());
	}

}
