package io.github.leaderelection.spi;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Keeps, for each group, one record that says who leads: a compare-and-set register. The
 * election decides everything; a store only carries requests to an engine, and answers
 * back. What an engine offers beside that (sessions, times to live, watches) may wake a
 * node, and decides nothing. Safe for use from any thread.
 *
 * <p>
 * A store that keeps these rules is safe to lead by:
 * <ol>
 * <li>A write is done only if the record has the version that the request names, and then
 * as a whole. Nothing weaker is compared.</li>
 * <li>What a read or a write showed, no later read shows undone.</li>
 * <li>{@link Answer.NotDone} is the engine's own refusal of a request that was sent
 * exactly once. Everything else that is no answer is {@link Answer.Unknown}.</li>
 * <li>A request may have its effect late, even after its deadline; it may not have it
 * twice.</li>
 * </ol>
 */
public interface LeaseStore extends AutoCloseable {

	/**
	 * Checks what only an operator can mend: a table that is missing, say, or a right.
	 * Called before a node starts; blocks for some seconds at most. An engine that does
	 * not answer is no failure, for it may come back. An application calls it earlier
	 * too, so that the store has a connection by then; what it finds then has no
	 * consequence.
	 * @throws RuntimeException if the engine cannot be used as it is; the message says
	 * what was found, and the remedy. The node does not start
	 */
	default void check() {
	}

	/**
	 * Asks the engine. Does not block the caller.
	 * @param request what is asked
	 * @param deadline how long the caller waits, positive. After that the answer is
	 * {@link Answer.Unknown}, and what the request holds is given up
	 * @return completes with the answer, on any thread; never exceptionally
	 */
	CompletionStage<Answer> ask(Request request, Duration deadline);

	/**
	 * Asks whether the store keeps a value beside each record, for
	 * {@link Request.ReadValue} and {@link Request.WriteValue}. A node that will keep
	 * values asks before {@link #check()}, which then looks at what they need, too.
	 * @return whether it does, false unless overridden
	 */
	default boolean keepsValues() {
		return false;
	}

