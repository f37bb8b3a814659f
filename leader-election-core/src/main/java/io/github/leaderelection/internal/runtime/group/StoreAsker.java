package io.github.leaderelection.internal.runtime.group;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.HolderUrl;
import io.github.leaderelection.internal.protocol.StoreUse;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.text.Printable;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the store in which the group's lease is kept, and brings back its answers and
 * hints. Whatever a store throws is an answer that is not known. Used by the thread that
 * runs the loop alone, where nothing else is said.
 */
final class StoreAsker<M extends ElectionMessage> {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** So much sooner than the election a store gives up, and so says itself why. */
	private static final long MOST_AHEAD_NANOS = 50_000_000;

	private static final int LEAST_PART_AHEAD = 16;

	private final @Nullable LeaseStore store;

	private final LeaseStore.Key key;

	private final HolderUrl own;

	private final GroupInbox<M> inbox;

	/** The words of a store, with a remedy behind them. */
	private static final int MOST_OF_A_REASON = 1000;

	private LeaseStore.@Nullable Watch watch;

	private final AtomicLong requests = new AtomicLong();

	private final AtomicLong unanswered = new AtomicLong();

	/** Why no node wrote the record that was read last; null where one did. */
	private volatile @Nullable String wrong;

	/** The newest request without an answer, unless one was answered since. */
	private final AtomicReference<@Nullable Failed> failed = new AtomicReference<>();

	private final AtomicBoolean isWarned = new AtomicBoolean();

	/** Whether the store has shown a record. */
	private final AtomicBoolean isShown = new AtomicBoolean();

	/** Written by whoever brings an answer or a hint, read by any thread. */
	private final AtomicReference<@Nullable LeaseRecord> latest = new AtomicReference<>();

	/** Nothing is asked yet. */
	StoreAsker(@Nullable LeaseStore store, ElectionSettings settings, GroupInbox<M> inbox) {
		this.store = store;
		this.key = new LeaseStore.Key(settings.cluster(), settings.group());
		this.own = HolderUrl.of(settings.options().text("url"));
		this.inbox = inbox;
	}

	/** Has changes told from now on. A store may tell them only once it is watched. */
	void begin() {
		LeaseStore asked = this.store;
		if (asked != null) {
			this.watch = asked.watch(this.key, this::told);
		}
	}

	/** On any thread. What is told may be old. */
	private void told(@Nullable LeaseRecord record) {
		if (record != null && !record.free()) {
			show(record);
		}
		this.inbox.post(new Event.StoreChanged<>(record));
	}

	/** What comes late may be of an earlier holder, and does not replace a later one. */
	private void show(LeaseRecord record) {
		if (!record.isLegal()) {
			return;
		}
		this.latest.accumulateAndGet(record,
				(before, now) -> (before == null || now.token() >= before.token()) ? now : before);
		String stranger = stranger();
		if (stranger != null && this.isWarned.compareAndSet(false, true)) {
			logger.warn("Group '{}': {}", this.key.group(), stranger);
		}
	}

	/** That another application holds the lease; null if none does. */
	private @Nullable String stranger() {
		LeaseRecord shown = this.latest.get();
		HolderUrl holder = HolderUrl.of((shown != null) ? shown.url() : null);
		return (shown != null && this.own.isOfAnotherApplication(holder)) ? "The lease of cluster '"
				+ this.key.cluster() + "' is held by '" + shown.holder() + "' of the application '"
				+ Printable.of(String.valueOf(holder.application())) + "', and this is '" + this.own.application()
				+ "': set a leader-election.cluster of its own for each application" : null;
	}

	void ask(long request, LeaseStore.Request what, long deadlineNanos) {
		LeaseStore asked = this.store;
		if (asked == null) {
			throw new IllegalStateException("The group '" + this.key.group() + "' has no store to keep its lease in");
		}
		this.requests.incrementAndGet();
		CompletionStage<LeaseStore.Answer> answer;
		try {
			long ahead = Math.min(MOST_AHEAD_NANOS, deadlineNanos / LEAST_PART_AHEAD);
			answer = asked.ask(what, Duration.ofNanos(deadlineNanos - ahead));
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			answered(request, what, new LeaseStore.Answer.Unknown(Failures.text(ex)));
			return;
		}
		answer.whenComplete((known, failure) -> answered(request, what,
				(known != null) ? known : new LeaseStore.Answer.Unknown(Failures.text(failure))));
	}

