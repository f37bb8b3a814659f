package io.github.leaderelection.internal.runtime.group;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.HolderUrl;
import io.github.leaderelection.internal.protocol.StoreUse;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.text.Printable;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests to the store that keeps the group's lease, and posts its answers and
 * hints. An exception of the store counts as an unknown answer. Used only by the thread
 * that runs the loop, unless a method says otherwise.
 */
final class StoreAsker<M extends ElectionMessage> implements GroupExtension {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** The store gives up this much sooner than the election, so that it can say why. */
	private static final long MOST_AHEAD_NANOS = 50_000_000;

	private static final int LEAST_PART_AHEAD = 16;

	private final LeaseStore store;

	private final LeaseStore.Key key;

	private final HolderUrl own;

	private final GroupInbox<M> inbox;

	/** The length limit of a store's reason, which ends with a remedy. */
	private static final int MOST_OF_A_REASON = 1000;

	private LeaseStore.@Nullable Watch watch;

	private final AtomicLong requests = new AtomicLong();

	private final AtomicLong unanswered = new AtomicLong();

	/** Why no node can have written the record read last; null if one did. */
	private volatile @Nullable String wrong;

	/** The newest unanswered request; an answer clears a read, a write's answer any. */
	private final AtomicReference<@Nullable Failed> failed = new AtomicReference<>();

	private final AtomicBoolean isWarned = new AtomicBoolean();

	/** Whether the store has shown a record. */
	private final AtomicBoolean isShown = new AtomicBoolean();

	/** The newest record shown by an answer or a hint; any thread reads and writes it. */
	private final AtomicReference<@Nullable LeaseRecord> latest = new AtomicReference<>();

	/** Makes no request yet. */
	StoreAsker(LeaseStore store, ElectionSettings settings, GroupInbox<M> inbox) {
		this.store = store;
		this.key = new LeaseStore.Key(settings.cluster(), settings.group());
		this.own = HolderUrl.of(settings.options().text("url"));
		this.inbox = inbox;
	}

	/**
	 * Watches for changes from now on. A store may report them only while it is watched.
	 */
	@Override
	public void begin() {
		this.watch = this.store.watch(this.key, this::told);
	}

	/** Takes a hint on any thread. Its record may be old. */
	private void told(@Nullable LeaseRecord record) {
		if (record != null && !record.free()) {
			show(record);
		}
		this.inbox.post(new Event.StoreChanged<>(record));
	}

	/**
	 * Keeps the record unless a later holder is known: a late one may be an earlier
	 * holder's.
	 */
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

	/**
	 * Returns the problem that another application holds the lease; null if none does.
	 */
	private @Nullable String stranger() {
		LeaseRecord shown = this.latest.get();
		HolderUrl holder = HolderUrl.of((shown != null) ? shown.url() : null);
		return (shown != null && this.own.isOfAnotherApplication(holder)) ? "The lease of cluster '"
				+ this.key.cluster() + "' is held by '" + shown.holder() + "' of the application '"
				+ Printable.of(String.valueOf(holder.application())) + "', and this is '" + this.own.application()
				+ "': set a leader-election.cluster of its own for each application" : null;
	}

	@Override
	public boolean perform(Effect<?> effect) {
		if (effect instanceof Effect.AskStore<?> ask) {
			ask(ask.request(), ask.what(), ask.deadlineNanos());
			return true;
		}
		return false;
	}

	private void ask(long request, LeaseStore.Request what, long deadlineNanos) {
		this.requests.incrementAndGet();
		CompletionStage<LeaseStore.Answer> answer;
		try {
			long ahead = Math.min(MOST_AHEAD_NANOS, deadlineNanos / LEAST_PART_AHEAD);
			answer = this.store.ask(what, Duration.ofNanos(deadlineNanos - ahead));
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			answered(request, what, new LeaseStore.Answer.Unknown(Failures.text(ex)));
			return;
		}
		answer.whenComplete((known, failure) -> answered(request, what,
				(known != null) ? known : new LeaseStore.Answer.Unknown(Failures.text(failure))));
	}

	/** Takes an answer on any thread. */
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

	/** Logs a new record once; otherwise the log would be silent until a node leads. */
	private void tellIfNew(LeaseRecord shown) {
		if (this.isShown.compareAndSet(false, true) && shown.holder() == null && !shown.free() && shown.isLegal()) {
			logger.info(
					"Group '{}': nobody has led by this lease yet, or it was deleted. A node leads once it has seen it "
							+ "unchanged for {} s: somebody may still lead by the one that was there before",
					this.key.group(), Duration.ofNanos(shown.durationNanos()).toMillis() / 1000.0);
		}
	}

	/**
	 * Says which request the store left unanswered so that a lease may have ended; null
	 * if none. For any thread.
	 */
	@Nullable String failure() {
		Failed last = this.failed.get();
		return (last != null) ? "The store, " + description() + ", did not answer the last "
				+ (last.isWrite() ? "write" : "request") + ": " + last.reason() : null;
	}

	private static @Nullable LeaseRecord shown(LeaseStore.Answer answer) {
		if (answer instanceof LeaseStore.Answer.Held held) {
			return held.record();
		}
		return (answer instanceof LeaseStore.Answer.Mine mine) ? mine.record() : null;
	}

	/** Returns the requests made so far. For any thread. */
	StoreUse use() {
		return new StoreUse(description(), known(this.store::tellsChanges, false), this.requests.get(),
				this.unanswered.get(), known(this.store::aborted, 0L));
	}

	private String description() {
		return known(this.store::description, this.store.getClass().getName());
	}

	/** Returns a store's own value, or a default if the store throws. */
	private static <T> T known(Supplier<T> said, T otherwise) {
		try {
			return Objects.requireNonNull(said.get());
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			return otherwise;
		}
	}

	/**
	 * Returns the holder's URL if the latest record has it, else null. For any thread.
	 */
	@Nullable String url(NodeId holder) {
		LeaseRecord shown = this.latest.get();
		return (shown != null && holder.equals(shown.holder())) ? HolderUrl.of(shown.url()).url() : null;
	}

	/**
	 * Joins the election's problems with those of the record, and adds the store's name
	 * to each. For any thread.
	 */
	List<String> named(List<String> problems) {
		String foreign = this.wrong;
		Stream<String> seen = Stream.concat(Stream.ofNullable(stranger()),
				Stream.ofNullable((foreign != null) ? "No node wrote the record as it is: " + foreign : null));
		return Stream.concat(seen, problems.stream())
			.map((problem) -> problem + ". The store is " + description())
			.toList();
	}

	/** Closes the watch as the group ends; never fails. */
	@Override
	public void end() {
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
	 * A request that the store did not answer.
	 */
	private record Failed(boolean isWrite, String reason) {
	}

}