	/**
	 * Has changes of a record told, where the engine can do so. They may be told late,
	 * twice or not at all.
	 * @param key which record
	 * @param listener is told that the record may have changed, and what it is now if
	 * that came along; must not block. A record that is told has been written before: it
	 * counts as seen from then on, once a read shows it
	 * @return ends it when closed
	 */
	default Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		return () -> {
		};
	}

	/**
	 * Whether changes are told now.
	 * @return false unless {@link #watch} does something; also false as long as what was
	 * watched is not told yet, or not any more
	 */
	default boolean tellsChanges() {
		return false;
	}

	/**
	 * Whether what was saved is there after the last process that used it has ended.
	 * Where it is not, a missing record is a new one.
	 * @return true unless the engine lives in this process
	 */
	default boolean outlivesProcess() {
		return true;
	}

	/**
	 * The shortest lease that the engine can serve.
	 * @return a duration, above zero
	 */
	default Duration leastLease() {
		return Duration.ofSeconds(1);
	}

	/**
	 * How many requests the store has ended by force, such as by the end of their
	 * connection. For the status alone.
	 * @return a number that rises
	 */
	default long aborted() {
		return 0;
	}

	/**
	 * What the store is, for the operator.
	 * @return one line, as 'PostgreSQL at db:5432, table leader_election_lease'; without
	 * secrets
	 */
	String description();

	/**
	 * Gives up whatever the store holds. Requests under way are answered with
	 * {@link Answer.Unknown}.
	 */
	@Override
	void close();

	/**
	 * A watch that goes on until it is closed.
	 */
	interface Watch extends AutoCloseable {

		@Override
		void close();

	}

	/**
	 * Names one record of a {@link LeaseStore}.
	 *
	 * @param cluster the cluster's name, not blank
	 * @param group the group's name, not blank
	 */
	record Key(String cluster, String group) {

		/**
		 * Checks the names.
		 * @throws IllegalArgumentException if one is blank
		 */
		public Key {
			if (cluster.isBlank() || group.isBlank()) {
				throw new IllegalArgumentException(
						"The lease of cluster '" + cluster + "', group '" + group + "' has a blank name: name both");
			}
		}

	}

	/**
	 * What a node asks of a {@link LeaseStore}. Every write names the version that was
	 * read, or that there was no record, and is done only if that is still so.
	 */
	sealed interface Request {

		/**
		 * Which record it is about.
		 * @return the key
		 */
		Key key();

		/**
		 * Read the record, from where every write that was answered is seen. A store may
		 * be late with writes of other clients, unless it reads for the first time, or
		 * after a write of its own that was not answered with {@link Answer.Mine}.
		 *
		 * @param key which record
		 */
		record Read(Key key) implements Request {
		}

		/**
		 * Read the value beside the record, from where every write that was answered is
		 * seen. It is there without a record, too, and is never late.
		 *
		 * @param key which record it is beside
		 */
		record ReadValue(Key key) implements Request {
		}

		/**
		 * Write the value beside the record.
		 *
		 * @param key which record it is beside
		 * @param version of the value that was read or written last; null if there was
		 * none
		 * @param text printable characters of ASCII, up to 128 KiB
		 * @param stamp random, to go into the new version
		 */
		record WriteValue(Key key, @Nullable String version, String text, long stamp) implements Request {
		}

		/**
		 * Make the record that is missing. Nobody holds it: it only begins to age, so
		 * that whoever led by a record that was deleted has ended before anybody takes
		 * this one. Its token is the larger of {@code leastToken} and the milliseconds of
		 * the clock that {@link Take} goes by.
		 *
		 * @param key which record
		 * @param durationNanos how long the record is to count, positive
		 * @param leastToken its token is at least this
		 * @param free whether it may be taken at once, because there never was one
		 * @param stamp random, to go into the version
		 */
		record Create(Key key, long durationNanos, long leastToken, boolean free, long stamp) implements Request {

			/**
			 * The record that this makes.
			 * @param millis since 1970, of the clock that {@link Take} goes by
			 * @param version of the new record
			 * @return the record
			 */
			public LeaseRecord made(long millis, String version) {
				return new LeaseRecord(null, 0, 0, null, Math.max(this.leastToken, millis), this.durationNanos,
						this.free, null, 0, version);
			}

		}

		/**
		 * A write to a record that is there.
		 */
		sealed interface Change extends Request permits Take, Renew, Release {

			/**
			 * The version that the record must still have.
			 * @return that of the record that was read or written last
			 */
			String version();

			/**
			 * What tells this write from all others.
			 * @return a random number, to go into the new version
			 */
			long stamp();

			/**
			 * What the record becomes.
			 * @param before the record as it was
			 * @param millis since 1970, of the clock that {@link Take} goes by
			 * @param next the version of the new record
			 * @return the new record
			 */
			LeaseRecord after(LeaseRecord before, long millis, String next);

		}

		/**
		 * Become the holder. The new record is not free, and its token is the largest of:
		 * the former token and 1, {@code leastToken}, and the milliseconds of the store's
		 * clock since 1970, or of the caller's where the store tells no time. A former
		 * token of {@link LeaseRecord#TOKENS_END} or more, or one that is none, does not
		 * count. Holder and token change in one atomic write.
		 *
		 * @param key which record
		 * @param version of the record that was read
		 * @param holder the node
		 * @param incarnation names its start
		 * @param attempt names this take
		 * @param url where the node is reached over HTTP; null where it is not
		 * @param durationNanos how long the record is to count, positive
		 * @param leastToken the new token is at least this
		 * @param stamp random, to go into the new version
		 */
		record Take(Key key, String version, NodeId holder, long incarnation, long attempt, @Nullable String url,
				long durationNanos, long leastToken, long stamp) implements Change {

			/**
			 * Checks that the holder is named.
			 */
			public Take {
				Objects.requireNonNull(holder, "holder");
			}

			@Override
			public LeaseRecord after(LeaseRecord before, long millis, String next) {
				long above = (before.token() < LeaseRecord.TOKENS_END) ? before.token() + 1 : 0;
				long token = Math.max(Math.max(above, this.leastToken), millis);
				return new LeaseRecord(this.holder, this.incarnation, this.attempt, this.url, token, this.durationNanos,
						false, null, 0, next);
			}

		}

		/**
		 * Stay the holder: only the version changes, and the duration if it is another.
		 * The new record is not free, whatever the former was.
		 *
		 * @param key which record
		 * @param version of the record that was read or written last
		 * @param durationNanos how long the record is to count, positive
		 * @param stamp random, to go into the new version
		 */
		record Renew(Key key, String version, long durationNanos, long stamp) implements Change {

			@Override
			public LeaseRecord after(LeaseRecord before, long millis, String next) {
				return new LeaseRecord(before.holder(), before.incarnation(), before.attempt(), before.url(),
						before.token(), this.durationNanos, false, null, 0, next);
			}

		}

		/**
		 * Give the record up: it becomes free.
		 *
		 * @param key which record
		 * @param version of the record that was read or written last
		 * @param preferred who is to take it first; null for anybody
		 * @param preferredNanos for how long the others let that member go first
		 * @param stamp random, to go into the new version
		 */
		record Release(Key key, String version, @Nullable NodeId preferred, long preferredNanos,
				long stamp) implements Change {

			@Override
			public LeaseRecord after(LeaseRecord before, long millis, String next) {
				return new LeaseRecord(before.holder(), before.incarnation(), before.attempt(), before.url(),
						before.token(), before.durationNanos(), true, this.preferred, this.preferredNanos, next);
			}

		}

	}

	/**
	 * What a {@link LeaseStore} answered. Whatever is not certain is {@link Unknown}.
	 */
	sealed interface Answer {

		/**
		 * The write was done, and this is the record it left. Never the answer to a read.
		 *
		 * @param record the record
		 */
		record Mine(LeaseRecord record) implements Answer {

			/**
			 * Checks that there is a record.
			 */
			public Mine {
				Objects.requireNonNull(record, "record");
			}

		}

		/**
		 * The record was read, and is not free.
		 *
		 * @param record the record
		 */
		record Held(LeaseRecord record) implements Answer {
		}

		/**
		 * The record was read, and is free.
		 *
		 * @param record the record
		 */
		record Free(LeaseRecord record) implements Answer {
		}

		/**
		 * The record was read, and no node wrote it as it is: a part is missing, or is
		 * not what it must be. It is waited for as if somebody led by it, and then taken
		 * by its version.
		 *
		 * @param record what can still be read of it: nobody holds it, it is not free,
		 * and its version names this very state
		 * @param wrong what is wrong, for the operator
		 */
		record Foreign(LeaseRecord record, String wrong) implements Answer {

			/**
			 * Checks that nobody holds the record.
			 * @throws IllegalArgumentException if somebody does, or if it is free
			 */
			public Foreign {
				Objects.requireNonNull(wrong, "wrong");
				if (record.holder() != null || record.free()) {
					throw new IllegalArgumentException(
							"The foreign record " + record + " is free, or somebody holds it: leave out what is wrong");
				}
			}
		}

		/**
		 * The value beside the record was read, or was written as it is here.
		 *
		 * @param version differs from that of every earlier value; null if there is none
		 * @param text empty if there is none
		 */
		record Value(@Nullable String version, String text) implements Answer {

			/** There is no value. */
			public static final Value NONE = new Value(null, "");

		}

		/** There is no record. */
		record Missing() implements Answer {
		}

		/**
		 * The write was not done, and never will be: the store itself refused, because
		 * the record is no longer as it was read, a request that was sent exactly once.
		 */
		record NotDone() implements Answer {
		}

		/**
		 * Whether the request had an effect, now or later, is not known: it timed out or
		 * broke off, or a library may have sent it more than once.
		 *
		 * @param reason why, for the operator
		 */
		record Unknown(String reason) implements Answer {
		}

		/**
		 * What a read found.
		 * @param record the record, null if there is none
		 * @return the answer to the read
		 */
		static Answer read(@Nullable LeaseRecord record) {
			if (record == null) {
				return new Missing();
			}
			return record.free() ? new Free(record) : new Held(record);
		}

	}

}
