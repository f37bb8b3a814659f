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
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.NOPLogger;

/**
 * Counts what protocols report and writes it to the log. Warnings that repeat themselves
 * are written once in a while. Safe for use from any thread.
 */
public final class NoticeLog {

	private static final Level[] LEVELS = levels();

	private final LongAdder[] counts = new LongAdder[LEVELS.length];

	private final String group;

	private final Supplier<NodeId> self;

	private final RepeatFilter filter;

	private final Logger logger;

	private final ReentrantLock waiting = new ReentrantLock();

	private final Condition reported = this.waiting.newCondition();

	public NoticeLog(String group, Supplier<NodeId> self, NodeClock clock, boolean rehearsed) {
		this.group = group;
		this.self = self;
		this.filter = new RepeatFilter(clock);
		this.logger = rehearsed ? NOPLogger.NOP_LOGGER : LoggerFactory.getLogger(NoticeLog.class);
		for (int i = 0; i < this.counts.length; i++) {
			this.counts[i] = new LongAdder();
		}
	}

	public void report(Notice notice, String detail) {
		this.counts[notice.ordinal()].increment();
		wakeThoseWaiting();
		Level level = LEVELS[notice.ordinal()];
		if (!this.logger.isEnabledForLevel(level)) {
			return;
		}
		// two leaders of one term are always worth a line
		if (notice != Notice.CONFLICT && isAlarm(level) && !this.filter.passes(key(notice, detail))) {
			return;
		}
		this.logger.atLevel(level).log("Group '{}', node {}: {}: {}", this.group, this.self.get(), notice, detail);
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

	/** Waits until the counts are as wanted; false where they are not in time. */
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

	private static Level[] levels() {
		Notice[] notices = Notice.values();
		Level[] levels = new Level[notices.length];
		for (Notice notice : notices) {
			levels[notice.ordinal()] = switch (notice) {
				case CONFLICT, MEMBER_LIST_REFUSED -> Level.ERROR;
				case STATE_UNUSABLE, STATE_SLOW, JOIN_FAILED, TERM_DOUBTED -> Level.WARN;
				case ELECTION_WON, ELECTION_LOST, TERM_RAISED, STATE_USABLE, VOTER, JOINED -> Level.INFO;
				case SCOUTING_FAILED, MESSAGE_REFUSED, POSITION_UNKNOWN -> Level.DEBUG;
				// the loop says so once for all groups
				case STALLED -> Level.DEBUG;
			};
		}
		return levels;
	}

}
