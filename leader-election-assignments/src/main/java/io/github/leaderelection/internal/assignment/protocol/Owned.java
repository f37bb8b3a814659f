package io.github.leaderelection.internal.assignment.protocol;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * A partition with the token of its ownership, as owned or as listed.
 *
 * @param release whether it drains, or is to be drained
 */
public record Owned(Partition partition, LeaderSequenceNumber token, boolean release) {

	Owned released() {
		return new Owned(this.partition, this.token, true);
	}

}
