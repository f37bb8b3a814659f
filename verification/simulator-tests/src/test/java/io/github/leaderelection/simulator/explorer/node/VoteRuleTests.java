package io.github.leaderelection.simulator.explorer.node;

import java.util.List;

import io.github.leaderelection.simulator.explorer.bounds.TimeScale;
import io.github.leaderelection.spi.Ballot;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link VoteRule}.
 */
class VoteRuleTests {

	private final Ballot.Vote forA = new Ballot.Vote(TimeScale.id(0), 1);

	private final Ballot.Vote forB = new Ballot.Vote(TimeScale.id(1), 17);

	private final Ballot free = new Ballot("id-c", true, 1, null, 0, 0, 0, false);

	@Test
	void savedVoteMayLeave() {
		assertThat(new VoteRule(this.free, this.free.withVote(2, this.forA), List.of()).allows(this.forA, 2)).isTrue();
		assertThat(new VoteRule(this.free, this.free.withVote(2, this.forA), List.of()).allows(this.forB, 2)).isFalse();
	}

	@Test
	void unsavedVoteMayNotLeave() {
		assertThat(new VoteRule(this.free, this.free, List.of()).allows(this.forA, 2)).isFalse();
		assertThat(new VoteRule(this.free, this.free, List.of()).allows(this.forA, 1)).isFalse();
	}

	@Test
	void voteMayLeaveUnderHigherTermOnlyIfItsTermWasFree() {
		Ballot higher = this.free.withTerm(3);
		assertThat(new VoteRule(this.free, higher, List.of()).allows(this.forA, 2)).isTrue();
		assertThat(new VoteRule(this.free.withVote(2, this.forA), higher, List.of()).allows(this.forA, 2)).isTrue();
		assertThat(new VoteRule(this.free.withVote(2, this.forB), higher, List.of()).allows(this.forA, 2)).isFalse();
		assertThat(new VoteRule(higher, higher, List.of()).allows(this.forA, 2)).isFalse();
	}

}
