package io.github.leaderelection.internal.lease;

import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.internal.lease.LeaseWorld.Node;
import io.github.leaderelection.internal.lease.LeaseWorld.Writes;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store that refuses writes, or shows what no election writes: nobody storms it, it is
 * named, and one leads once it is right again.
 */
@SuppressWarnings("rawtypes")
class LeaseWrongStoreTests {

	private static final long SECOND = OneNode.SECOND;

	private static final long MINUTE = 60 * SECOND;

	private static final long LAST_TOKEN = LeaseRecord.TOKENS_END - 1;

	private OneNode node = new OneNode();

	@ParameterizedTest
	@EnumSource(value = Writes.class, names = "ANSWERED", mode = EnumSource.Mode.EXCLUDE)
	void whoeverWaitsAsksFourTimesARetryIntervalAtMostThoughWritesFailAtOnce(Writes writes) {
		for (@Nullable
		LeaseRecord record : List.of(this.node.free(10), this.node.record(OneNode.OTHER, 9, 10))) {
			asksLittle(record, writes);
		}
		asksLittle(null, writes);
	}

	private static void asksLittle(@Nullable LeaseRecord record, Writes writes) {
		LeaseWorld world = new LeaseWorld(1, 2);
		world.register.put(record);
		world.writes = writes;
		world.start();
		asksLittle(world, 10);
		world.writes = Writes.ANSWERED;
		world.run(4 * LeaseWorld.LEASE);
		assertThat(world.leader()).isNotNull();
	}

	@ParameterizedTest
	@EnumSource(value = Writes.class, names = "ANSWERED", mode = EnumSource.Mode.EXCLUDE)
	void aLeaderAsksLittleToo(Writes writes) {
		LeaseWorld world = new LeaseWorld(1, 2);
		world.start();
		world.run(3 * LeaseWorld.LEASE);
		assertThat(world.leader()).isNotNull();
		world.writes = writes;
		asksLittle(world, 10);
		assertThat(world.leader()).isNull();
	}

	private static void asksLittle(LeaseWorld world, int minutes) {
		for (int minute = 0; minute < minutes; minute++) {
			long before = world.nodes.stream().mapToLong((node) -> node.requests).sum();
			world.run(MINUTE);
			long asked = world.nodes.stream().mapToLong((node) -> node.requests).sum() - before;
			assertThat(asked).isBetween(MINUTE / LeaseWorld.RETRY / 2, 4 * MINUTE / LeaseWorld.RETRY);
		}
	}

	@Test
	void oneWriteThatFailsIsTriedAgainAtOnce() {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		this.node.answer(new Answer.Unknown("the connection broke"));
		this.node.answer(Answer.read(free));
		this.node.done(free);
		assertThat(this.node.effects(Effect.Grant.class)).hasSize(1);
	}

	@Test
	void aReadForgivesNoWriteThatFailed() {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		for (int writes = 0; writes < 20; writes++) {
			assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
			long sent = this.node.nanos();
			this.node.answer(new Answer.Unknown("it is read-only"));
			this.node.answer(Answer.read(free));
			if (writes > 0) {
				assertThat(this.node.asks()).isFalse();
				assertThat(this.node.state().deadlines()[LeaseTimer.LOOK.ordinal()] - sent).isBetween(SECOND * 8 / 5,
						2 * SECOND);
				this.node.pass(2 * SECOND);
				assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
				this.node.answer(Answer.read(free));
			}
		}
	}

	@Test
	void whatAHintShowsWaitsForThePauseOfWritesToo() {
		takesFail("it is read-only", 2);
		this.node.effects();
		this.node.take(new Event.StoreChanged<>(this.node.free(10)));
		this.node.pass(SECOND);
		assertThat(this.node.effects(Effect.AskStore.class)).isEmpty();
	}

