package io.github.leaderelection.internal.runtime.group;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.StoreUse;
import io.github.leaderelection.internal.runtime.environment.Failures;
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
 *
 * @param <M> the algorithm's messages
 */
final class StoreAsker<M extends ElectionMessage> {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** So much sooner than the election a store gives up, and so says itself why. */
	private static final long MOST_AHEAD_NANOS = 50_000_000;

	private static final int LEAST_PART_AHEAD = 16;

	private final @Nullable LeaseStore store;

	private final LeaseStore.Key key;

	private final NodeId self;

	private final GroupInbox<M> inbox;

	/** So many are shown: whoever may write to the store can name any number. */
	private static final int MOST_PRESENT = 1000;

	private LeaseStore.@Nullable Watch watch;

	private final AtomicLong requests = new AtomicLong();

	private final AtomicLong unanswered = new AtomicLong();

	/** Written by whoever brings an answer or a hint, read by any thread. */
	private final AtomicReference<@Nullable LeaseRecord> latest = new AtomicReference<>();

	StoreAsker(@Nullable LeaseStore store, LeaseStore.Key key, NodeId self, GroupInbox<M> inbox) {
		this.store = store;
		this.key = key;
		this.self = self;
		this.inbox = inbox;
	}

	/** Has changes told from now on. A store may tell them only once it is watched. */
	void begin() {
		LeaseStore asked = this.store;
		if (asked != null) {
			this.watch = asked.watch(this.key, this.self, this::told);
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
		this.latest.accumulateAndGet(record,
				(before, now) -> (before == null || now.token() >= before.token()) ? now : before);
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
			answered(request, new LeaseStore.Answer.Unknown(Failures.text(ex)));
			return;
		}
		answer.whenComplete((known, failure) -> answered(request,
				(known != null) ? known : new LeaseStore.Answer.Unknown(Failures.text(failure))));
	}

	/** On any thread. */
	private void answered(long request, LeaseStore.Answer answer) {
		if (answer instanceof LeaseStore.Answer.Unknown) {
			this.unanswered.incrementAndGet();
		}
		LeaseRecord shown = shown(answer);
		if (shown != null) {
			show(shown);
		}
		this.inbox.post(new Event.StoreAnswered<>(request, answer));
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
				this.requests.get(), this.unanswered.get())) : Optional.empty();
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
		return (shown != null && holder.equals(shown.holder())) ? shown.url() : null;
	}

	/**
	 * The other nodes that the store shows, in the order of their ids. For any thread.
	 */
	List<NodeId> present() {
		LeaseStore asked = this.store;
		if (asked == null) {
			return List.of();
		}
		// where it throws the status is shown without them
		return known(() -> asked.present(this.key)
			.stream()
			.filter((node) -> !node.equals(this.self))
			.sorted()
			.limit(MOST_PRESENT)
			.toList(), List.of());
	}

	/** What the election says of the store, with the store's name. For any thread. */
	List<String> named(List<String> problems) {
		LeaseStore asked = this.store;
		return (asked == null) ? problems
				: problems.stream().map((problem) -> problem + ". The store is " + description(asked)).toList();
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

}
