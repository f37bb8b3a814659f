package io.github.leaderelection.simulator.lab.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

import io.github.leaderelection.simulator.lab.stage.RecordedMessage;
import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.stage.Recording.Fault;
import io.github.leaderelection.simulator.lab.stage.Recording.Kind;
import io.github.leaderelection.simulator.lab.stage.Recording.Span;
import io.github.leaderelection.simulator.lab.stage.Recording.Standing;

/**
 * The part of a run that a sequence diagram shows: from just before the first thing done
 * to a cluster that has a leader. Heartbeats are left out where nothing else happens.
 */
final class Excerpt {

	private static final int MOST_MESSAGES = 150;

	private final Recording recording;

	private final NavigableSet<Long> interesting = new TreeSet<>();

	private final List<RecordedMessage> messages = new ArrayList<>();

	private final long from;

	private long until;

	Excerpt(Recording recording) {
		this.recording = recording;
		long origin = origin();
		this.from = Math.max(0, origin - recording.settings().heartbeat());
		this.until = recording.endNanos();
		mark();
		select();
	}

	/**
	 * What times are counted from: the first thing that was done to a cluster with a
	 * leader, else the beginning.
	 */
	long origin() {
		long firstReign = this.recording.spans()
			.stream()
			.filter((span) -> span.kind() == Kind.LEADS)
			.mapToLong(Span::from)
			.min()
			.orElse(0);
		return this.recording.faults().stream().mapToLong(Fault::at).filter((at) -> at > firstReign).min().orElse(0);
	}

	private void mark() {
		this.recording.faults().forEach((fault) -> this.interesting.add(fault.at()));
		this.recording.standings().forEach((standing) -> this.interesting.add(standing.at()));
		for (RecordedMessage message : this.recording.messages()) {
			if (Says.of(message.body()) != Says.BEAT) {
				this.interesting.add(message.sent());
			}
		}
		for (Span span : this.recording.spans()) {
			this.interesting.add(span.from());
			if (span.until() < this.recording.endNanos()) {
				this.interesting.add(span.until());
			}
		}
	}

	private void select() {
		for (RecordedMessage message : this.recording.messages()) {
			boolean shown = message.sent() >= this.from
					&& (Says.of(message.body()) != Says.BEAT || isNearSomething(message.sent()));
			if (!shown) {
				continue;
			}
			if (this.messages.size() == MOST_MESSAGES) {
				this.until = message.sent() - 1;
				return;
			}
			this.messages.add(message);
		}
		long last = this.messages.stream()
			.mapToLong((message) -> Math.max(message.sent(), message.arrived()))
			.max()
			.orElse(this.until);
		long lastMark = this.interesting.isEmpty() ? last : this.interesting.last();
		this.until = Math.min(this.until, Math.max(last, lastMark) + 1);
	}

	private boolean isNearSomething(long at) {
		long reach = this.recording.settings().heartbeat() * 21 / 20;
		Long before = this.interesting.floor(at);
		Long after = this.interesting.ceiling(at);
		return (before != null && at - before <= reach) || (after != null && after - at <= reach);
	}

	List<RecordedMessage> messages() {
		return this.messages;
	}

	List<Standing> standings() {
		return this.recording.standings().stream().filter((standing) -> isWithin(standing.at())).toList();
	}

	List<Fault> faults() {
		return this.recording.faults().stream().filter((fault) -> isWithin(fault.at())).toList();
	}

	List<Span> spans() {
		return this.recording.spans()
			.stream()
			.filter((span) -> span.until() >= this.from && span.from() <= this.until)
			.map((span) -> new Span(span.node(), span.kind(), span.token(), Math.max(span.from(), this.from),
					Math.min(span.until(), this.until)))
			.toList();
	}

	/**
	 * How many messages of this span of time are not drawn.
	 */
	long leftOut(long after, long before) {
		return this.recording.messages()
			.stream()
			.filter((message) -> message.sent() > after && message.sent() < before)
			.filter((message) -> !this.messages.contains(message))
			.count();
	}

	private boolean isWithin(long at) {
		return at >= this.from && at <= this.until;
	}

	long from() {
		return this.from;
	}

	long until() {
		return this.until;
	}

	boolean goesOn() {
		return this.messages.size() == MOST_MESSAGES;
	}

}
