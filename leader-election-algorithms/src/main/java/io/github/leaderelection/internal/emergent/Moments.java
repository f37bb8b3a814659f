package io.github.leaderelection.internal.emergent;

/**
 * When tasks are due or began, by the monotonic clock; {@link Contacts#NEVER} for others.
 *
 * @param call when a coordinator next calls for other groups
 * @param question when a member of a large group next asks for the list's version
 * @param leaderless since when a coordinator could lead but does not
 * @param handOver when a coordinator lets the next oldest lead, because the chosen member
 * did not
 * @param elders since when a member of a large group with a silent coordinator asks all
 * older members
 */
record Moments(long beat, long call, long question, long leaderless, long handOver, long elders) {

	static final Moments NONE = new Moments(Contacts.NEVER, Contacts.NEVER, Contacts.NEVER, Contacts.NEVER,
			Contacts.NEVER, Contacts.NEVER);

	Moments withBeat(long nanos) {
		return new Moments(nanos, this.call, this.question, this.leaderless, this.handOver, this.elders);
	}

	Moments withCall(long nanos) {
		return new Moments(this.beat, nanos, this.question, this.leaderless, this.handOver, this.elders);
	}

	Moments withQuestion(long nanos) {
		return new Moments(this.beat, this.call, nanos, this.leaderless, this.handOver, this.elders);
	}

	Moments withLeaderless(long nanos) {
		return new Moments(this.beat, this.call, this.question, nanos, this.handOver, this.elders);
	}

	Moments withHandOver(long nanos) {
		return new Moments(this.beat, this.call, this.question, this.leaderless, nanos, this.elders);
	}

	Moments withElders(long nanos) {
		return new Moments(this.beat, this.call, this.question, this.leaderless, this.handOver, nanos);
	}

}
