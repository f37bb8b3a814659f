package io.github.leaderelection.internal.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.github.leaderelection.LeaderElector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the newest inputs of one group in at most a mebibyte. It keeps them as bytes in
 * segments. Each segment begins with the state before its first input, so it does not
 * need overwritten ones. The loop's thread records without a lock. Any thread may read
 * and does not delay the loop.
 */
public final class TraceRecorder<S, E> {

	/**
	 * The number of kept inputs; up to a segment more. Fewer only if they would exceed
	 * {@link #MOST_BYTES} or the budget, for instance with dozens of members.
	 */
	public static final int KEPT_INPUTS = 4096;

	/** The upper bound of a recorder's memory. */
	public static final int MOST_BYTES = 1 << 20;

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** How often a reader starts again after the loop has overwritten all segments. */
	private static final int MOST_LAPS = 10;

	private final EntryFormat<E> format;

	private final Function<S, ? extends E> resumed;

	private final ByteSink sink = new ByteSink();

	/** For readers, in any order. */
	private final Segment[] segments;

	/** For the writer: the used ones, oldest first. */
	private final Segment[] inUse;

	private int used;

	/** The number of begun stretches. */
	private long stretches;

	private boolean broken = true;

	private boolean complained;

	/** The number of the newest entry for readers. */
	private volatile long newest = -1;

	/**
	 * Creates an empty recorder.
	 * @param resumed makes the entry of a state
	 */
	public TraceRecorder(EntryFormat<E> format, Function<S, ? extends E> resumed, TraceBudget budget) {
		this.format = format;
		this.resumed = resumed;
		this.segments = new Segment[budget.segments()];
		this.inUse = new Segment[budget.segments()];
		for (int i = 0; i < this.segments.length; i++) {
			this.segments[i] = new Segment(budget.segmentBytes());
		}
	}

	/**
	 * Records the first step. The loop calls it once, before the other methods.
	 */
	public void started(E start) {
		Segment segment = nextSegment(0);
		try {
			this.format.write(start, this.sink);
			this.broken = !publish(segment, false);
		}
		catch (RuntimeException | LinkageError ex) {
			complain(ex);
		}
		this.newest = 0;
	}

	/**
	 * Records an input and its outcome. Called by the loop.
	 * @param before the state before the step
	 */
	public void stepped(S before, E entry) {
		long number = this.newest + 1;
		try {
			boolean kept = !this.broken && append(entry);
			if (!kept) {
				resume(before, number);
				kept = append(entry);
			}
			// An input that does not fit into an empty segment is omitted.
			this.broken = !kept;
		}
		catch (RuntimeException | LinkageError ex) {
			this.broken = true;
			complain(ex);
		}
		this.newest = number;
	}

	private void resume(S before, long number) {
		Segment segment = nextSegment(number - 1);
		this.format.write(this.resumed.apply(before), this.sink);
		publish(segment, false);
	}

	private boolean append(E entry) {
		this.format.write(entry, this.sink);
		return publish(this.inUse[this.used - 1], true);
	}

	private boolean publish(Segment segment, boolean input) {
		this.sink.forgetLast();
		if (this.sink.isFull()) {
			return false;
		}
		segment.publish(this.sink.position(), input);
		return true;
	}

	/**
	 * Reuses the oldest segment if the others hold enough inputs. Otherwise takes a new
	 * one, if any.
	 */
	private Segment nextSegment(long first) {
		Segment next;
		if (this.used < this.segments.length && inputsBehindOldest() < KEPT_INPUTS) {
			next = this.segments[this.used];
			this.used++;
		}
		else {
			next = this.inUse[0];
			System.arraycopy(this.inUse, 1, this.inUse, 0, this.used - 1);
		}
		this.inUse[this.used - 1] = next;
		this.stretches++;
		this.sink.into(next.begin(this.stretches, first));
		return next;
	}

	private int inputsBehindOldest() {
		int inputs = 0;
		for (int i = 1; i < this.used; i++) {
			inputs += this.inUse[i].inputs();
		}
		return inputs;
	}

	private void complain(Throwable failure) {
		if (!this.complained) {
			this.complained = true;
			logger.warn("An input cannot be written to the trace, which now has a gap; the election goes on."
					+ " Later gaps are not logged", failure);
		}
	}

	/**
	 * The inputs recorded before the call. Called from any thread.
	 * @return null if nothing was recorded
	 */
	public @Nullable Trace<E> trace(Heading heading) {
		for (int i = 0; i < MOST_LAPS; i++) {
			List<Trace.Line<E>> lines = lines(this.newest);
			if (!lines.isEmpty()) {
				return new Trace<>(heading, lines);
			}
		}
		return null;
	}

	/** The same as text, empty if nothing was recorded. */
	public Optional<String> text(Heading heading) {
		return Optional.ofNullable(trace(heading)).map(this.format::write);
	}

	/**
	 * The entries up to the given one; empty if all were overwritten before they were
	 * copied. Later entries may be incomplete.
	 */
	private List<Trace.Line<E>> lines(long last) {
		List<Segment.Copy> copies = new ArrayList<>();
		for (Segment segment : this.segments) {
			Segment.Copy copy = segment.copy();
			if (copy != null && copy.first() <= last) {
				copies.add(copy);
			}
		}
		List<Trace.Line<E>> lines = new ArrayList<>();
		for (Segment.Copy copy : Segment.Copy.unbroken(copies)) {
			addLines(copy, last, lines);
		}
		return lines;
	}

	private void addLines(Segment.Copy copy, long last, List<Trace.Line<E>> lines) {
		ByteSource source = new ByteSource(copy.bytes(), copy.bytes().length);
		long number = copy.first();
		while (!source.isAtEnd() && number <= last) {
			source.forgetLast();
			E entry = this.format.entry(source);
			// A segment begins with the state after the last input of the one before.
			boolean known = !lines.isEmpty() && lines.get(lines.size() - 1).number() == number;
			if (!known) {
				lines.add(new Trace.Line<>(number, entry));
			}
			number++;
		}
	}

}
