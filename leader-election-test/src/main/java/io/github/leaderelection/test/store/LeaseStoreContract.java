package io.github.leaderelection.test.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link LeaseStore} has to do so that one can lead by it. Extend it, and run it
 * against the real engine: what an engine does under load, after a restart or with a
 * connection cut cannot be told from a double.
 *
 * <p>
 * {@link #openStore()} is all that is needed. Each other method gives the contract an
 * ability; tests that need one that is not there are reported as skipped. Every test uses
 * a record of its own, so that one engine may serve all of them.
 */
public abstract class LeaseStoreContract {

	private static final int TAKERS = 200;

	private static final int CLIENTS = 4;

	/** A request that is given up before it is sent has no effect. */
	private static final Duration ENOUGH_TO_SEND = Duration.ofSeconds(3);

	private static final int ROUNDS = 20;

	private static final int ROUNDS_TOLD = 6;

	private static final int UNDER_WAY = 5;

	private static final int LARGEST_VALUE = 128 * 1024;

	private static final Duration SHORT_LEASE = Duration.ofMillis(200);

	/** Engines look after what is to expire each half a second or two. */
	private static final Duration LONG_AFTER = Duration.ofSeconds(3);

	/** How far the clocks of engine and test may be apart. */
	private static final long CLOCK_MILLIS = 60_000;

	/** Tokens may be far ahead of the time. */
	private static final long AHEAD_MILLIS = 1_000_000_000_000L;

	/** A further one is one line. */
	private static final List<Damage> DAMAGES = List.of(new Damage("token", "9223372036854775807"),
			new Damage("token", "999999999999999"), new Damage("token", "-1"), new Damage("token", "one"),
			new Damage("token", null), new Damage("duration", "9223372036854775807"), new Damage("duration", "-5"),
			new Damage("duration", "0"), new Damage("duration", null), new Damage("holder", "a\nb\u001b[31m"),
			new Damage("holder", "a".repeat(256)));

	private final List<LeaseStore> opened = new ArrayList<>();

	private final Key key = new Key("contract-" + UUID.randomUUID(), "default");

	/**
	 * A new client of the engine, with connections of its own. The contract closes it.
	 * @return the client
	 * @throws Exception if that fails
	 */
	protected abstract LeaseStore openStore() throws Exception;

	/**
	 * A new client whose requests reach the engine and are done there, while no answer
	 * comes back. The contract closes it.
	 * @return the client
	 * @throws Exception if that fails
	 */
	protected LeaseStore openStoreWithoutAnswers() throws Exception {
		return cannot("cut a connection between request and answer");
	}

	/**
	 * A new client whose first write is done in the engine, and whose connection breaks
	 * before the answer to it. All that follows comes through and is answered, also what
	 * a library repeats by itself. The contract closes it.
	 * @return the client
	 * @throws Exception if that fails
	 */
	protected LeaseStore openStoreThatLosesOneAnswer() throws Exception {
		return cannot("break a connection once before an answer");
	}

	/**
	 * A new client of the same engine that keeps its records under another prefix, or
	 * whatever sets the records of one application apart there. The contract closes it.
	 * @return the client
	 * @throws Exception if that fails
	 */
	protected LeaseStore openStoreWithAnotherPrefix() throws Exception {
		return cannot("keep its records under another prefix");
	}

	/**
	 * Has a client of its own begin a take, and stops it half-way, as a process that is
	 * paused: after its first step where the engine needs more than one, else just before
	 * the take is sent.
	 * @param take what the client asks
	 * @return stands still until it is told to go on
	 * @throws Exception if that fails
	 */
	protected PausedTaker pauseInMidTake(Request.Take take) throws Exception {
		return cannot("pause a client in mid-take");
	}

	/**
	 * Stops the engine, and starts it again with what it saved.
	 * @throws Exception if that fails
	 */
	protected void restartEngine() throws Exception {
		cannot("restart its engine");
	}

	/**
	 * Deletes the record, as an operator may.
	 * @param deleted which record
	 * @throws Exception if that fails
	 */
	protected void deleteRecord(Key deleted) throws Exception {
		cannot("delete a record");
	}

	/**
	 * Copies what the engine keeps of a record, as a backup does.
	 * @param copied which record
	 * @return puts the copy back, whatever the record has become
	 * @throws Exception if that fails
	 */
	protected Restore copyRecord(Key copied) throws Exception {
		return cannot("restore an older copy of a record");
	}

	/**
	 * Changes one part of a record by hand, past the store. Whatever else the record says
	 * stays as it is.
	 * @param changed which record
	 * @param part which part of it: {@code holder}, {@code token} or {@code duration}
	 * @param text what it becomes; null to take it away. Where the engine keeps no such
	 * text, the test is to be aborted by {@link Assumptions}
	 * @throws Exception if that fails
	 */
	protected void changePart(Key changed, String part, @Nullable String text) throws Exception {
		cannot("change a record by hand");
	}

	/**
	 * A new client with nothing at the address where it looks for the engine. The
	 * contract closes it.
	 * @return the client
	 * @throws Exception if that fails
	 */
	protected LeaseStore openStoreThatIsNotReached() throws Exception {
		return cannot("open a client that reaches nothing");
	}

	/**
	 * Has the engine refuse writes to a record, by read-only mode, a full disk or a right
	 * that is withdrawn, while reads of it are answered.
	 * @param refused which record; it may be missing
	 * @throws Exception if that fails
	 */
	protected void refuseWrites(Key refused) throws Exception {
		cannot("have writes refused");
	}

	/**
	 * Ends what {@link #refuseWrites} has begun.
	 * @param accepted which record
	 * @throws Exception if that fails
	 */
	protected void acceptWrites(Key accepted) throws Exception {
		// nothing is refused
	}

	/**
	 * Writes what is no record, as another application may keep it there.
	 * @param overwritten the record in whose place it comes
	 * @throws Exception if that fails
	 */
	protected void writeOtherData(Key overwritten) throws Exception {
		cannot("write other data in place of a record");
	}

	/**
	 * Sets the engine's clock off.
	 * @param ahead how far it is to be ahead of the real time; negative for behind
	 * @throws Exception if that fails
	 */
	protected void setEngineClock(Duration ahead) throws Exception {
		cannot("set the clock of its engine");
	}

	/**
	 * Whether clients are to tell changes, after a while: an engine may offer that only
	 * under conditions.
	 * @return what the store itself says, unless overridden
	 * @throws Exception if that fails
	 */
	protected boolean isToTellChanges() throws Exception {
		return open().store().tellsChanges();
	}

	/**
	 * The deadline of requests that are to be answered.
	 * @return 30 seconds, unless overridden
	 */
	protected Duration patience() {
		return Duration.ofSeconds(30);
	}

	/**
	 * How much later than its deadline an answer may come, on a busy machine.
	 * @return 10 seconds, unless overridden
	 */
	protected Duration slack() {
		return Duration.ofSeconds(10);
	}

	private static <T> T cannot(String what) {
		return Assumptions.abort("The test of this store cannot " + what);
	}

	@AfterEach
	final void closeStores() {
		this.opened.forEach(LeaseStore::close);
		this.opened.clear();
	}

	private StoreUser open() throws Exception {
		return user(openStore());
	}

	private StoreUser user(LeaseStore store) {
		return user(store, NodeId.of("node-" + (this.opened.size() + 1)));
	}

	private StoreUser user(LeaseStore store, NodeId node) {
		this.opened.add(store);
		return new StoreUser(store, this.key, node, patience(), slack());
	}

	private List<StoreUser> openMany() throws Exception {
		List<StoreUser> users = new ArrayList<>();
		for (int i = 0; i < CLIENTS; i++) {
			users.add(open());
		}
		return users;
	}

	// One request after the other

	@Test
	void recordThatWasNeverMadeIsMissing() throws Exception {
		assertThat(open().read()).isNull();
	}

	@Test
	void createdRecordIsHeldByNobody() throws Exception {
		StoreUser user = open();
		LeaseRecord created = user.done(user.create(7, false));
		assertThat(created.holder()).isNull();
		assertThat(created.url()).isNull();
		assertThat(created.preferred()).isNull();
		assertThat(created.free()).isFalse();
		assertThat(created.durationNanos()).isEqualTo(StoreUser.LEASE_NANOS);
		assertThat(created.token()).isGreaterThanOrEqualTo(System.currentTimeMillis() - CLOCK_MILLIS);
		assertThat(open().read()).isEqualTo(created);
	}

	@Test
	void recordCreatedFreeIsFree() throws Exception {
		StoreUser user = open();
		LeaseRecord created = user.done(user.create(1, true));
		assertThat(created.free()).isTrue();
		assertThat(open().read()).isEqualTo(created);
	}

	@Test
	void recordThatIsThereIsNotCreated() throws Exception {
		StoreUser user = open();
		LeaseRecord held = user.held();
		assertRefused(user, user.create(Long.MAX_VALUE / 2, true));
		assertThat(user.read()).isEqualTo(held);
	}

	@Test
	void freeRecordIsTaken() throws Exception {
		StoreUser user = open();
		LeaseRecord created = user.created();
		Request.Take take = user.take(created.version());
		LeaseRecord taken = user.done(take);
		assertThat(taken.isOf(user.node(), take.incarnation(), take.attempt())).isTrue();
		assertThat(taken.url()).isEqualTo(take.url());
		assertThat(taken.free()).isFalse();
		assertThat(taken.durationNanos()).isEqualTo(take.durationNanos());
		assertThat(taken.token()).isGreaterThan(created.token());
		assertThat(open().read()).isEqualTo(taken);
	}

	@Test
	void heldRecordIsTakenWithItsVersion() throws Exception {
		StoreUser user = open();
		LeaseRecord held = user.held();
		StoreUser other = open();
		Request.Take take = other.take(other.present().version());
		LeaseRecord taken = other.done(take);
		assertThat(taken.isOf(other.node(), take.incarnation(), take.attempt())).isTrue();
		assertThat(taken.token()).isGreaterThan(held.token());
		assertThat(user.read()).isEqualTo(taken);
	}

	@Test
	void missingRecordIsNeitherTakenNorRenewedNorReleased() throws Exception {
		StoreUser user = open();
		String version = user.of(new Key(this.key.cluster(), "elsewhere")).held().version();
		assertRefused(user, user.take(version));
		assertRefused(user, user.renew(version));
		assertRefused(user, user.release(version));
		assertThat(user.read()).isNull();
	}

	@Test
	void renewalChangesTheVersionAndNotTheToken() throws Exception {
		StoreUser user = open();
		LeaseRecord held = user.held();
		LeaseRecord renewed = user.done(user.renew(held.version(), 3 * StoreUser.LEASE_NANOS));
		assertThat(renewed.version()).isNotEqualTo(held.version());
		assertThat(renewed).isEqualTo(new LeaseRecord(held.holder(), held.incarnation(), held.attempt(), held.url(),
				held.token(), 3 * StoreUser.LEASE_NANOS, false, null, 0, renewed.version()));
		assertThat(open().read()).isEqualTo(renewed);
	}

	@Test
	void releaseFreesTheRecordAndKeepsItsToken() throws Exception {
		StoreUser user = open();
		LeaseRecord held = user.held();
		LeaseRecord released = user.done(user.release(held.version()));
		assertThat(released).isEqualTo(new LeaseRecord(held.holder(), held.incarnation(), held.attempt(), held.url(),
				held.token(), held.durationNanos(), true, null, 0, released.version()));
		StoreUser other = open();
		assertThat(other.read()).isEqualTo(released);
		assertThat(other.done(other.take(released.version())).token()).isGreaterThan(held.token());
	}

	@Test
	void releaseKeepsWhoIsPreferredUntilTheNextTake() throws Exception {
		StoreUser user = open();
		NodeId preferred = NodeId.of("preferred");
		LeaseRecord released = user.done(user.release(user.held().version(), preferred, 500_000_000));
		assertThat(released.preferred()).isEqualTo(preferred);
		assertThat(released.preferredNanos()).isEqualTo(500_000_000);
		assertThat(open().read()).isEqualTo(released);
		LeaseRecord taken = user.done(user.take(released.version()));
		assertThat(taken.preferred()).isNull();
		assertThat(taken.preferredNanos()).isZero();
	}

	@Test
	void renewalOfAReleasedRecordHoldsItAgain() throws Exception {
		StoreUser user = open();
		LeaseRecord held = user.held();
		LeaseRecord released = user.done(user.release(held.version(), NodeId.of("preferred"), 500_000_000));
		LeaseRecord renewed = user.done(user.renew(released.version()));
		assertThat(renewed).isEqualTo(new LeaseRecord(held.holder(), held.incarnation(), held.attempt(), held.url(),
				held.token(), StoreUser.LEASE_NANOS, false, null, 0, renewed.version()));
		assertThat(open().read()).isEqualTo(renewed);
	}

	@Test
	void takeByTheSameNodeHasALargerToken() throws Exception {
		StoreUser user = open();
		LeaseRecord held = user.held();
		LeaseRecord again = user.done(user.take(held.version()));
		assertThat(again.token()).isGreaterThan(held.token());
		assertThat(again.attempt()).isNotEqualTo(held.attempt());
	}

	@Test
	void tokenIsAtLeastTheMilliseconds() throws Exception {
		assertThat(open().held().token()).isGreaterThanOrEqualTo(System.currentTimeMillis() - CLOCK_MILLIS);
	}

	@Test
	void tokenIsAtLeastWhatTheTakerAsksFor() throws Exception {
		StoreUser user = open();
		long least = System.currentTimeMillis() + AHEAD_MILLIS;
		LeaseRecord taken = user.done(user.take(user.created().version(), least));
		assertThat(taken.token()).isGreaterThanOrEqualTo(least);
		assertThat(user.done(user.take(taken.version(), 1)).token()).isGreaterThan(taken.token());
		StoreUser other = user.of(new Key(this.key.cluster(), "other"));
		assertThat(other.done(other.create(least, false)).token()).isGreaterThanOrEqualTo(least);
	}

	/** A client may be late with what others wrote, and never shows it undone. */
	@Test
	void everyClientSeesAWriteThatWasAnsweredAndNoReadGoesBack() throws Exception {
		List<StoreUser> users = openMany();
		List<LeaseRecord> written = new ArrayList<>(List.of(users.get(0).held()));
		List<AtomicInteger> seen = users.stream().map((user) -> new AtomicInteger()).toList();
		for (int i = 0; i < ROUNDS; i++) {
			for (int reader = 0; reader < users.size(); reader++) {
				awaitLast(users.get(reader), written, seen.get(reader));
			}
			StoreUser writer = users.get(i % users.size());
			LeaseRecord last = written.get(i);
			written.add(writer
				.done((i % 2 == 0) ? writer.renew(last.version()) : writer.take(last.version(), last.token() + 1)));
			seen.get(i % users.size()).set(i + 1);
		}
	}

	private void awaitLast(StoreUser user, List<LeaseRecord> written, AtomicInteger seen) throws Exception {
		await("the last write at " + user.node(), () -> {
			int shown = written.indexOf(user.present());
			assertThat(shown).as("which write %s is shown after another", user.node())
				.isGreaterThanOrEqualTo(seen.getAndSet(shown));
			return (shown == written.size() - 1) ? true : null;
		});
	}

	// Old versions

	@Test
	void writeWithAnOldVersionIsRefused() throws Exception {
		StoreUser user = open();
		StoreUser other = open();
		List<LeaseRecord> old = new ArrayList<>();
		old.add(user.created());
		List<Function<String, Request>> writes = List.of(other::take, other::renew, user::release, user::take,
				user::release, user::renew);
		for (Function<String, Request> write : writes) {
			LeaseRecord present = user.done(write.apply(old.get(old.size() - 1).version()));
			for (LeaseRecord before : old) {
				assertRefused(user, user.take(before.version(), present.token() + 10));
				assertRefused(user, user.renew(before.version()));
				assertRefused(other, other.release(before.version(), user.node(), 1));
				assertThat(other.read()).as("a write with an old version changed the record").isEqualTo(present);
			}
			old.add(present);
		}
	}

	@Test
	void writeSentTwiceIsDoneOnce() throws Exception {
		StoreUser user = open();
		StoreUser other = open();
		Request create = user.create(1, true);
		LeaseRecord created = assertDoneOnce(user, other, create);
		LeaseRecord taken = assertDoneOnce(user, other, user.take(created.version()));
		LeaseRecord renewed = assertDoneOnce(user, other, user.renew(taken.version()));
		assertDoneOnce(user, other, user.release(renewed.version()));
	}

	private LeaseRecord assertDoneOnce(StoreUser first, StoreUser second, Request request) {
		LeaseRecord done = first.done(request);
		assertRefused(first, request);
		assertRefused(second, request);
		assertThat(second.read()).as("%s was done twice", request).isEqualTo(done);
		return done;
	}

	/** How old a record is, only those who saw it know, each by a clock of its own. */
	@Test
	void recordAndItsVersionOutliveTheDuration() throws Exception {
		StoreUser user = open();
		StoreUser freed = user.of(new Key(this.key.cluster(), "freed"));
		LeaseRecord released = freed.done(freed.release(shortlyHeld(freed).version()));
		LeaseRecord taken = shortlyHeld(user);
		LeaseRecord renewed = user.done(user.renew(taken.version(), SHORT_LEASE.toNanos()));
		awaitEnd(LONG_AFTER);
		StoreUser other = open();
		assertThat(other.read()).as("the record after its duration").isEqualTo(renewed);
		assertRefused(other, other.take(taken.version()));
		assertRefused(other, other.renew(taken.version()));
		assertRefused(other, other.release(taken.version()));
		assertThat(other.of(freed.key()).read()).as("a free record after its duration").isEqualTo(released);
		assertThat(user.done(user.renew(renewed.version())).token()).isEqualTo(taken.token());
	}

	private static LeaseRecord shortlyHeld(StoreUser user) {
		return user.done(user.takeFor(SHORT_LEASE, user.created().version()));
	}

	private static void awaitEnd(Duration time) throws InterruptedException {
		long start = System.nanoTime();
		while (System.nanoTime() - start < time.toNanos()) {
			TimeUnit.MILLISECONDS.sleep(20);
		}
	}

	@Test
	void everyVersionIsNew() throws Exception {
		StoreUser user = open();
		Set<String> versions = new HashSet<>();
		LeaseRecord last = user.created();
		versions.add(last.version());
		for (int i = 0; i < ROUNDS; i++) {
			last = user.done(user.take(last.version()));
			assertThat(versions.add(last.version())).as("version %s is new", last.version()).isTrue();
			last = user.done(user.renew(last.version()));
			assertThat(versions.add(last.version())).as("version %s is new", last.version()).isTrue();
			last = user.done(user.release(last.version()));
			assertThat(versions.add(last.version())).as("version %s is new", last.version()).isTrue();
		}
	}

	@Test
	void versionOfOneRecordIsNoneOfAnother() throws Exception {
		StoreUser user = open();
		Set<String> versions = new HashSet<>();
		for (String group : List.of("default", "other", "third")) {
			StoreUser there = user.of(new Key(this.key.cluster(), group));
			LeaseRecord created = there.created();
			LeaseRecord taken = there.done(there.take(created.version()));
			LeaseRecord renewed = there.done(there.renew(taken.version()));
			LeaseRecord released = there.done(there.release(renewed.version()));
			for (LeaseRecord each : List.of(created, taken, renewed, released)) {
				assertThat(versions.add(each.version())).as("version %s is new", each.version()).isTrue();
			}
		}
	}

	@Test
	void versionOfADeletedRecordNeverComesBack() throws Exception {
		StoreUser user = open();
		Set<String> versions = new HashSet<>();
		for (int i = 0; i < 3; i++) {
			LeaseRecord created = user.created();
			LeaseRecord taken = user.done(user.take(created.version()));
			assertThat(versions.add(created.version())).as("version %s is new", created.version()).isTrue();
			assertThat(versions.add(taken.version())).as("version %s is new", taken.version()).isTrue();
			deleteRecord(this.key);
		}
	}

	@Test
	void deletedRecordIsMissingAndItsTokenIsSurpassed() throws Exception {
		StoreUser user = open();
		LeaseRecord held = user.done(user.take(user.created().version(), System.currentTimeMillis() + AHEAD_MILLIS));
		deleteRecord(this.key);
		await("that the record is missing", () -> (user.read() == null) ? true : null);
		assertRefused(user, user.take(held.version()));
		assertRefused(user, user.renew(held.version()));
		assertRefused(user, user.release(held.version()));
		assertThat(user.read()).isNull();
		LeaseRecord created = user.done(user.create(held.token() + 1, false));
		assertThat(created.token()).isGreaterThan(held.token());
		assertThat(created.holder()).isNull();
		assertRefused(user, user.renew(held.version()));
		assertThat(user.done(user.take(created.version())).token()).isGreaterThan(created.token());
	}

	@Test
	void tokenRisesThroughARestoredOlderCopy() throws Exception {
		StoreUser user = open();
		LeaseRecord copied = user.held();
		Restore copy = copyRecord(this.key);
		awaitAnswers(user);
		LeaseRecord lost = user.done(user.take(copied.version()));
		copy.putBack();
		awaitAnswers(user);
		StoreUser other = open();
		LeaseRecord restored = other.present();
		assertThat(restored.isOf(user.node(), copied.incarnation(), copied.attempt())).isTrue();
		assertThat(restored.token()).isEqualTo(copied.token());
		assertRefused(user, user.renew(lost.version()));
		await("a later time than the lost token", () -> System.currentTimeMillis() > lost.token() ? true : null);
		LeaseRecord taken = other.done(other.take(restored.version()));
		assertThat(taken.token()).isGreaterThan(lost.token());
		assertThat(taken.version()).isNotEqualTo(lost.version());
		assertRefused(user, user.renew(lost.version()));
	}

	/** To make a copy, or to put it back, the engine may have to be started again. */
	private void awaitAnswers(StoreUser user) throws Exception {
		await("an answer of the engine",
				() -> (user.ask(new Request.Read(this.key)) instanceof Answer.Unknown) ? null : true);
	}

	// Many at once

	@Test
	void oneOfTwoHundredTakersHasIt() throws Exception {
		List<StoreUser> users = openMany();
		LeaseRecord created = users.get(0).created();
		List<Answer> answers = atOnce(users, TAKERS, (user) -> user.take(created.version()));
		assertOneIsDone(users.get(0), answers);
	}

	@Test
	void oneOfManyCreatesIt() throws Exception {
		List<StoreUser> users = openMany();
		List<Answer> answers = atOnce(users, TAKERS / 4, (user) -> user.create(1, false));
		assertOneIsDone(users.get(0), answers);
	}

	@Test
	void oneOfAllWritesOfAVersionIsDone() throws Exception {
		List<StoreUser> users = openMany();
		LeaseRecord last = users.get(0).held();
		for (int i = 0; i < ROUNDS; i++) {
			String version = last.version();
			List<Function<StoreUser, Request>> kinds = List.of((user) -> user.take(version),
					(user) -> user.renew(version), (user) -> user.release(version));
			List<Answer> answers = kinds.stream()
				.flatMap((kind) -> users.stream().map((user) -> user.start(kind.apply(user))))
				.toList()
				.stream()
				.map((under) -> users.get(0).answer(under))
				.toList();
			LeaseRecord before = last;
			last = assertOneIsDone(users.get(0), answers);
			assertThat(last.token()).isGreaterThanOrEqualTo(before.token());
		}
	}

	@Test
	void writeSentTwiceAtOnceIsDoneOnce() throws Exception {
		List<StoreUser> users = openMany();
		LeaseRecord last = users.get(0).created();
		for (int i = 0; i < ROUNDS; i++) {
			Request.Take same = users.get(0).take(last.version());
			last = assertOneIsDone(users.get(0), atOnce(users, CLIENTS, (user) -> same));
		}
	}

	@Test
	void readerSeesWholeWrites() throws Exception {
		StoreUser writer = open();
		StoreUser reader = open();
		LeaseRecord last = writer.held();
		Map<Long, Long> tokens = new ConcurrentHashMap<>(Map.of(last.attempt(), last.token()));
		AtomicBoolean isOver = new AtomicBoolean();
		CountDownLatch reads = new CountDownLatch(1);
		CompletableFuture<List<LeaseRecord>> reading = CompletableFuture.supplyAsync(() -> {
			List<LeaseRecord> seen = new ArrayList<>();
			while (!isOver.get()) {
				seen.add(reader.present());
				reads.countDown();
			}
			return seen;
		});
		try {
			assertThat(reads.await(patience().toNanos(), TimeUnit.NANOSECONDS)).as("the reader reads").isTrue();
			for (int i = 0; i < 2 * ROUNDS; i++) {
				last = writer.done(writer.take(last.version()));
				tokens.put(last.attempt(), last.token());
			}
		}
		finally {
			isOver.set(true);
		}
		List<LeaseRecord> seen = reading.get(patience().toSeconds(), TimeUnit.SECONDS);
		assertThat(seen)
			.allSatisfy((record) -> assertThat(record.token()).as("the token of attempt %s", record.attempt())
				.isEqualTo(tokens.get(record.attempt())));
		assertThat(seen.stream().map(LeaseRecord::token)).as("no read goes back").isSorted();
	}

	private List<Answer> atOnce(List<StoreUser> users, int count, Function<StoreUser, Request> request) {
		List<CompletableFuture<Answer>> under = IntStream.range(0, count)
			.parallel()
			.mapToObj((i) -> users.get(i % users.size()))
			.map((user) -> user.start(request.apply(user)))
			.toList();
		return under.stream().map((each) -> users.get(0).answer(each)).toList();
	}

	/** The others were refused, or do not know. */
	private LeaseRecord assertOneIsDone(StoreUser user, List<Answer> answers) {
		List<LeaseRecord> done = answers.stream()
			.filter((answer) -> answer instanceof Answer.Mine)
			.map((answer) -> ((Answer.Mine) answer).record())
			.toList();
		assertThat(done).as("what was done of %s writes of one version", answers.size()).hasSize(1);
		Set<Class<?>> others = answers.stream()
			.filter((answer) -> !(answer instanceof Answer.Mine))
			.map(Object::getClass)
			.collect(Collectors.toSet());
		assertThat(others).isSubsetOf(Answer.NotDone.class, Answer.Unknown.class);
		assertThat(user.read()).isEqualTo(done.get(0));
		return done.get(0);
	}

	private static void assertRefused(StoreUser user, Request request) {
		assertThat(user.ask(request)).as("the answer to %s", request).isEqualTo(new Answer.NotDone());
	}

	// Names

	@Test
	void clustersAndGroupsAreApart() throws Exception {
		StoreUser user = open();
		String cluster = this.key.cluster();
		List<Key> keys = List.of(this.key, new Key(cluster, "Default"), new Key(cluster, "default/x"),
				new Key(cluster + "/default", "x"), new Key(cluster + ".default", "x"), new Key(cluster, "default.x"),
				new Key(cluster.toUpperCase(Locale.ROOT), "default"), new Key(cluster, "d\u00e9fault"),
				new Key(cluster, "de fault: 'a' \"b\" %5C \\ {c} [d] *"), new Key(cluster, "default_"),
				new Key("default", cluster), new Key(cluster, "\u4e8b"));
		List<LeaseRecord> records = new ArrayList<>();
		for (Key each : keys) {
			StoreUser there = user.of(each);
			assertThat(there.read()).as("%s before it is made", each).isNull();
			records.add(there.held());
		}
		for (int i = 0; i < keys.size(); i++) {
			StoreUser there = user.of(keys.get(i));
			assertThat(there.read()).as("%s", keys.get(i)).isEqualTo(records.get(i));
			there.done(there.release(records.get(i).version()));
		}
	}

	@Test
	void prefixesAreApart() throws Exception {
		StoreUser user = open();
		StoreUser other = user(openStoreWithAnotherPrefix());
		LeaseRecord held = user.held();
		assertThat(other.read()).as("the record of another prefix").isNull();
		LeaseRecord elsewhere = other.held();
		assertRefused(other, other.renew(held.version()));
		assertRefused(user, user.renew(elsewhere.version()));
		assertThat(user.read()).isEqualTo(held);
		other.done(other.release(elsewhere.version()));
		assertThat(open().read()).isEqualTo(held);
		assertThat(user.done(user.renew(held.version())).token()).isEqualTo(held.token());
	}

	@Test
	void idsWithEveryLegalCharacterAreKept() throws Exception {
		StoreUser user = open();
		String legal = IntStream.rangeClosed('!', '~')
			.filter((c) -> c != '@' && c != '/')
			.mapToObj(Character::toString)
			.collect(Collectors.joining());
		String longest = (legal + legal + legal).substring(0, 255);
		LeaseRecord last = user.created();
		for (String id : List.of(legal, longest, "a".repeat(255), "N", "n", "null", "0", "'", "\\", "\"")) {
			NodeId node = NodeId.of(id);
			StoreUser named = new StoreUser(user.store(), user.key(), node, patience(), slack());
			LeaseRecord taken = named.done(named.take(last.version(), 1, null));
			assertThat(taken.holder()).isEqualTo(node);
			last = named.done(named.release(taken.version(), node, 1));
			assertThat(last.preferred()).isEqualTo(node);
			assertThat(user.read()).isEqualTo(last);
		}
	}

	@Test
	void urlsAreKeptAndSoIsThatThereIsNone() throws Exception {
		StoreUser user = open();
		LeaseRecord last = user.created();
		String odd = "https://user:p%40ss@[fe80::1%25eth0]:8443/a;b=c/~d/?q='x'&r=\"y\"&s=a+b%20c|{}<>\\^`#\u00e4\u4e8b";
		for (String url : List.of("http://h", odd, "https://host/" + "p".repeat(1000))) {
			last = user.done(user.take(last.version(), 1, url));
			assertThat(last.url()).isEqualTo(url);
			assertThat(user.read()).isEqualTo(last);
			last = user.done(user.take(last.version(), 1, null));
			assertThat(last.url()).isNull();
			assertThat(user.read()).isEqualTo(last);
		}
	}

	@Test
	void largestNumbersAreKept() throws Exception {
		StoreUser user = open();
		LeaseRecord last = user.created();
		for (long number : new long[] { Long.MIN_VALUE, -1, 0, Long.MAX_VALUE }) {
			Request.Take take = new Request.Take(this.key, last.version(), user.node(), number, number, null,
					Long.MAX_VALUE, 1, number);
			last = user.done(take);
			assertThat(last.isOf(user.node(), number, number)).isTrue();
			assertThat(last.durationNanos()).isEqualTo(Long.MAX_VALUE);
			assertThat(user.read()).isEqualTo(last);
		}
	}

	@Test
	void recordWhoseTokenNoNodeWritesIsTakenUnderALegalOne() throws Exception {
		StoreUser user = open();
		LeaseRecord created = user.done(user.create(Long.MAX_VALUE, true));
		assertThat(created.token()).isEqualTo(Long.MAX_VALUE);
		LeaseRecord taken = user.done(user.take(created.version()));
		assertThat(taken.isLegal()).as("%s is legal", taken).isTrue();
		assertThat(taken.token()).isGreaterThanOrEqualTo(System.currentTimeMillis() - CLOCK_MILLIS);
		assertThat(open().read()).isEqualTo(taken);
	}

	/** A node waits for such a record, and then takes it by its version as any other. */
	@TestFactory
	Stream<DynamicTest> recordThatSomebodyHasDamagedIsShownAndTaken() {
		return DAMAGES.stream()
			.map((damage) -> DynamicTest.dynamicTest(damage.toString(), () -> assertShownAndTaken(damage)));
	}

	private void assertShownAndTaken(Damage damage) throws Exception {
		StoreUser user = open().of(new Key(this.key.cluster(), "damaged-" + DAMAGES.indexOf(damage)));
		LeaseRecord held = user.held();
		changePart(user.key(), damage.part(), damage.text());
		LeaseRecord shown = await("a read that shows what somebody has written",
				() -> shown(user.ask(new Request.Read(user.key()))));
		StoreUser other = open().of(user.key());
		LeaseRecord taken = other.done(other.take(shown.version(), held.token() + 1));
		assertThat(taken.isLegal()).as("%s is legal", taken).isTrue();
		assertThat(taken.token()).isGreaterThan(held.token());
		assertThat(taken.holder()).isEqualTo(other.node());
		assertRefused(user, user.take(shown.version()));
		assertThat(open().of(user.key()).read()).isEqualTo(taken);
	}

	private static @Nullable LeaseRecord shown(Answer answer) {
		if (answer instanceof Answer.Foreign foreign) {
			assertThat(foreign.wrong()).isNotBlank();
			return foreign.record();
		}
		if (!(answer instanceof Answer.Held held)) {
			return null;
		}
		assertThat(held.record().isLegal()).as("%s is legal", held.record()).isFalse();
		return held.record();
	}

	@Test
	void whoCannotLeadSaysWhyAndAsksSeldom() throws Exception {
		for (List<LeaderlessState> states : LeaderlessState.batches()) {
			Leaderless leaderless = new Leaderless(this, this.key.cluster(), patience().dividedBy(2));
			try {
				leaderless.bringAbout(states);
				leaderless.assertNobodyLeads();
				leaderless.assertSeldomAsked();
			}
			finally {
				leaderless.close();
			}
		}
	}

	/** A client that is closed after the test. */
	final StoreUser user(LeaseStore store, Key there) {
		return user(store).of(there);
	}

	@Test
	void descriptionIsOneLine() throws Exception {
		assertThat(open().store().description()).isNotBlank().doesNotContain("\n");
	}

	// Values beside records

	private StoreUser openForValues() throws Exception {
		StoreUser user = open();
		Assumptions.assumeTrue(user.store().keepsValues(), "This store keeps no values");
		return user;
	}

	@Test
	void valueIsWrittenOnlyOverTheOneThatWasReadLast() throws Exception {
		StoreUser user = openForValues();
		StoreUser other = open();
		assertThat(user.value()).isEqualTo(Answer.Value.NONE);
		Request.WriteValue make = user.write(null, "a");
		Answer.Value made = user.written(make);
		assertThat(other.value()).isEqualTo(made);
		assertRefused(user, make);
		assertRefused(other, other.write(null, "b"));
		Answer.Value changed = other.written(other.write(made.version(), "b"));
		assertRefused(user, user.write(made.version(), "c"));
		assertThat(user.value()).isEqualTo(changed);
		Answer.Value again = user.written(user.write(changed.version(), "a"));
		assertThat(again.version()).isNotEqualTo(made.version());
		assertRefused(other, other.write(made.version(), "d"));
		assertThat(open().value()).isEqualTo(again);
	}

	@Test
	void oneOfManyWritersOfAValueHasWrittenIt() throws Exception {
		StoreUser user = openForValues();
		Answer.Value last = user.written(user.write(null, "0"));
		List<StoreUser> writers = openMany();
		for (int round = 1; round <= UNDER_WAY; round++) {
			String version = last.version();
			String text = "round " + round;
			List<Answer> answers = writers.stream()
				.map((each) -> each.start(each.write(version, text + " of " + each.node())))
				.toList()
				.stream()
				.map(user::answer)
				.toList();
			assertThat(answers).filteredOn(Answer.Value.class::isInstance).hasSize(1);
			last = user.value();
			assertThat(answers).contains(last);
		}
	}

	@Test
	void largestValueIsKept() throws Exception {
		StoreUser user = openForValues();
		String largest = "7.1 %C3%A4=+&*_-".repeat(LARGEST_VALUE / 16);
		Answer.Value made = user.written(user.write(null, largest));
		assertThat(open().value()).isEqualTo(made);
		assertThat(user.written(user.write(made.version(), "")).text()).isEmpty();
	}

	@Test
	void valuesOfClustersGroupsAndPrefixesAreApartAndNoRecords() throws Exception {
		StoreUser user = openForValues();
		LeaseRecord held = user.held();
		String cluster = this.key.cluster();
		List<Key> others = List.of(new Key(cluster, "other"), new Key(cluster + "-2", "default"),
				new Key(cluster + "/default", "default"), new Key(cluster, "default/default"),
				new Key(cluster, "metadata"), new Key("metadata", cluster), new Key(cluster, "default/metadata"),
				new Key(cluster, "default-metadata"), new Key(cluster, "default.metadata"));
		Answer.Value made = user.written(user.write(null, "a"));
		for (Key each : others) {
			assertThat(user.of(each).value()).as("the value of %s", each).isEqualTo(Answer.Value.NONE);
			assertThat(user.of(each).read()).as("the record of %s", each).isNull();
			assertRefused(user.of(each), user.of(each).write(made.version(), "b"));
		}
		// such as of a node fence
		StoreUser beside = user.of(new Key(cluster, "default/over"));
		beside.written(beside.write(beside.written(beside.write(null, "c")).version(), "d"));
		assertThat(user.read()).isEqualTo(held);
		user.done(user.renew(held.version()));
		assertThat(user.value()).isEqualTo(made);
		assertThat(user(openStoreWithAnotherPrefix()).value()).isEqualTo(Answer.Value.NONE);
	}

	@Test
	void valueWhoseAnswerIsLostIsWrittenOnce() throws Exception {
		StoreUser user = openForValues();
		// what is above all values of a cluster may take a request of its own
		StoreUser elsewhere = user.of(new Key(this.key.cluster(), "elsewhere"));
		elsewhere.written(elsewhere.write(null, "a"));
		StoreUser lost = user(openStoreWithoutAnswers()).within(ENOUGH_TO_SEND);
		Request.WriteValue make = lost.write(null, "a");
		assertThat(lost.ask(make)).isInstanceOf(Answer.Unknown.class);
		lost.store().close();
		Answer.Value made = await("the effect of " + make,
				() -> (user.value().version() != null) ? user.value() : null);
		assertRefused(user, make);
		StoreUser lossy = user(openStoreThatLosesOneAnswer());
		Request.WriteValue change = lossy.write(made.version(), "b");
		Answer answer = lossy.ask(change);
		Answer.Value changed = await("the effect of " + change, () -> user.value().equals(made) ? null : user.value());
		assertThat(answer).satisfiesAnyOf((said) -> assertThat(said).isInstanceOf(Answer.Unknown.class),
				(said) -> assertThat(said).isEqualTo(changed));
		assertRefused(user, change);
		assertThat(user.value()).isEqualTo(changed);
	}

	// What goes wrong

	@Test
	void requestWithoutAnswerIsUnknownWhenItsTimeIsOver() throws Exception {
		StoreUser user = open();
		LeaseRecord held = user.held();
		StoreUser unanswered = user(openStoreWithoutAnswers()).within(Duration.ofMillis(300));
		List<Request> requests = List.of(new Request.Read(this.key), unanswered.create(1, false),
				unanswered.renew(held.version()), unanswered.take("old"), unanswered.release("old"));
		for (Request request : requests) {
			long start = System.nanoTime();
			CompletableFuture<Answer> under = unanswered.start(request);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).as("how long the caller was held up")
				.isLessThan(slack());
			assertThat(unanswered.answer(under)).as("the answer to %s", request).isInstanceOf(Answer.Unknown.class);
		}
	}

	@Test
	void writeWhoseAnswerIsLostIsUnknownAndDoneOnce() throws Exception {
		StoreUser user = open();
		// what is above all records of a cluster may take a request of its own
		user.of(new Key(this.key.cluster(), "elsewhere")).created();
		LeaseRecord created = assertDoneUnknown(user, null, (lost) -> lost.create(1, true));
		assertThat(created.holder()).isNull();
		assertThat(created.free()).isTrue();
		LeaseRecord taken = assertDoneUnknown(user, created, (lost) -> lost.take(created.version()));
		assertThat(taken.token()).isGreaterThan(created.token());
		LeaseRecord renewed = assertDoneUnknown(user, taken, (lost) -> lost.renew(taken.version()));
		assertThat(renewed.token()).isEqualTo(taken.token());
		LeaseRecord released = assertDoneUnknown(user, renewed, (lost) -> lost.release(renewed.version()));
		assertThat(released.free()).isTrue();
		assertThat(released.token()).isEqualTo(taken.token());
	}

	private LeaseRecord assertDoneUnknown(StoreUser user, @Nullable LeaseRecord before,
			Function<StoreUser, Request> write) throws Exception {
		StoreUser lost = user(openStoreWithoutAnswers()).within(ENOUGH_TO_SEND);
		Request request = write.apply(lost);
		assertThat(lost.ask(request)).as("the answer to %s", request).isInstanceOf(Answer.Unknown.class);
		lost.store().close();
		return assertDoneOnceByAnother(user, before, request);
	}

	private LeaseRecord assertDoneOnceByAnother(StoreUser user, @Nullable LeaseRecord before, Request request)
			throws Exception {
		LeaseRecord present = await("the effect of " + request, () -> {
			LeaseRecord read = user.read();
			return (read != null && !read.equals(before)) ? read : null;
		});
		assertRefused(user, request);
		assertThat(user.read()).as("%s was done twice", request).isEqualTo(present);
		return present;
	}

	/** The engine refuses the repetition, for by then the version is an old one. */
	@Test
	void writeThatIsDoneIsNotRefusedBecauseALibraryRepeatsIt() throws Exception {
		StoreUser user = open();
		// what is above all records of a cluster may take a request of its own
		user.of(new Key(this.key.cluster(), "elsewhere")).created();
		LeaseRecord created = assertDoneAndNotRefused(user, null, (lossy) -> lossy.create(1, true));
		LeaseRecord taken = assertDoneAndNotRefused(user, created, (lossy) -> lossy.take(created.version()));
		LeaseRecord renewed = assertDoneAndNotRefused(user, taken, (lossy) -> lossy.renew(taken.version()));
		LeaseRecord released = assertDoneAndNotRefused(user, renewed, (lossy) -> lossy.release(renewed.version()));
		assertThat(released.free()).isTrue();
		assertThat(released.token()).isEqualTo(taken.token());
	}

	private LeaseRecord assertDoneAndNotRefused(StoreUser user, @Nullable LeaseRecord before,
			Function<StoreUser, Request> write) throws Exception {
		StoreUser lossy = user(openStoreThatLosesOneAnswer());
		Request request = write.apply(lossy);
		Answer answer = lossy.ask(request);
		assertThat(answer).as("the answer to %s, which was done", request)
			.isInstanceOfAny(Answer.Mine.class, Answer.Unknown.class);
		lossy.store().close();
		LeaseRecord present = assertDoneOnceByAnother(user, before, request);
		if (answer instanceof Answer.Mine mine) {
			assertThat(mine.record()).isEqualTo(present);
		}
		return present;
	}

	@Test
	void takerThatPausesInMidTakeDoesNotHoldUpTheLeader() throws Exception {
		StoreUser leader = open();
		StoreUser hurried = leader.within(Duration.ofNanos(StoreUser.LEASE_NANOS / 5));
		LeaseRecord held = leader.held();
		long start = System.nanoTime();
		PausedTaker taker = pauseInMidTake(open().take(held.version()));
		try {
			LeaseRecord renewed = await("a renewal beside a taker that pauses",
					() -> (hurried.ask(leader.renew(leader.present().version())) instanceof Answer.Mine mine)
							? mine.record() : null);
			assertThat(System.nanoTime() - start).as("the time until a renewal").isLessThan(StoreUser.LEASE_NANOS);
			assertThat(renewed.attempt()).isEqualTo(held.attempt());
		}
		finally {
			assertThat(taker.goOn()).as("the answer to a take that went on too late")
				.isInstanceOfAny(Answer.NotDone.class, Answer.Unknown.class);
		}
		LeaseRecord present = open().present();
		assertThat(present.attempt()).isEqualTo(held.attempt());
		assertThat(leader.done(leader.renew(present.version())).token()).isEqualTo(held.token());
	}

	@Test
	void closedStoreAnswersThatItDoesNotKnow() throws Exception {
		StoreUser user = open();
		LeaseRecord held = user.held();
		user.store().close();
		user.store().close();
		assertThat(user.ask(new Request.Read(this.key))).isInstanceOf(Answer.Unknown.class);
		assertThat(user.ask(user.renew(held.version()))).isInstanceOf(Answer.Unknown.class);
		assertThat(open().read()).isEqualTo(held);
	}

	@Test
	void requestsUnderWayAreAnsweredAtTheEnd() throws Exception {
		open().created();
		// one that held its caller up until its deadline is told from a busy machine
		StoreUser unanswered = user(openStoreWithoutAnswers()).within(patience().plus(slack()));
		List<CompletableFuture<Answer>> under = new ArrayList<>();
		long start = System.nanoTime();
		for (int i = 0; i < UNDER_WAY; i++) {
			under.add(unanswered.start(new Request.Read(this.key)));
			assertThat(Duration.ofNanos(System.nanoTime() - start)).as("how long the caller was held up")
				.isLessThan(slack());
		}
		unanswered.store().close();
		for (CompletableFuture<Answer> each : under) {
			assertThat(unanswered.within(Duration.ofSeconds(1)).answer(each)).isInstanceOf(Answer.Unknown.class);
		}
	}

	@Test
	void recordIsThereAfterARestart() throws Exception {
		StoreUser user = open();
		LeaseRecord created = user.created();
		LeaseRecord held = user.done(user.take(created.version()));
		restartEngine();
		LeaseRecord seen = await("an answer after the restart", () -> {
			Answer answer = user.ask(new Request.Read(this.key));
			assertThat(answer).as("what is said while the engine starts")
				.isInstanceOfAny(Answer.Held.class, Answer.Unknown.class);
			return (answer instanceof Answer.Held shown) ? shown.record() : null;
		});
		assertThat(seen).isEqualTo(held);
		assertRefused(user, user.renew(created.version()));
		LeaseRecord renewed = user.done(user.renew(held.version()));
		LeaseRecord taken = user.done(user.take(renewed.version()));
		assertThat(taken.token()).isGreaterThan(held.token());
		assertThat(open().read()).isEqualTo(taken);
	}

	@Test
	void clockOfTheEngineDecidesNothing() throws Exception {
		StoreUser user = open();
		LeaseRecord last = user.held();
		try {
			for (Duration ahead : List.of(Duration.ofHours(1), Duration.ofHours(-1))) {
				setEngineClock(ahead);
				assertThat(user.read()).isEqualTo(last);
				LeaseRecord renewed = user.done(user.renew(last.version()));
				assertRefused(user, user.take(last.version()));
				last = user.done(user.take(renewed.version()));
				assertThat(last.token()).isGreaterThan(renewed.token());
			}
		}
		finally {
			setEngineClock(Duration.ZERO);
		}
	}

	@Test
	void watchTellsOfARelease() throws Exception {
		Assumptions.assumeTrue(isToTellChanges(), "This store tells no changes");
		StoreUser user = open();
		StoreUser watcher = open();
		LeaseRecord last = user.held();
		Semaphore told = new Semaphore(0);
		try (LeaseStore.Watch watch = watcher.store().watch(this.key, (record) -> told.release())) {
			await("a watch that tells changes", () -> watcher.store().tellsChanges() ? true : null);
			LeaseRecord renewed = user.done(user.renew(last.version()));
			told.drainPermits();
			last = user.done(user.release(renewed.version()));
			assertThat(told.tryAcquire(patience().toMillis(), TimeUnit.MILLISECONDS)).as("the release was told")
				.isTrue();
			assertThat(watch).isNotNull();
		}
		assertThat(watcher.read()).isEqualTo(last);
	}

	/** A node takes by the version of a free record that it is told, without a read. */
	@Test
	void recordThatIsToldIsOneThatWasWritten() throws Exception {
		Assumptions.assumeTrue(isToTellChanges(), "This store tells no changes");
		StoreUser user = open();
		StoreUser watcher = open();
		Queue<LeaseRecord> told = new ConcurrentLinkedQueue<>();
		Semaphore hints = new Semaphore(0);
		List<LeaseRecord> written = new ArrayList<>(List.of(user.created()));
		LeaseStore.Watch watch = watcher.store().watch(this.key, (record) -> {
			if (record != null) {
				told.add(record);
			}
			hints.release();
		});
		await("a watch that tells changes", () -> watcher.store().tellsChanges() ? true : null);
		for (int round = 1; round <= ROUNDS_TOLD; round++) {
			Duration lease = Duration.ofSeconds(round);
			LeaseRecord taken = user.done(user.takeFor(lease, written.get(written.size() - 1).version()));
			// a store may complete what it is told by what it showed before
			watcher.read();
			LeaseRecord renewed = user.done(user.renew(taken.version(), lease.toNanos()));
			hints.drainPermits();
			NodeId preferred = (round % 2 == 0) ? watcher.node() : null;
			written.addAll(List.of(taken, renewed,
					user.done(user.release(renewed.version(), preferred, (preferred != null) ? 500_000_000 : 0))));
			assertThat(hints.tryAcquire(patience().toMillis(), TimeUnit.MILLISECONDS)).as("the release was told")
				.isTrue();
		}
		watch.close();
		assertThat(told).as("what was told, of all that was written").isSubsetOf(written);
	}

	private <T> T await(String what, Probe<T> probe) throws Exception {
		long end = System.nanoTime() + patience().toNanos();
		while (true) {
			T found = probe.find();
			if (found != null) {
				return Objects.requireNonNull(found);
			}
			assertThat(System.nanoTime() - end).as("%s is waited for too long", what).isNegative();
			TimeUnit.MILLISECONDS.sleep(20);
		}
	}

	/**
	 * What somebody makes of a part of a record.
	 *
	 * @param part which part
	 * @param text what it becomes, null for nothing
	 */
	private record Damage(String part, @Nullable String text) {
	}

	/**
	 * A copy of a record, which can be put back.
	 */
	@FunctionalInterface
	protected interface Restore {

		/**
		 * Makes the record again what it was when it was copied.
		 * @throws Exception if that fails
		 */
		void putBack() throws Exception;

	}

	/**
	 * A client that stands still in the middle of a take.
	 */
	@FunctionalInterface
	protected interface PausedTaker {

		/**
		 * Lets the client go on, and closes it in the end.
		 * @return what its take is answered
		 * @throws Exception if that fails
		 */
		Answer goOn() throws Exception;

	}

	/**
	 * Looks for what may come later.
	 *
	 * @param <T> what it is
	 */
	private interface Probe<T> {

		@Nullable T find() throws Exception;

	}

}