	/** On any thread. */
	private void answered(long request, LeaseStore.Request what, LeaseStore.Answer answer) {
		boolean isWrite = !(what instanceof LeaseStore.Request.Read);
		if (answer instanceof LeaseStore.Answer.Unknown unknown) {
			String reason = Printable.of(unknown.reason(), MOST_OF_A_REASON);
			this.unanswered.incrementAndGet();
			this.failed.set(new Failed(isWrite, reason));
			this.inbox.post(new Event.StoreAnswered<>(request, new LeaseStore.Answer.Unknown(reason)));
			return;
		}
		this.failed.updateAndGet((before) -> (before != null && before.isWrite() && !isWrite) ? before : null);
		LeaseRecord shown = shown(answer);
		if (shown != null) {
			show(shown);
			tellIfNew(shown);
		}
		if (answer instanceof LeaseStore.Answer.Foreign foreign) {
			this.wrong = Printable.of(foreign.wrong());
			this.inbox.post(new Event.StoreAnswered<>(request, new LeaseStore.Answer.Held(foreign.record())));
			return;
		}
		if (!(answer instanceof LeaseStore.Answer.NotDone)) {
			this.wrong = null;
		}
		this.inbox.post(new Event.StoreAnswered<>(request, answer));
	}

	/** The log would say nothing until somebody leads. */
	private void tellIfNew(LeaseRecord shown) {
		if (this.isShown.compareAndSet(false, true) && shown.holder() == null && !shown.free() && shown.isLegal()) {
			logger.info(
					"Group '{}': nobody has led by this lease yet, or it was deleted. A node leads once it has seen it "
							+ "unchanged for {} s: somebody may still lead by the one that was there before",
					this.key.group(), Duration.ofNanos(shown.durationNanos()).toMillis() / 1000.0);
		}
	}

	/**
	 * Why the store let a lease end, if it has not answered the last request, or the last
	 * write. For any thread.
	 */
	@Nullable String failure() {
		LeaseStore asked = this.store;
		Failed last = this.failed.get();
		return (asked != null && last != null) ? "The store, " + description(asked) + ", did not answer the last "
				+ (last.isWrite() ? "write" : "request") + ": " + last.reason() : null;
	}

	private static @Nullable LeaseRecord shown(LeaseStore.Answer answer) {
		if (answer instanceof LeaseStore.Answer.Held held) {
			return held.record();
		}
		return (answer instanceof LeaseStore.Answer.Mine mine) ? mine.record() : null;
	}

	/** What was asked so far; empty where there is no store. For any thread. */
	Optional<StoreUse> use() {
		LeaseStore asked = this.store;
		return (asked != null) ? Optional.of(new StoreUse(description(asked), known(asked::tellsChanges, false),
				this.requests.get(), this.unanswered.get(), known(asked::aborted, 0L))) : Optional.empty();
	}

	private static String description(LeaseStore asked) {
		return known(asked::description, asked.getClass().getName());
	}

	/** What a store says of itself, or else something if it throws. */
	private static <T> T known(Supplier<T> said, T otherwise) {
		try {
			return Objects.requireNonNull(said.get());
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			return otherwise;
		}
	}

	/** Where the holder is reached, if the store said so. For any thread. */
	@Nullable String url(NodeId holder) {
		LeaseRecord shown = this.latest.get();
		return (shown != null && holder.equals(shown.holder())) ? HolderUrl.of(shown.url()).url() : null;
	}

	/**
	 * What the election says of the store, and what is wrong with the record, with the
	 * store's name. For any thread.
	 */
	List<String> named(List<String> problems) {
		LeaseStore asked = this.store;
		if (asked == null) {
			return problems;
		}
		String foreign = this.wrong;
		Stream<String> seen = Stream.concat(Stream.ofNullable(stranger()),
				Stream.ofNullable((foreign != null) ? "No node wrote the record as it is: " + foreign : null));
		return Stream.concat(seen, problems.stream())
			.map((problem) -> problem + ". The store is " + description(asked))
			.toList();
	}

	/** Has nothing told any more, and never fails: the group ends. */
	void end() {
		LeaseStore.Watch open = this.watch;
		this.watch = null;
		if (open != null) {
			try {
				open.close();
			}
			catch (Throwable ex) {
				logger.warn("Group '{}': the watch on the store of its lease could not be closed", this.key.group(),
						ex);
			}
		}
	}

	/**
	 * A request that had no answer.
	 */
	private record Failed(boolean isWrite, String reason) {
	}

}
