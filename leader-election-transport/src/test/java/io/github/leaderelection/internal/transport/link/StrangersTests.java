package io.github.leaderelection.internal.transport.link;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Strangers}.
 */
class StrangersTests {

	private final Strangers<Someone> strangers = new Strangers<>(4);

	private Someone admitted(String host, boolean spoken) {
		Someone someone = new Someone(host, spoken, 100);
		assertThat(this.strangers.admit(someone)).isNull();
		return someone;
	}

	private Someone givesWay() {
		return this.strangers.admit(new Someone("new", false, 0));
	}

	@Test
	void theOldestOfThoseWhoSaidNothingGivesWay() {
		admitted("h", true);
		Someone silent = admitted("h", false);
		admitted("h", false);
		admitted("h", true);
		assertThat(givesWay()).isSameAs(silent);
		assertThat(this.strangers.count()).isEqualTo(4);
	}

	@Test
	void theOldestGivesWayWhereAllHaveSpoken() {
		Someone oldest = admitted("h", true);
		admitted("h", true);
		admitted("h", true);
		admitted("h", true);
		assertThat(givesWay()).isSameAs(oldest);
	}

	@Test
	void theAddressThatHoldsMostGivesWayFirst() {
		Someone other = admitted("other", false);
		Someone oldest = admitted("flood", true);
		Someone silent = admitted("flood", false);
		admitted("flood", true);
		assertThat(givesWay()).isSameAs(silent);
		// Two of the one address are left, one of the other, and one that is new.
		assertThat(givesWay()).isSameAs(oldest);
		assertThat(other.hasSpoken()).isFalse();
	}

	@Test
	void whoProvesItselfOrGoesLeavesItsPlace() {
		admitted("h", false);
		Someone proven = admitted("h", false);
		admitted("h", false);
		admitted("h", false);
		assertThat(this.strangers.hasRoom(0)).isFalse();
		this.strangers.leave(proven);
		assertThat(this.strangers.hasRoom(0)).isTrue();
		assertThat(this.strangers.hasRoom(1)).isFalse();
		assertThat(givesWay()).isNull();
	}

	@Test
	void theSilentAreOverdueOnlyWherePlacesAreShort() {
		Someone silent = admitted("h", false);
		assertThat(this.strangers.takeOverdue(100)).isEmpty();
		admitted("h", true);
		assertThat(this.strangers.takeOverdue(101)).isEmpty();
		assertThat(this.strangers.takeOverdue(100)).containsExactly(silent);
		assertThat(this.strangers.count()).isOne();
	}

	private record Someone(String remoteHost, boolean hasSpoken, long ageMillis) implements Strangers.Stranger {

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			return System.identityHashCode(this);
		}

	}

}
