package io.github.leaderelection.internal.runtime.watch;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.environment.RepeatFilter;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Counts and logs the notices of protocols. Logs in plain words what an operator must
 * know, and by name what only explains the election. Repeated warnings are logged once in
 * a while. Safe for use from any thread.
 */
public final class NoticeLog {

	private static final Wording[] WORDINGS = wordings();

	private final LongAdder[] counts = new LongAdder[WORDINGS.length];

	private final String group;

	private final Supplier<NodeId> self;

	private final RepeatFilter filter;

	private final Logger logger;

	private final ReentrantLock waiting = new ReentrantLock();

	private final Condition reported = this.waiting.newCondition();

	public NoticeLog(String group, Supplier<NodeId> self, NodeClock clock, Logger logger) {
		this.group = group;
		this.self = self;
		this.filter = new RepeatFilter(clock);
		this.logger = logger;
		for (int i = 0; i < this.counts.length; i++) {
			this.counts[i] = new LongAdder();
		}
	}

	public void report(Notice notice, String detail) {
		this.counts[notice.ordinal()].increment();
		wakeThoseWaiting();
		Wording wording = WORDINGS[notice.ordinal()];
		if (!this.logger.isEnabledForLevel(wording.level())) {
			return;
		}
		// two leaders of one term are always worth a line
		if (notice != Notice.CONFLICT && isAlarm(wording.level()) && !this.filter.passes(key(notice, detail))) {
			return;
		}
		this.logger.atLevel(wording.level())
			.log("Group '{}', node {}: {}: {}", this.group, this.self.get(), wording.text(), detail);
	}

	private void wakeThoseWaiting() {
		this.waiting.lock();
		try {
			this.reported.signalAll();
		}
		finally {
			this.waiting.unlock();
		}
	}

	/** Waits until the counts satisfy a condition; returns false if the time ran out. */
	public boolean await(BooleanSupplier wanted, long nanos) throws InterruptedException {
		long left = nanos;
		this.waiting.lockInterruptibly();
		try {
			while (!wanted.getAsBoolean()) {
				if (left <= 0) {
					return false;
				}
				left = this.reported.awaitNanos(left);
			}
			return true;
		}
		finally {
			this.waiting.unlock();
		}
	}

	private static boolean isAlarm(Level level) {
		return level == Level.WARN || level == Level.ERROR;
	}

	private static String key(Notice notice, String detail) {
		return switch (notice) {
			case TERM_DOUBTED, STATE_SLOW -> notice.name();
			default -> notice.name() + ' ' + detail;
		};
	}

	public long count(Notice notice) {
		return this.counts[notice.ordinal()].sum();
	}

	private static Wording[] wordings() {
		Notice[] notices = Notice.values();
		Wording[] wordings = new Wording[notices.length];
		for (Notice notice : notices) {
			wordings[notice.ordinal()] = switch (notice) {
				case CONFLICT -> new Wording(Level.ERROR, "two leaders of one term");
				case MEMBER_LIST_REFUSED -> new Wording(Level.ERROR, "the member lists differ");
				case TWIN -> new Wording(Level.ERROR, "another process has the id of this node");
				case STATE_UNUSABLE ->
					new Wording(Level.WARN, "the ballot cannot be saved, so this node takes no part in elections");
				case STATE_SLOW -> new Wording(Level.WARN, "the ballot is saved too slowly");
				case JOIN_FAILED -> new Wording(Level.WARN, "no group has let this node in");
				case TERM_DOUBTED -> new Wording(Level.WARN, "a term is not believed");
				case STATE_USABLE -> new Wording(Level.INFO, "the ballot can be saved again");
				case JOINED -> new Wording(Level.INFO, "joined");
				// the loop logs a stall once for all groups
				case ELECTION_WON, ELECTION_LOST, TERM_RAISED, VOTER, SCOUTING_FAILED, MESSAGE_REFUSED,
						POSITION_UNKNOWN, STALLED ->
					new Wording(Level.DEBUG, notice.name());
			};
		}
		return wordings;
	}

	/**
	 * How a notice reads in the log.
	 */
	private record Wording(Level level, String text) {
	}

}
