package io.github.leaderelection.internal.nodefence.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
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
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.trace.TraceBudget;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.LeaseStore;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a group that a store leads performs, and when, while former leaders are settled.
 */
class StoredFenceTests implements NodeClock, LeaseStore {

	private static final NodeId SELF = NodeId.of("s");

	/** After this the store is asked again. */
	private static final long SOON = 10_000_000_000L;

	private static final Lease LEASE = new Lease(0, 0, Long.MAX_VALUE / 2, Long.MAX_VALUE / 4);

	private static final Key UNSETTLED = new Key("cluster", "default/unsettled");

	private static final Key OVER = new Key("cluster", "default/over");

	private static final Former FORMER = new Former(NodeId.of("a"), 3, 4);

	private static final Effect.AskStore<ElectionMessage> RELEASE = new Effect.AskStore<>(8,
			new Request.Release(new Key("cluster", "default"), "v", null, 0, 1), 1000);

	private final Deque<Runnable> mails = new ArrayDeque<>();

	private final Map<Key, Answer.Value> values = new HashMap<>();

	private final List<Effect<?>> performed = new ArrayList<>();

	private final List<Former> fenced = new ArrayList<>();

	private final List<Event<?>> asked = new ArrayList<>();

	private final AtomicReference<SavedMetadata> led = new AtomicReference<>(SavedMetadata.BLANK);

	/** Which value gets no answer. */
	private Key silent;

	private int writes;

	private boolean keepsValues = true;

	private long works;

	private boolean alone;

	private long incarnation = 11;

	private long monotonicNanos;

	private long lease;

	private GroupFence fence = fence();

	private GroupFence fence() {
		ElectionSettings settings = ElectionSettings.of("cluster", "default", SELF, List.of(SELF)).build();
		this.lease = settings.leaseNanos();
		GroupHost host = new GroupHost(settings, this, () -> 4, (at, check) -> {
		}, this.incarnation, TraceBudget.WHOLE, (task) -> this.mails.add(task::deliver), (to, body) -> {
		}, (member) -> null, this.performed::add, this.asked::add, (token) -> this.works != 0 && this.works <= token);
		return new GroupFence(host, new FenceSettings(SELF, this.incarnation, 4 * SOON, 4 * SOON, 0),
				RegisterFile.inMemory(), new RegisterFile() {

					@Override
					public SavedMetadata load() {
						return StoredFenceTests.this.led.get();
					}

					@Override
					public void save(SavedMetadata state) {
						StoredFenceTests.this.led.set(state);
					}

				}, () -> this.alone, 77, Runnable::run, (former, url) -> {
					this.fenced.add(former);
					return new CompletableFuture<>();
				}, this);
	}

	@Override
	public long monotonicNanos() {
		return this.monotonicNanos;
	}

	@Override
	public long wallMillis() {
		return 0;
	}

	@Override
	public boolean keepsValues() {
		return this.keepsValues;
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		if (request.key().equals(this.silent)) {
			return new CompletableFuture<>();
		}
		Answer.Value present = this.values.getOrDefault(request.key(), Answer.Value.NONE);
		if (!(request instanceof Request.WriteValue write)) {
			return CompletableFuture.completedFuture(present);
		}
		if (!Objects.equals(write.version(), present.version())) {
			return CompletableFuture.completedFuture(new Answer.NotDone());
		}
		put(write.key(), write.text());
		return CompletableFuture.completedFuture(this.values.get(write.key()));
	}

	private void put(Key key, String text) {
		this.values.put(key, new Answer.Value("v" + ++this.writes, text));
	}

	private String text(Key key) {
		return this.values.getOrDefault(key, Answer.Value.NONE).text();
	}

	@Override
	public String description() {
		return "a test";
	}

	@Override
	public void close() {
		// holds nothing
	}

	private void run() {
		while (!this.mails.isEmpty()) {
			this.mails.remove().run();
		}
	}

	private void looked() {
		this.fence.check(this.monotonicNanos);
		run();
	}

