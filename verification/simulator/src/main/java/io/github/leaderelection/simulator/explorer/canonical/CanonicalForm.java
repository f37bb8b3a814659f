package io.github.leaderelection.simulator.explorer.canonical;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.leaderelection.internal.protocol.CanonicalWriter;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.bounds.Mode;
import io.github.leaderelection.simulator.explorer.bounds.TimeScale;

/**
 * One canonical form being written: the node's clock reads 0, what is over is over, and
 * heartbeats count from 1. One use each.
 */
final class CanonicalForm implements CanonicalWriter {

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

	@Override
	public <T> T fact(T value) {
		this.key.addFact(value);
		return value;
	}

	@Override
	public void none() {
		this.key.add(TimeScale.NONE + 1);
	}

	@Override
	public long deadline(long nanos) {
		return instant((nanos == TimeScale.NONE) ? nanos : Math.max(0, nanos - this.elapsed));
	}

	@Override
	public long age(long nanos) {
		if (nanos == TimeScale.NONE) {
			return instant(nanos);
		}
		long age = this.elapsed - nanos;
		return instant((age >= TimeScale.LEASE) ? TimeScale.FORGOTTEN : -age);
	}

	/** While no time passes no lease can grow by it. */
	@Override
	public long promised(long nanos) {
		return (this.bounds.mode() == Mode.TIMELESS) ? TimeScale.NONE : age(nanos);
	}

	/** A node may learn of a longer promise than it waited for only if leases differ. */
	@Override
	public long began(long nanos) {
		return instant(this.bounds.leasesDiffer() ? -Math.min(this.elapsed - nanos, TimeScale.LOST_WAIT) : 0);
	}

	private long instant(long written) {
		this.key.add(written);
		return written;
	}

	@Override
	public boolean isOver(long nanos) {
		return nanos - this.elapsed <= 0;
	}

	@Override
	public long longAgo() {
		return TimeScale.FORGOTTEN;
	}

	/** Timers fire at any time, so only whether they are set matters. */
	@Override
	public long[] timers(long[] due) {
		return fact(Timers.plain(due));
	}

	/**
	 * Heartbeats sent at one time are one, and those sent without a quorum none: an
	 * acknowledgement counts by that alone, and of others it steers only.
	 */
	@Override
	public List<Beat> beats(List<Beat> sent, int most) {
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

}
