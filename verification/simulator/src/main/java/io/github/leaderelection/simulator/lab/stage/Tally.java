package io.github.leaderelection.simulator.lab.stage;

/**
 * What a run has cost up to an instant.
 *
 * @param electionMessages how many of them were for an election: scouts, proposals, their
 * answers, and cessions
 * @param elections how many proposals were made: a candidate and a term count once
 * @param logLines how many lines the nodes wrote to their logs, at INFO and above
 */
public record Tally(long nanos, long ledNanos, long messages, long electionMessages, long elections, long changes,
		long term, long logLines) {

	static final Tally NOTHING = new Tally(0, 0, 0, 0, 0, 0, 0, 0);

	/** What was added since. */
	public Tally since(Tally before) {
		return new Tally(this.nanos - before.nanos, this.ledNanos - before.ledNanos, this.messages - before.messages,
				this.electionMessages - before.electionMessages, this.elections - before.elections,
				this.changes - before.changes, this.term - before.term, this.logLines - before.logLines);
	}

	/** The sum of two. */
	public Tally plus(Tally other) {
		return new Tally(this.nanos + other.nanos, this.ledNanos + other.ledNanos, this.messages + other.messages,
				this.electionMessages + other.electionMessages, this.elections + other.elections,
				this.changes + other.changes, this.term + other.term, this.logLines + other.logLines);
	}

}