	private void lookLater() {
		this.monotonicNanos += SOON;
		looked();
	}

	private void win(long token) {
		this.fence.withholds(grant(token));
		run();
	}

	private static Effect.Grant<ElectionMessage> grant(long token) {
		return new Effect.Grant<>(token, token, LEASE);
	}

	private void end(long token) {
		this.fence.performed(new Effect.Revoke<>(token, RevocationReason.RESIGNED));
	}

	@Test
	void grantIsPerformedOnceTheStoreNamesIt() {
		this.silent = UNSETTLED;
		win(5);
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>());
		this.silent = null;
		lookLater();
		lookLater();
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>(), grant(5));
		assertThat(text(UNSETTLED)).isEqualTo("5.2 5=11+s");
	}

	@Test
	void formerLeaderIsAwaitedUntilTheStoreSaysThatItIsOver() {
		put(UNSETTLED, "4.2 4=3+a");
		put(OVER, "9.1 3=3+a&9=4+a");
		win(5);
		looked();
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>());
		assertThat(this.fence.unsettled()).containsExactly(FORMER);
		put(OVER, "4.1 4=3+a");
		lookLater();
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>(), grant(5));
		assertThat(text(UNSETTLED)).isEqualTo("5.2 5=11+s");
	}

	@Test
	void endIsSaidBeforeTheLeaseIsReleased() {
		put(OVER, "4.1 4=3+a");
		win(5);
		this.performed.clear();
		this.silent = OVER;
		end(5);
		assertThat(this.fence.withholds(RELEASE)).isTrue();
		looked();
		assertThat(this.performed).isEmpty();
		this.silent = null;
		this.fence = fence();
		win(6);
		this.performed.clear();
		end(6);
		assertThat(this.fence.withholds(RELEASE)).isTrue();
		run();
		assertThat(text(OVER)).isEqualTo("6.1 4=3+a&6=11+s");
		assertThat(this.performed).containsExactly(RELEASE);
		assertThat(this.fence.withholds(RELEASE)).isFalse();
	}

	@Test
	void leaseIsReleasedThoughTheStoreDoesNotTakeTheEnd() {
		win(5);
		this.performed.clear();
		this.silent = OVER;
		end(5);
		assertThat(this.fence.withholds(RELEASE)).isTrue();
		this.monotonicNanos = 499;
		looked();
		assertThat(this.performed).isEmpty();
		this.monotonicNanos = 500;
		looked();
		assertThat(this.performed).containsExactly(RELEASE);
		this.silent = null;
		lookLater();
		assertThat(text(OVER)).isEqualTo("5.1 5=11+s");
	}

	@Test
	void endIsNotSaidWhileWorkRuns() {
		win(5);
		this.works = 5;
		end(5);
		assertThat(this.fence.withholds(RELEASE)).isFalse();
		looked();
		assertThat(text(OVER)).isEmpty();
		this.works = 0;
		looked();
		assertThat(text(OVER)).isEqualTo("5.1 5=11+s");
	}

	@Test
	void whatAnotherSaidMeanwhileIsKept() {
		put(OVER, "4.1 4=3+a");
		put(UNSETTLED, "4.2 4=3+a");
		win(5);
		put(OVER, "4.1 4=3+a&2=7+b");
		end(5);
		run();
		assertThat(text(OVER)).isEqualTo("5.1 4=3+a&2=7+b&5=11+s");
		win(6);
		end(6);
		run();
		assertThat(text(OVER)).isEqualTo("6.1 4=3+a&2=7+b&6=11+s");
	}

	@Test
	void laterStartOfTheOnlyProcessSaysWhatIsOver() {
		this.alone = true;
		win(5);
		this.alone = false;
		this.incarnation = 12;
		this.fence = fence();
		looked();
		assertThat(text(OVER)).isEmpty();
		this.alone = true;
		looked();
		assertThat(text(OVER)).isEqualTo("5.1 5=11+s");
	}

	@Test
	void startSaysThatAFailedOneOfItsProcessIsOverOnceItsWorkIs() {
		this.alone = true;
		win(5);
		this.works = 5;
		this.incarnation = 12;
		this.fence = fence();
		looked();
		assertThat(text(OVER)).isEmpty();
		this.works = 0;
		looked();
		assertThat(text(OVER)).isEqualTo("5.1 5=11+s");
	}

	@Test
	void whatOutlivesAFailedStartIsNotOverForTheNextOneOfItsProcess() {
		this.alone = true;
		win(5);
		this.works = 5;
		this.fence.end();
		this.works = 0;
		this.incarnation = 12;
		this.fence = fence();
		looked();
		assertThat(text(OVER)).isEmpty();
	}

	@Test
	void leadershipOfAProcessBesideAnotherIsNotOverForLaterOnes() {
		win(5);
		this.alone = true;
		this.incarnation = 12;
		this.fence = fence();
		looked();
		assertThat(text(OVER)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "over, 4.1 x=3+a", "over, 4.1 4=a", "unsettled, 4.1 x=3+a", "unsettled, 4.1 4=a" })
	void valueThatNoNodeWroteIsNamedUntilItIsRestored(String which, String text) {
		put(UNSETTLED, "4.2 4=3+a");
		put(OVER, "4.1 4=3+a");
		Key key = new Key("cluster", "default/" + which);
		String before = text(key);
		put(key, text);
		win(5);
		looked();
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>());
		assertThat(this.fence.problem()).contains("'default/" + which + "'", "was changed by hand");
		put(key, before);
		lookLater();
		lookLater();
		assertThat(this.fence.problem()).isNull();
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>(), grant(5));
	}

	@Test
	void leaderIsShownOnceTheStoreNamesIt() {
		Effect.FollowLeader<ElectionMessage> follow = new Effect.FollowLeader<>(FORMER.member(), 4, 4, true);
		put(UNSETTLED, "4.1 2=3+a");
		looked();
		assertThat(this.fence.withholds(follow)).isTrue();
		assertThat(this.fence.hides(FORMER.member(), 4)).isTrue();
		put(UNSETTLED, "4.2 4=3+a");
		lookLater();
		assertThat(this.performed).containsExactly(new Effect.LeaderLost<>(), follow);
		assertThat(this.fence.hides(FORMER.member(), 4)).isFalse();
	}

	@Test
	void leaderThatTheRecordStillNamesIsNotSeen() {
		assertFencesAfter(2, this.lease).isEmpty();
		this.fence = fence();
		assertFencesAfter(1, 4 * this.lease).isEmpty();
		this.fence = fence();
		assertFencesAfter(4, this.lease).containsOnly(FORMER);
	}

	@Test
	void leaderThatIsGrantedMeanwhileIsSeen() {
		put(UNSETTLED, "2.2 2=3+b");
		looked();
		put(UNSETTLED, "4.2 4=3+a");
		lookLater();
		win(5);
		for (int i = 0; i < 6; i++) {
			lookLater();
		}
		assertThat(this.fenced).containsOnly(FORMER);
	}

	private ListAssert<Former> assertFencesAfter(int leases, long step) {
		put(UNSETTLED, "4.2 4=3+a");
		looked();
		this.fence.withholds(new Effect.FollowLeader<>(FORMER.member(), 4, 4, true));
		for (int i = 0; i < leases; i++) {
			this.monotonicNanos += step;
			looked();
		}
		win(5);
		for (int i = 0; i < 6; i++) {
			lookLater();
		}
		return assertThat(this.fenced);
	}

	@Test
	void storeWithoutValuesIsRefused() {
		FenceFactory factory = new FenceFactory(1, 1, (settings) -> RegisterFile.inMemory(),
				(settings) -> RegisterFile.inMemory(), () -> true, 1, Runnable::run,
				(former, url) -> new CompletableFuture<>());
		factory.keptIn(null);
		factory.keptIn(this);
		this.keepsValues = false;
		assertThatExceptionOfType(InvalidSettingException.class).isThrownBy(() -> factory.keptIn(this))
			.withMessageContaining("a test keeps no values");
	}

}
