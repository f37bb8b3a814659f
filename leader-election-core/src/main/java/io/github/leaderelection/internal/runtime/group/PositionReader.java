package io.github.leaderelection.internal.runtime.group;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.runtime.scheduling.Mailbox;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.runtime.environment.RepeatFilter;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the application for its position, off the loop and one call at a time. A request
 * during a call waits for the next one, for a position must be read after its request. So
 * an application that hangs holds up one thread alone. Used only by the thread that runs
 * the loop.
 */
public final class PositionReader<M extends ElectionMessage> implements GroupExtension {

	/**
	 * The most requests that wait; more come only if something is wrong, and are refused.
	 */
	public static final int MOST_WAITING = 64;

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final EventTaker<M> taker;

	private final GroupSpec<?, M> spec;

	private final LoopEnvironment environment;

	private final Mailbox mailbox;

	private final RepeatFilter failures;

	private final List<Asked> waiting = new ArrayList<>();

	/** The requests that the call under way answers. */
	private final List<Asked> called = new ArrayList<>();

	private boolean calling;

	PositionReader(EventTaker<M> taker, GroupSpec<?, M> spec, LoopEnvironment environment, Mailbox mailbox) {
		this.taker = taker;
		this.spec = spec;
		this.environment = environment;
		this.mailbox = mailbox;
		this.failures = new RepeatFilter(environment.clock());
	}

	/**
	 * Warns if an election by positions has no source: it then counts all positions as
	 * equal.
	 */
	@Override
	public void begin() {
		if (this.spec.position() == null) {
			logger.warn("Group '{}', node {}: the election '{}' goes by how far the application has come, but there is "
					+ "no CandidatePosition: all positions count as equal, so a node that is behind may lead. Define a "
					+ "bean of that type (in code: ElectionNodeBuilder.candidatePosition), or choose the election "
					+ "'quorum', which does the same with fewer messages", this.spec.settings().group(),
					this.spec.settings().self(), this.spec.protocol().name());
		}
	}

	@Override
	public boolean perform(Effect<?> effect) {
		if (effect instanceof Effect.ReadPosition<?> read) {
			read(read.request());
			return true;
		}
		return false;
	}

	/** Answers a request with a position read from now on, or with none after a lease. */
	private void read(long request) {
		if (this.spec.position() == null) {
			answerLater(request, Position.NONE);
		}
		else if (this.waiting.size() >= MOST_WAITING) {
			answerLater(request, null);
		}
		else {
			long due = this.environment.clock().monotonicNanos() + this.spec.settings().leaseNanos();
			this.waiting.add(new Asked(request, due));
			callNext();
		}
	}

	private void answerLater(long request, @Nullable Position position) {
		this.mailbox.post(() -> this.taker.take(new Event.PositionRead<>(request, position)));
	}

	private void callNext() {
		CandidatePosition asked = this.spec.position();
		if (this.calling || this.waiting.isEmpty() || asked == null) {
			return;
		}
		this.called.addAll(this.waiting);
		this.waiting.clear();
		this.calling = true;
		try {
			this.environment.positions().execute(() -> call(asked));
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			failed(ex);
			this.mailbox.post(() -> returned(null));
		}
	}

	/** Calls the application, off the loop. */
	private void call(CandidatePosition asked) {
		Position position = null;
		try {
			position = asked.current();
			if (position == null) {
				failed(new IllegalStateException("it returned null"));
			}
		}
		catch (Throwable ex) {
			failed(ex);
			Failures.rethrowIfFatal(ex);
		}
		finally {
			Position told = position;
			this.mailbox.post(() -> returned(told));
		}
	}

	private void failed(Throwable failure) {
		if (this.failures.passes("failed")) {
			logger.warn(
					"Group '{}', node {}: the application's CandidatePosition failed; until it answers, this node "
							+ "refuses every candidate and cannot stand: {}",
					this.spec.settings().group(), this.spec.settings().self(), Failures.text(failure), failure);
		}
	}

	private void returned(@Nullable Position position) {
		List<Asked> answered = List.copyOf(this.called);
		this.called.clear();
		this.calling = false;
		for (Asked each : answered) {
			this.taker.take(new Event.PositionRead<>(each.request, position));
		}
		callNext();
	}

	@Override
	public long check(long nanos) {
		List<Asked> oldest = this.called.isEmpty() ? this.waiting : this.called;
		return oldest.isEmpty() ? NEVER : oldest.get(0).dueNanos - nanos;
	}

	/** Gives up requests that have waited for the length of a lease. */
	@Override
	public boolean expire() {
		if (this.called.isEmpty() && this.waiting.isEmpty()) {
			return false;
		}
		List<Asked> late = new ArrayList<>();
		long now = this.environment.clock().monotonicNanos();
		this.called.removeIf((each) -> each.isLate(now) && late.add(each));
		this.waiting.removeIf((each) -> each.isLate(now) && late.add(each));
		if (!late.isEmpty() && this.failures.passes("late")) {
			logger.warn("Group '{}', node {}: the application's CandidatePosition has not answered within the lease; "
					+ "until it does, this node refuses every candidate and cannot stand: bound the time it takes",
					this.spec.settings().group(), this.spec.settings().self());
		}
		for (Asked each : late) {
			this.taker.take(new Event.PositionRead<>(each.request, null));
		}
		return !late.isEmpty();
	}

	/**
	 * A request for a position.
	 *
	 * @param dueNanos the monotonic clock until which it waits
	 */
	private record Asked(long request, long dueNanos) {

		boolean isLate(long nanos) {
			return nanos - this.dueNanos >= 0;
		}

	}

}
