package io.github.leaderelection.simulator.explorer;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * The heartbeats of a reign that were sent as backed, those sent at one time taken as
 * one: an acknowledgement counts by that alone, and of others it steers only.
 */
final class Beats {

	private static final Comparator<Alike> NEWEST_LAST = Comparator.comparingLong(Alike::nanos)
		.thenComparing(Alike::backed);

	private final Layout layout;

	private final int sequencesAt;

	private final int nanosAt;

	private final int wallAt;

	private final int backedAt;

	private final int most;

	Beats(Class<?> type, int most) {
		this.layout = Layout.of(type);
		this.sequencesAt = this.layout.indexOf("sequences");
		this.nanosAt = this.layout.indexOf("nanos");
		this.wallAt = this.layout.indexOf("wallMillis");
		this.backedAt = this.layout.indexOf("backed");
		this.most = most;
	}

	/**
	 * Numbers the heartbeats from 1 on, the newest last.
	 * @param beats the election's record of them
	 * @param elapsedNanos by how much the clock moved
	 * @return the record anew, and how the heartbeats are called in it
	 */
	Renamed rename(Object beats, long elapsedNanos) {
		Object[] values = this.layout.read(beats);
		long[] sequences = (long[]) values[this.sequencesAt];
		long[] nanos = (long[]) values[this.nanosAt];
		boolean[] backed = (boolean[]) values[this.backedAt];
		TreeMap<Alike, Integer> kinds = new TreeMap<>(NEWEST_LAST);
		long highest = 0;
		for (int i = 0; i < sequences.length; i++) {
			if (sequences[i] > 0 && backed[i] && elapsedNanos - nanos[i] < Scale.LEASE) {
				highest = Math.max(highest, sequences[i]);
				kinds.put(new Alike(nanos[i] - elapsedNanos, backed[i]), 0);
			}
		}
		while (kinds.size() > Math.min(this.most, sequences.length)) {
			kinds.pollFirstEntry();
		}
		long[] names = new long[(int) highest + 1];
		Object made = make(kinds, sequences.length);
		for (int i = 0; i < sequences.length; i++) {
			Integer number = kinds.get(new Alike(nanos[i] - elapsedNanos, backed[i]));
			if (sequences[i] > 0 && sequences[i] < names.length && number != null) {
				names[(int) sequences[i]] = number;
			}
		}
		return new Renamed(made, names, kinds.size(), signature(kinds));
	}

	private Object make(TreeMap<Alike, Integer> kinds, int slots) {
		long[] sequences = new long[slots];
		long[] nanos = new long[slots];
		long[] wall = new long[slots];
		boolean[] backed = new boolean[slots];
		Arrays.fill(sequences, -1);
		int number = 0;
		for (Map.Entry<Alike, Integer> kind : kinds.entrySet()) {
			kind.setValue(++number);
			int slot = number % slots;
			sequences[slot] = number;
			nanos[slot] = kind.getKey().nanos();
			wall[slot] = kind.getKey().nanos() / Scale.NANOS_PER_MILLI;
			backed[slot] = kind.getKey().backed();
		}
		Object[] values = new Object[this.layout.size()];
		values[this.sequencesAt] = sequences;
		values[this.nanosAt] = nanos;
		values[this.wallAt] = wall;
		values[this.backedAt] = backed;
		return this.layout.make(values);
	}

	private static long[] signature(TreeMap<Alike, Integer> kinds) {
		return LongStream
			.concat(LongStream.of(kinds.size()),
					kinds.keySet().stream().flatMapToLong((kind) -> LongStream.of(kind.nanos(), kind.backed() ? 1 : 0)))
			.toArray();
	}

	/**
	 * What heartbeats may be alike in.
	 *
	 * @param nanos when sent
	 * @param backed whether sent with a quorum
	 */
	private record Alike(long nanos, boolean backed) {
	}

	/**
	 * Heartbeats under new names.
	 *
	 * @param beats the election's record of them
	 * @param names what each is called, by its former number
	 * @param kept how many there are
	 * @param signature tells them apart from others
	 */
	record Renamed(Object beats, long[] names, int kept, long[] signature) {
	}

}
