package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;

import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * What workers and the leader say to each other; each message may be lost, late, doubled
 * or out of order.
 */
public sealed interface AssignmentMessage extends ElectionMessage {

	@Override
	default boolean isRepeated() {
		return true;
	}

	/**
	 * A worker says what it owns.
	 *
	 * @param term the fencing token of the leader that it follows
	 * @param version the newest list that it applied, 0 for none of this leader
	 * @param owned null if that is exactly what that list says
	 * @param leaseNanos how long it believes that answers last
	 */
	record Ping(long term, String worker, long incarnation, long sequence, long version, @Nullable List<Portion> owned,
			List<Stand> stands, long leaseNanos) implements AssignmentMessage {

		/**
		 * Checks the ranges.
		 * @throws IllegalArgumentException if a number or the id cannot be used
		 */
		public Ping {
			Partition.requireName("worker", worker);
			if (term < 1 || sequence < 1 || version < 0 || leaseNanos < 1 || owned == null && version == 0) {
				throw new IllegalArgumentException("The ping " + sequence + " of '" + worker + "' is invalid");
			}
		}
	}

	/**
	 * The leader says what a worker is to own.
	 *
	 * @param sequence of the newest ping of that start
	 * @param version of the list
	 * @param list null if it is the one that the newest ping names
	 * @param divisions of all assignments that the leader knows
	 * @param waitNanos how long the leader promises to wait for the next ping
	 */
	record Answer(long term, String worker, long incarnation, long sequence, long version, @Nullable List<Portion> list,
			List<Division> divisions, long waitNanos) implements AssignmentMessage {

		/**
		 * Checks the ranges.
		 * @throws IllegalArgumentException if a number cannot be used
		 */
		public Answer {
			if (term < 1 || sequence < 1 || version < 1 || waitNanos < 1) {
				throw new IllegalArgumentException(
						"The answer to ping " + sequence + " of '" + worker + "' is invalid");
			}
		}
	}

	/**
	 * The sender leads from now on: it took no ping before.
	 */
	record Leads(long term) implements AssignmentMessage {
	}

	/**
	 * The asked node does not lead.
	 */
	record NotLeader() implements AssignmentMessage {

		@Override
		public long term() {
			return 0;
		}
	}

	/**
	 * How a worker stands to an assignment.
	 *
	 * @param capacity its share in comparison to others, 0 to own nothing
	 * @param division as configured there
	 * @param refused names of partitions that it does not begin now
	 */
	record Stand(String assignment, int capacity, int division, List<String> refused) {

		/**
		 * Checks the ranges.
		 * @throws IllegalArgumentException if a name or a number cannot be used
		 */
		public Stand {
			Partition.requireName("assignment", assignment);
			if (capacity < 0 || capacity > MOST_CAPACITY || division < 0 || division > Partition.MOST) {
				throw new IllegalArgumentException("The stand to '" + assignment + "' is invalid: capacity " + capacity
						+ ", division " + division);
			}
		}

		/** The highest capacity. */
		public static final int MOST_CAPACITY = 1_000_000;

	}

	/**
	 * By how many partitions the leader divides an assignment, 0 for named ones.
	 */
	record Division(String assignment, int count) {
	}

}
