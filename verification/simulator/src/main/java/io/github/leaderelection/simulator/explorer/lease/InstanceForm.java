package io.github.leaderelection.simulator.explorer.lease;

import java.util.Arrays;

import io.github.leaderelection.internal.lease.LeaseForm;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.simulator.explorer.canonical.CanonicalKey;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * One canonical form being written. Tokens become their rank among all there are; of
 * versions it matters whether they are the store's, or that of the answer on its way; of
 * takes whether they are the open one or the one that is led by. One use each.
 */
final class InstanceForm implements LeaseForm {

	/** The version that the store has. */
	static final String CURRENT = "current";

	/** The version in an answer on its way, if the store has another. */
	private static final String ANSWERED = "answered";

	/** Any version that nobody will be shown again. */
	private static final String GONE = "gone";

	private static final long OPEN = 1;

	private static final long HELD = 2;

	private static final long NEVER = Long.MIN_VALUE;

	private static final int CURRENT_NUMBER = 0;

	private static final int ANSWERED_NUMBER = 1;

	private static final int GONE_NUMBER = 2;

	private final CanonicalKey key;

	private final long[] tokens;

	private final @Nullable String current;

	private final @Nullable String answered;

	private final boolean confirmed;

	private final boolean refused;

	private final long openAttempt;

	private final long heldAttempt;

	private final long elapsed;

	private final long longest;

	/**
	 * Prepares the writing.
	 * @param tokens all fencing tokens, in order
	 * @param current the version of the store's record, null where there is none
	 * @param instance whose it is
	 * @param elapsed by how much its clock moved since it read 0
	 */
	InstanceForm(CanonicalKey key, long[] tokens, @Nullable String current, Instance instance, long elapsed,
			long longest) {
		this.key = key;
		this.tokens = tokens;
		this.current = current;
		Answer answer = instance.answer();
		LeaseRecord shown = Instance.shown(answer);
		this.confirmed = answer instanceof Answer.Mine;
		this.refused = answer instanceof Answer.NotDone;
		this.answered = (shown != null) ? shown.version() : null;
		this.openAttempt = instance.openAttempt(current);
		this.heldAttempt = instance.explored().heldAttempt();
		this.elapsed = elapsed;
		this.longest = longest;
	}

	@Override
	public <T> T fact(T value) {
		if (value instanceof Boolean is) {
			this.key.add(is ? 1 : 0);
		}
		else {
			this.key.addFact(value);
		}
		return value;
	}

	@Override
	public boolean isThere(@Nullable Object part) {
		return fact(part != null);
	}

	@Override
	public long ahead(long nanos) {
		return number((nanos == NEVER) ? nanos : Math.max(0, nanos - this.elapsed));
	}

	@Override
	public long behind(long nanos) {
		return number(-Math.min(this.elapsed - nanos, this.longest));
	}

	@Override
	public boolean isGone(String version) {
		return !version.equals(this.current) && !version.equals(this.answered);
	}

	@Override
	public boolean mayBeDone(String version) {
		return this.confirmed || !this.refused && version.equals(this.current);
	}

	/** Those that nobody will be shown or granted again count as the next lower one. */
	@Override
	public long token(long token) {
		int at = Arrays.binarySearch(this.tokens, token);
		return number((at >= 0) ? at : -at - 2);
	}

	/** The store's clock is past all tokens, so it never shows a lower one. */
	@Override
	public long highestToken(long token) {
		return 0;
	}

	@Override
	public LeaseRecord gone(LeaseRecord record) {
		return Writer.OTHER.view(new LeaseRecord(null, 0, 0, null, 0, this.longest, false, null, 0, GONE));
	}

	@Override
	public long attempt(long attempt) {
		long name = (attempt == 0) ? 0
				: (attempt == this.openAttempt) ? OPEN : (attempt == this.heldAttempt) ? HELD : 0;
		return number(name);
	}

	private long number(long number) {
		this.key.add(number);
		return number;
	}

	private String version(String version) {
		if (version.equals(this.current)) {
			number(CURRENT_NUMBER);
			return CURRENT;
		}
		boolean coming = version.equals(this.answered);
		number(coming ? ANSWERED_NUMBER : GONE_NUMBER);
		return coming ? ANSWERED : GONE;
	}

	/** What was read of who took the record. */
	Writer writer(Writer of) {
		if (of.isSelf()) {
			number(0);
			return Writer.self(attempt(of.attempt()));
		}
		Writer known = (of.holder() == null) ? Writer.NOBODY
				: of.holder().equals(LeaseScale.SELF) ? Writer.FORMER : Writer.OTHER;
		number((known == Writer.NOBODY) ? 1 : (known == Writer.FORMER) ? 2 : 3);
		return known;
	}

	@Override
	public LeaseRecord record(LeaseRecord record) {
		Writer writer = writer(Writer.of(record));
		return writer.view(new LeaseRecord(null, 0, 0, null, token(record.token()), fact(record.durationNanos()),
				fact(record.free()), null, 0, version(record.version())));
	}

	/** Its token is the store's to choose, and the store's clock is past all others. */
	@Override
	public Request request(Request request) {
		if (request instanceof Request.Create create) {
			number(1);
			return new Request.Create(create.key(), fact(create.durationNanos()), 0, fact(create.free()), 0);
		}
		if (request instanceof Request.Take take) {
			number(2);
			String version = version(take.version());
			Writer writer = writer(new Writer(take.holder(), take.incarnation(), take.attempt()));
			return new Request.Take(take.key(), version, take.holder(), writer.incarnation(), writer.attempt(), null,
					fact(take.durationNanos()), 0, 0);
		}
		if (request instanceof Request.Renew renew) {
			number(3);
			return new Request.Renew(renew.key(), version(renew.version()), fact(renew.durationNanos()), 0);
		}
		if (request instanceof Request.Release release) {
			number(4);
			return new Request.Release(release.key(), version(release.version()), null, 0, 0);
		}
		number(0);
		return request;
	}

	LeaseLeadership reign(LeaseLeadership reign) {
		Lease lease = reign.lease();
		return new LeaseLeadership(token(reign.token()),
				new Lease(0, 0, ahead(lease.endNanos()), fact(lease.marginNanos())));
	}

	Answer answer(Answer answer) {
		if (answer instanceof Answer.Mine mine) {
			number(1);
			return new Answer.Mine(record(mine.record()));
		}
		LeaseRecord shown = Instance.shown(answer);
		if (shown != null) {
			number(2);
			return Answer.read(record(shown));
		}
		number((answer instanceof Answer.Missing) ? 3 : 4);
		return answer;
	}

}
