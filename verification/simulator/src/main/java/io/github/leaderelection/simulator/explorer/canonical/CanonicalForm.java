package io.github.leaderelection.simulator.explorer.canonical;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.bounds.Mode;
import io.github.leaderelection.simulator.explorer.bounds.TimeScale;
import org.jspecify.annotations.Nullable;

/**
 * One canonical form being written: the node's clock reads 0, what is over is over, and
 * heartbeats count from 1. One use each.
 */
final class CanonicalForm {

	private static final Comparator<Beat> NEWEST_LAST = Comparator.comparingLong(Beat::nanos);

	private final Bounds bounds;

	private final long elapsed;

	private final CanonicalKey key;

	private long[] names = new long[0];

	private int kept;

	/**
	 * Prepares the writing.
	 * @param elapsed by how much the node's clock moved since it read 0
	 */
	CanonicalForm(Bounds bounds, long elapsed, CanonicalKey key) {
		this.bounds = bounds;
		this.elapsed = elapsed;
		this.key = key;
	}

	/** How the heartbeats written are called now. */
	Naming naming(Questions questions) {
		return new Naming(this.names, this.kept, questions);
	}

	CanonicalKey key() {
		return this.key;
	}

	/** Writes a value that tells states apart, which may be an array. */
	<T> T fact(T value) {
		this.key.addFact(value);
		return value;
	}

	/** Writes the absence of a part. */
	void none() {
		this.key.add(TimeScale.NONE + 1);
	}

	/** Writes an instant of which only matters whether it has come. */
	long deadline(long nanos) {
		return instant((nanos == TimeScale.NONE) ? nanos : Math.max(0, nanos - this.elapsed));
	}

	/** Writes an instant in the past that means nothing once a lease has gone by. */
	long age(long nanos) {
		if (nanos == TimeScale.NONE) {
			return instant(nanos);
		}
		long age = this.elapsed - nanos;
		return instant((age >= TimeScale.LEASE) ? TimeScale.FORGOTTEN : -age);
	}

	/** While no time passes no lease can grow by it. */
	long promised(long nanos) {
		return (this.bounds.mode() == Mode.TIMELESS) ? TimeScale.NONE : age(nanos);
	}

	/** A node may learn of a longer promise than it waited for only if leases differ. */
	long began(long nanos) {
		return instant(this.bounds.leasesDiffer() ? -Math.min(this.elapsed - nanos, TimeScale.LOST_WAIT) : 0);
	}

	private long instant(long written) {
		this.key.add(written);
		return written;
	}

	/** Whether an instant has come. */
	boolean isOver(long nanos) {
		return nanos - this.elapsed <= 0;
	}

	/** Returns an instant in the past that steers only. */
	long longAgo() {
		return TimeScale.FORGOTTEN;
	}

	/** Timers fire at any time, so only whether they are set matters. */
	long[] timers(long[] due) {
		return fact(Timers.plain(due));
	}

	/**
	 * Heartbeats sent at one time are one, and those sent without a quorum none: an
	 * acknowledgement counts by that alone, and of others it steers only.
	 */
	List<Beat> beats(List<Beat> sent, int most) {
		TreeMap<Beat, Integer> kinds = new TreeMap<>(NEWEST_LAST);
		List<Beat> counting = sent.stream().filter(this::counts).toList();
		counting.forEach((beat) -> kinds.put(beat, 0));
		while (kinds.size() > Math.min(this.bounds.beats(), most)) {
			kinds.pollFirstEntry();
		}
		this.key.add(kinds.size());
		for (Map.Entry<Beat, Integer> kind : kinds.entrySet()) {
			kind.setValue(++this.kept);
			this.key.add(kind.getKey().nanos() - this.elapsed);
		}
		this.names = new long[1 + (int) counting.stream().mapToLong(Beat::sequence).max().orElse(0)];
		counting.forEach((beat) -> this.names[(int) beat.sequence()] = kinds.getOrDefault(beat, 0));
		return kinds.entrySet()
			.stream()
			.map((kind) -> new Beat(kind.getValue(), kind.getKey().nanos() - this.elapsed, true))
			.toList();
	}

	private boolean counts(Beat beat) {
		return beat.sequence() > 0 && beat.backed() && this.elapsed - beat.nanos() < TimeScale.LEASE;
	}

	/** Writes a part that may be missing. */
	<T> @Nullable T part(@Nullable T part, UnaryOperator<T> form) {
		if (part == null) {
			none();
			return null;
		}
		return form.apply(part);
	}

	<T> @Nullable T optional(@Nullable T value) {
		return part(value, this::fact);
	}

	<T> List<T> parts(List<T> parts, UnaryOperator<T> form) {
		fact(parts.size());
		return parts.stream().map(form).toList();
	}

	/**
	 * A heartbeat of a leader.
	 */
	record Beat(long sequence, long nanos, boolean backed) {
	}

}
