package io.github.leaderelection.simulator.invariant;

import io.github.leaderelection.Position;
import io.github.leaderelection.internal.zab.Vote;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.simulator.trace.Trace;
import io.github.leaderelection.spi.Ballot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PositionWatch}.
 */
class PositionWatchTests {

	private static final long[] INCARNATIONS = { 10, 11, 12 };

	private final @Nullable Position[] positions = { new Position(1, 5), new Position(1, 4), new Position(1, 6) };

	private final Findings findings = new Findings(Trace.off(), new VirtualTime());

	private final PositionWatch watch = new PositionWatch(this.findings, 3, (machine) -> this.positions[machine]);

	PositionWatchTests() {
		step(0, null, true);
	}

	private void step(long term, Ballot.@Nullable Vote vote, boolean first) {
		this.watch.stepped(0, new Ballot("identity", true, term, vote, 0, 0, 0, false), first, INCARNATIONS);
	}

	private static Ballot.Vote vote(int candidate) {
		return new Ballot.Vote(Machines.id(candidate), INCARNATIONS[candidate]);
	}

	@Test
	void aVoteForOneThatIsAheadOrForItselfIsRight() {
		step(1, vote(2), false);
		step(2, vote(0), false);
		this.positions[1] = new Position(1, 5);
		step(3, vote(1), false);
		assertThat(this.findings.first()).isNull();
		assertThat(this.watch.votes()).isEqualTo(2);
	}

	@Test
	void aVoteForOneThatIsBehindIsNoticed() {
		step(1, vote(1), false);
		assertThat(this.findings.broken()).containsExactly("no vote for one that is behind");
	}

	@Test
	void aVoteThatStandsIsNotANewOne() {
		step(1, vote(2), false);
		this.positions[0] = new Position(1, 9);
		step(1, vote(2), false);
		assertThat(this.findings.first()).isNull();
	}

	@Test
	void anOldVoteThatIsRecoveredOrFallenBackToIsNotANewOne() {
		step(3, vote(1), true);
		step(3, vote(1), false);
		step(5, vote(2), false);
		step(3, vote(1), false);
		assertThat(this.findings.first()).isNull();
	}

	@Test
	void aVoteForAProcessThatHasEndedIsWorthNothing() {
		this.watch.started(1, INCARNATIONS);
		step(1, vote(1), false);
		step(2, new Ballot.Vote(Machines.id(1), 7), false);
		this.positions[1] = null;
		step(3, vote(1), false);
		assertThat(this.findings.first()).isNull();
		assertThat(this.watch.votes()).isZero();
	}

}
