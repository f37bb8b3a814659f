package io.github.leaderelection.internal.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the newest inputs of one group in at most a mebibyte. They are kept as bytes, in
 * segments that each begin with the state before their first input, so that what was
 * overwritten is not missed. The thread of the loop records, without a lock and, once the
 * segments are in use, without an allocation; any thread reads, and never delays it.
 *
 * @param <S> the algorithm's state
 * @param <M> the algorithm's messages
 */
public final class TraceRecorder<S, M extends ElectionMessage> {

	/**
	 * So many inputs are kept, and up to a segment more. Fewer only where they would take
	 * more than {@link #MOST_BYTES}, as among dozens of members, or than the budget.
	 */
	public static final int KEPT_INPUTS = 4096;

	/** The segments and all else that one recorder keeps take less. */
	public static final int MOST_BYTES = 1 << 20;

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** So often a reader begins again whom the loop has overtaken by all segments. */
	private static final int MOST_LAPS = 10;

	private final TraceFormat<S, M> format;

	private final ByteSink sink = new ByteSink();

	/** For readers, in no order. */
	private final Segment[] segments;

	/** For the writer: those in use, oldest first. */
	private final Segment[] inUse;

	private int used;

	/** How many stretches were begun. */
	private long stretches;

	private boolean broken = true;

	private boolean complained;

	/** Of the newest entry that readers may look for. */
	private volatile long newest = -1;

	/**
	 * Makes a recorder that holds nothing.
	 * @param format the form of the trace
	 */
	public TraceRecorder(TraceFormat<S, M> format) {
		this(format, TraceBudget.WHOLE);
	}

	/**
	 * Makes a recorder that holds nothing and may keep less.
	 * @param format the form of the trace
	 * @param budget how much it may keep
	 */
	public TraceRecorder(TraceFormat<S, M> format, TraceBudget budget) {
		this.format = Objects.requireNonNull(format, "format");
		this.segments = new Segment[budget.segments()];
		this.inUse = new Segment[budget.segments()];
		for (int i = 0; i < this.segments.length; i++) {
			this.segments[i] = new Segment(budget.segmentBytes());
		}
	}

	/**
	 * Records the first step. To be called once, by the loop, before the others.
	 * @param recovered what it began with
	 * @param now the clocks it was given
	 * @param entropy the randomness it was given
	 * @param step what came of it
	 */
	public void started(Recovered recovered, Now now, long entropy, Step<S, M> step) {
		Segment segment = nextSegment(0);
		try {
			this.format.started(recovered, now, entropy, step.effects(), this.sink);
			this.broken = !publish(segment, false);
		}
		catch (RuntimeException | LinkageError ex) {
			complain(ex);
		}
		this.newest = 0;
	}

	/**
	 * Records a step that was taken. To be called by the loop.
	 * @param before the state before it
	 * @param input its input
	 * @param whileSaving whether a ballot was being saved
	 * @param effects what it asked for
	 */
	public void taken(S before, Input<M> input, boolean whileSaving, List<Effect<M>> effects) {
		record(before, input, whileSaving, Outcome.Taken.class, effects, null);
	}

	/**
	 * Records a step whose outcome was refused. To be called by the loop.
	 * @param before the state before it, and after it
	 * @param input its input
	 * @param effects what it asked for
	 */
	public void refused(S before, Input<M> input, List<Effect<M>> effects) {
		record(before, input, true, Outcome.Refused.class, effects, null);
	}

	/**
	 * Records a step that threw. To be called by the loop.
	 * @param before the state before it, and after it
	 * @param input its input
	 * @param whileSaving whether a ballot was being saved
	 * @param failure what it threw
	 */
	public void failed(S before, Input<M> input, boolean whileSaving, Throwable failure) {
		record(before, input, whileSaving, Outcome.Failed.class, List.of(), failure.toString());
	}

	private void record(S before, Input<M> input, boolean whileSaving, Class<?> outcome, List<Effect<M>> effects,
			@Nullable String failure) {
		long number = this.newest + 1;
		try {
			boolean kept = !this.broken && append(input, whileSaving, outcome, effects, failure);
			if (!kept) {
				resume(before, number);
				kept = append(input, whileSaving, outcome, effects, failure);
			}
			// what does not even fit into an empty segment is left out
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
		this.format.resumed(before, this.sink);
		publish(segment, false);
	}

	private boolean append(Input<M> input, boolean whileSaving, Class<?> outcome, List<Effect<M>> effects,
			@Nullable String failure) {
		this.format.stepped(input, whileSaving, outcome, this.sink);
		if (failure != null) {
			this.sink.text(failure);
		}
		else {
			this.format.list(effects, this.sink);
		}
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
	 * The oldest segment, if the others hold enough; else a further one while there is.
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
			logger.warn("An input cannot be written to the trace, which has a gap there; the election goes on."
					+ " Further ones are not reported", failure);
		}
	}

	/**
	 * What is kept, as far as it was recorded when the call began. For any thread.
	 * @param heading where it comes from
	 * @return the trace, null if there is nothing
	 */
	public @Nullable Trace<S, M> trace(Heading heading) {
		for (int i = 0; i < MOST_LAPS; i++) {
			List<Trace.Line<S, M>> lines = lines(this.newest);
			if (!lines.isEmpty()) {
				return new Trace<>(heading, lines);
			}
		}
		return null;
	}

	/**
	 * The entries up to one; none if all were overwritten before they were copied. Later
	 * ones could not be told to be complete.
	 */
	private List<Trace.Line<S, M>> lines(long last) {
		List<Segment.Copy> copies = new ArrayList<>();
		for (Segment segment : this.segments) {
			Segment.Copy copy = segment.copy();
			if (copy != null && copy.first() <= last) {
				copies.add(copy);
			}
		}
		List<Trace.Line<S, M>> lines = new ArrayList<>();
		for (Segment.Copy copy : Segment.Copy.unbroken(copies)) {
			addLines(copy, last, lines);
		}
		return lines;
	}

	private void addLines(Segment.Copy copy, long last, List<Trace.Line<S, M>> lines) {
		ByteSource source = new ByteSource(copy.bytes(), copy.bytes().length);
		long number = copy.first();
		while (!source.isAtEnd() && number <= last) {
			source.forgetLast();
			TraceEntry<S, M> entry = this.format.entry(source);
			boolean known = entry instanceof TraceEntry.Resumed<S, M> && !lines.isEmpty()
					&& lines.get(lines.size() - 1).number() == number;
			if (!known) {
				lines.add(new Trace.Line<>(number, entry));
			}
			number++;
		}
	}

}