	@Test
	void whoSeesAnotherTakeTheRecordBeginsAnew() {
		takesFail("it is read-only", 3);
		assertThat(problems()).isNotEmpty();
		this.node.pass(2 * SECOND);
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 11)));
		assertThat(problems()).isEmpty();
	}

	@Test
	void writesThatFailAtOnceAreNamedInTheWordsOfTheStore() {
		takesFail("it is read-only", 1);
		assertThat(problems()).isEmpty();
		this.node = new OneNode();
		takesFail("it is read-only", 2);
		assertThat(problems()).singleElement()
			.asString()
			.contains("the last 2 writes at once: it is read-only")
			.contains("Let it accept writes of this node")
			.doesNotContain("lengthen", "Lengthen");
		this.node.pass(2 * SECOND);
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		this.node.done(free);
		assertThat(problems()).isEmpty();
	}

	@Test
	void writesThatAreSlowAreNamedThoughReadsAreAnswered() {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		for (int writes = 0; writes < 2; writes++) {
			assertThat(problems()).isEmpty();
			this.node.standStill(2 * SECOND);
			this.node.answer(new Answer.Unknown("it is slow"));
			this.node.answer(Answer.read(free));
		}
		assertThat(problems()).singleElement()
			.asString()
			.contains("the last 2 writes within 1600 ms each: it is slow")
			.contains("Lengthen leader-election.lease-duration");
	}

	private void takesFail(String reason, int times) {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		for (int writes = 0; writes < times; writes++) {
			if (!(this.node.asked() instanceof Request.Take)) {
				this.node.answer(Answer.read(free));
			}
			this.node.answer(new Answer.Unknown(reason));
			this.node.answer(Answer.read(free));
			if (writes > 0) {
				this.node.pass((writes + 1 < times) ? 2 * SECOND : 0);
			}
		}
	}

	/** A case is a line: what stands in the store, and what is said of it. */
	static Stream<Wrong> wrong() {
		return Stream.of(new Wrong("token " + Long.MAX_VALUE, Long.MAX_VALUE, OneNode.LEASE, 0),
				new Wrong("token " + LeaseRecord.TOKENS_END, LeaseRecord.TOKENS_END, OneNode.LEASE, 0),
				new Wrong("token -7", -7, OneNode.LEASE, 0),
				new Wrong("duration of " + Long.MAX_VALUE + " ns", 10, Long.MAX_VALUE, 0),
				new Wrong("duration of 3600000000001 ns", 10, 3_600_000_000_001L, 0),
				new Wrong("duration of 0 ns", 10, 0, 0), new Wrong("duration of -1 ns", 10, -1, 0),
				new Wrong("preference of " + Long.MAX_VALUE + " ns", 10, OneNode.LEASE, Long.MAX_VALUE),
				new Wrong("preference of -1 ns", 10, OneNode.LEASE, -1));
	}

	/**
	 * What no election writes.
	 */
	record Wrong(String said, long token, long durationNanos, long preferredNanos) {

		LeaseRecord record(boolean free, int version) {
			return new LeaseRecord(OneNode.OTHER, 9, 5, null, this.token, this.durationNanos, free, OneNode.OTHER,
					this.preferredNanos, "wrong-" + version);
		}

	}

	@ParameterizedTest
	@MethodSource("wrong")
	void aWrongRecordIsWaitedForByALeaseNamedAndTaken(Wrong wrong) {
		for (boolean free : new boolean[] { false, true }) {
			this.node = new OneNode();
			LeaseRecord record = wrong.record(free, 1);
			assertThat(record.isLegal()).isFalse();
			this.node.answer(Answer.read(record));
			assertThat(problems()).singleElement().asString().contains(wrong.said()).contains("see what else writes");
			looks(OneNode.LEASE - SECOND, record);
			assertThat(this.node.effects(Effect.AskStore.class)).allMatch((ask) -> ask.what() instanceof Request.Read);
			assertThat(this.node.effects(Effect.FollowLeader.class)).isEmpty();
			looks(2 * SECOND, record);
			LeaseRecord taken = this.node.done(record);
			assertThat(taken.isLegal()).isTrue();
			assertThat(taken.durationNanos()).isEqualTo(OneNode.LEASE);
			assertThat(this.node.effects(Effect.Grant.class)).hasSize(1);
			assertThat(problems()).isEmpty();
		}
	}

	@ParameterizedTest
	@MethodSource("wrong")
	void nothingOfAWrongRecordIsRemembered(Wrong wrong) {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 12)));
		this.node.pass(2 * SECOND);
		this.node.answer(Answer.read(wrong.record(false, 1)));
		this.node.pass(2 * SECOND);
		this.node.answer(new Answer.Missing());
		assertThat(this.node.asked()).isEqualTo(new Request.Create(((Request.Create) this.node.asked()).key(),
				OneNode.LEASE, 13, false, ((Request.Create) this.node.asked()).stamp()));
		LeaseRecord made = this.node.done(null);
		assertThat(made.isLegal()).isTrue();
		looks(OneNode.LEASE + SECOND, made);
		assertThat(this.node.done(made).isLegal()).isTrue();
	}

	@ParameterizedTest
	@MethodSource("wrong")
	void aWrongRecordWasThereSoOneThatIsMissingAfterItIsNotNew(Wrong wrong) {
		this.node = new OneNode(true);
		this.node.answer(Answer.read(wrong.record(false, 1)));
		this.node.pass(2 * SECOND);
		this.node.answer(new Answer.Missing());
		assertThat(((Request.Create) this.node.asked()).free()).isFalse();
	}

	@ParameterizedTest
	@MethodSource("wrong")
	void aHintOfAWrongRecordMakesANodeLookAndNothingElse(Wrong wrong) {
		LeaseRecord held = this.node.record(OneNode.OTHER, 9, 12);
		this.node.answer(Answer.read(held));
		this.node.effects();
		this.node.take(new Event.StoreChanged<>(wrong.record(true, 1)));
		this.node.take(new Event.StoreChanged<>(wrong.record(false, 2)));
		this.node.pass(SECOND / 50);
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
		this.node.answer(Answer.read(held));
		assertThat(this.node.effects()).noneMatch((effect) -> effect instanceof Effect.FollowLeader);
		assertThat(this.node.state().sight().highestToken()).isEqualTo(12);
		assertThat(this.node.state().sight().longestNanos()).isEqualTo(OneNode.LEASE);
	}

	@Test
	void whatCannotBeReadIsWrong() {
		LeaseRecord unreadable = LeaseRecord.unreadable("1");
		this.node.answer(Answer.read(unreadable));
		looks(OneNode.LEASE + SECOND, unreadable);
		assertThat(this.node.done(unreadable).isLegal()).isTrue();
	}

	@Test
	void aTakeThatAStoreNumbersBeyondAllTokensGrantsNothing() {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		Request.Take take = (Request.Take) this.node.asked();
		LeaseRecord taken = new LeaseRecord(take.holder(), take.incarnation(), take.attempt(), null,
				LeaseRecord.TOKENS_END + 1, take.durationNanos(), false, null, 0, "taken");
		this.node.answer(new Answer.Mine(taken));
		this.node.answer(Answer.read(taken));
		assertThat(this.node.asks()).isFalse();
		assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
		assertThat(problems()).singleElement().asString().contains("token " + (LeaseRecord.TOKENS_END + 1));
	}

	@Test
	void theLastLegalTokenIsFollowedByOneThatStillIsAToken() {
		LeaseRecord last = this.node.free(LAST_TOKEN);
		this.node.answer(Answer.read(last));
		assertThat(this.node.done(last).token()).isEqualTo(LeaseRecord.TOKENS_END);
		assertThat(this.node.effects(Effect.Grant.class)).hasSize(1);
	}

	@Test
	void aCopyThatWasPutBackAndARecordThatWasMadeAnewAreNamedWhileTheyAreWaitedFor() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 12)));
		assertThat(problems()).isEmpty();
		this.node.pass(2 * SECOND);
		this.node.answer(Answer.read(this.node.free(10)));
		assertThat(problems()).singleElement().asString().contains("older copy").contains("10000 ms");
		this.node.pass(2 * SECOND);
		this.node.answer(new Answer.Missing());
		this.node.done(null);
		assertThat(problems()).singleElement().asString().contains("missing").contains("10000 ms");
	}

	@Test
	void oneLeadsAgainWhateverWasWrittenOverTheRecord() {
		for (long seed = 1; seed <= 100; seed++) {
			LeaseWorld world = new LeaseWorld(seed, 3);
			world.start();
			world.run(3 * LeaseWorld.LEASE);
			List<Wrong> all = wrong().toList();
			for (int i = 0; i < 5; i++) {
				Wrong wrong = all.get(world.random.nextInt(all.size()));
				world.register.put(wrong.record(world.random.nextBoolean(), i));
				world.run(3 * LeaseWorld.LEASE);
				Node leader = world.leader();
				assertThat(leader).as("seed %s after %s", seed, wrong).isNotNull();
				assertThat(leader.token()).isLessThan(LeaseRecord.TOKENS_END);
			}
		}
	}

	private void looks(long span, LeaseRecord shown) {
		long end = this.node.nanos() + span;
		while (this.node.nanos() < end) {
			this.node.pass(Math.min(SECOND / 10, end - this.node.nanos()));
			if (this.node.asks() && this.node.asked() instanceof Request.Read) {
				this.node.answer(Answer.read(shown));
			}
		}
	}

	private List<String> problems() {
		return LeaseView.of(this.node.state(), new Now(this.node.nanos(), 0)).problems();
	}

}
