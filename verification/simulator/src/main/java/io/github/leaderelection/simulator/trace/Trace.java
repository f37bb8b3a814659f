package io.github.leaderelection.simulator.trace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

import io.github.leaderelection.simulator.time.VirtualTime;
import org.jspecify.annotations.Nullable;

/**
 * The trace of a run. Lines are made only where {@link #isOn()} says so.
 */
public final class Trace {

	private static final int KEPT = 200;

	private static final long NANOS_PER_SECOND = 1_000_000_000;

	private final Deque<String> newest = new ArrayDeque<>();

	private final @Nullable Consumer<String> reader;

	private @Nullable VirtualTime time;

	private Trace(@Nullable Consumer<String> reader) {
		this.reader = reader;
	}

	/** A trace that is not kept. */
	public static Trace off() {
		return new Trace(null);
	}

	/** A trace whose newest lines are kept. */
	public static Trace newest() {
		return new Trace((line) -> {
		});
	}

	/** A trace that somebody reads. */
	public static Trace to(Consumer<String> reader) {
		return new Trace(reader);
	}

	/** Stamps lines with a time. */
	public void stampWith(VirtualTime newTime) {
		this.time = newTime;
	}

	/**
	 * Whether lines are wanted.
	 * @return false if making one would be a waste
	 */
	public boolean isOn() {
		return this.reader != null;
	}

	/**
	 * Adds a line.
	 * @param machine whose, negative for nobody's
	 */
	public void line(int machine, String text) {
		if (this.reader == null) {
			return;
		}
		long now = (this.time != null) ? this.time.now() : 0;
		String who = (machine < 0) ? "--" : "n" + machine;
		String line = " " + now / NANOS_PER_SECOND + '.' + fraction(now) + ' ' + who + ' ' + text;
		if (this.newest.size() == KEPT) {
			this.newest.removeFirst();
		}
		this.newest.addLast(line);
		this.reader.accept(line);
	}

	private static String fraction(long now) {
		return Long.toString(NANOS_PER_SECOND + now % NANOS_PER_SECOND).substring(1);
	}

	/**
	 * The newest lines.
	 * @return at most 200, oldest first
	 */
	public List<String> newestLines() {
		return List.copyOf(this.newest);
	}

}
