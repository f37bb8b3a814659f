package io.github.leaderelection.internal.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Takes a state apart so that states that act alike are written alike: its canonical
 * form, in which the clock reads 0 and names count from 1. Each method takes what a
 * component is and answers what stands for it. A state gives each of its components to
 * one of them, or writes a constant where a component only steers.
 */
public interface CanonicalWriter {

	/** The name of all questions that were asked before a start wait ended. */
	long EARLY_QUESTION = 1;

	/** The name of all questions that were asked after it. */
	long LATE_QUESTION = 2;

	/**
	 * Writes what tells states apart as it is.
	 * @param value the value, which may be an array
	 */
	<T> T fact(T value);

	/**
	 * Writes that there is nothing where something might be.
	 */
	void none();

	/** Writes an instant of which is only asked whether it has come. */
	long deadline(long nanos);

	/** Writes an instant in the past that means nothing once a lease has gone by. */
	long age(long nanos);

	/**
	 * Writes from when a promise counts, of which a lease can grow.
	 * @param nanos the instant, or none
	 */
	long promised(long nanos);

	/**
	 * Writes when a node without state began to wait.
	 * @return how far it lies back, as far as that matters
	 */
	long began(long nanos);

	/**
	 * Whether an instant has come.
	 * @return whether what lasts until then is over
	 */
	boolean isOver(long nanos);

	/**
	 * An instant in the past that steers only.
	 * @return so long ago that it means nothing
	 */
	long longAgo();

	/**
	 * Writes which timers are set.
	 * @param due by position when each is due, or none
	 * @return the same with that alone in it
	 */
	long[] timers(long[] due);

	/**
	 * Writes the heartbeats that may still be acknowledged.
	 * @return those told apart, numbered from 1, the newest last
	 */
	List<Beat> beats(List<Beat> sent, int most);

	/**
	 * Writes a part of a state that may be missing.
	 * @param part the part, or null
	 * @return what stands for it, or null
	 */
	default <T> @Nullable T part(@Nullable T part, UnaryOperator<T> form) {
		if (part == null) {
			none();
			return null;
		}
		return form.apply(part);
	}

	/**
	 * Writes what tells states apart as it is, if it is there.
	 * @param value the value, or null
	 */
	default <T> @Nullable T optional(@Nullable T value) {
		return part(value, this::fact);
	}

	/** Writes parts in a row. */
	default <T> List<T> parts(List<T> parts, UnaryOperator<T> form) {
		List<T> written = new ArrayList<>(fact(parts.size()));
		parts.forEach((part) -> written.add(form.apply(part)));
		return List.copyOf(written);
	}

	/**
	 * A heartbeat of a leader.
	 */
	record Beat(long sequence, long nanos, boolean backed) {
	}

}
