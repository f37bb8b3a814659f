package io.github.leaderelection.internal.bully;

import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.NominationCluster;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.Event;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BullyNomination}.
 */
class BullyTests {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final AlgorithmOptions ANY_NUMBER = AlgorithmOptions.NONE;

	private static NominationCluster<BullyState, BullyMessage> cluster(int size, AlgorithmOptions options) {
		return new NominationCluster<>(new BullyNomination(), size, options);
	}

	private static AlgorithmOptions atLeast(int members) {
		return AlgorithmOptions.of("bully", Map.of("minimum-cluster-size", Integer.toString(members)));
	}

	private static NodeId id(int number) {
		return NodeId.of(String.valueOf((char) ('a' + number - 1)));
	}

	private static NominationCluster<BullyState, BullyMessage> led(int size, AlgorithmOptions options) {
		NominationCluster<BullyState, BullyMessage> cluster = cluster(size, options).startAll().run(5 * SECOND);
		assertThat(cluster.leaders()).containsExactly(id(size));
		cluster.takeSent();
		return cluster;
	}

	@Test
	void theNextHighestLeadsAfterACrashAndOneElectionWasSpent() {
		NominationCluster<BullyState, BullyMessage> cluster = led(5, ANY_NUMBER);
		cluster.crash(id(5)).run(2 * SECOND);

		assertThat(cluster.leaders()).containsExactly(id(4));
		long term = cluster.highestTerm();
		cluster.run(20 * SECOND);
		assertThat(cluster.highestTerm()).isEqualTo(term);
		assertThat(cluster.takeSent().get("Coordinator")).isLessThanOrEqualTo(3 + 3);
	}

	@Test
	void eachPartOfADividedNetworkHasItsOwnLeaderAndAfterwardsTheHighestLeads() {
		NominationCluster<BullyState, BullyMessage> cluster = led(5, ANY_NUMBER);

		cluster.only("ab", "ac", "bc", "de").run(3 * SECOND);
		assertThat(cluster.leaders()).containsExactly(id(3), id(5));

		cluster.heal().run(8 * SECOND);
		assertThat(cluster.leaders()).containsExactly(id(5));
	}

	@Test
	void withAMajorityAskedForOnlyTheLargerPartHasALeader() {
		NominationCluster<BullyState, BullyMessage> cluster = led(5, atLeast(3));

		cluster.only("ab", "ac", "bc", "de").run(3 * SECOND);

		assertThat(cluster.leaders()).containsExactly(id(3));
	}

	@Test
	void sixthOfSevenNoticesAndTellsFiveOthers() {
		NominationCluster<BullyState, BullyMessage> cluster = withoutHighest();

		notice(cluster, 6);

		assertThat(cluster.takeSent()).isEqualTo(Map.of("Election", 1, "Coordinator", 5));
		assertThat(cluster.run(SECOND).leaders()).containsExactly(id(6));
	}

	@Test
	void firstOfSevenNoticesAndEachHigherOneStartsOnce() {
		NominationCluster<BullyState, BullyMessage> cluster = withoutHighest();

		notice(cluster, 1);

		assertThat(cluster.takeSent()).isEqualTo(Map.of("Election", 21, "Answer", 15, "Coordinator", 5));
		assertThat(cluster.run(SECOND).leaders()).containsExactly(id(6));
	}

	@Test
	void fourthOfSevenNoticesThatTheFifthIsGoneAndTheLeaderSpeaksAgain() {
		NominationCluster<BullyState, BullyMessage> cluster = led(7, ANY_NUMBER);
		cluster.powerOff(id(5)).run(200 * MILLI);
		cluster.takeSent();

		// the third asks, and only what the others say is counted
		cluster.deliver(id(3), id(4), new BullyMessage.Election()).run(90 * MILLI);

		assertThat(cluster.takeSent()).isEqualTo(Map.of("Election", 3 + 1, "Answer", 1 + 2 + 1, "Coordinator", 6));
		assertThat(cluster.leaders()).containsExactly(id(7));
	}

	/** Seven members, of which the highest is gone, and none has looked for it yet. */
	private static NominationCluster<BullyState, BullyMessage> withoutHighest() {
		NominationCluster<BullyState, BullyMessage> cluster = led(7, ANY_NUMBER);
		cluster.powerOff(id(7));
		cluster.takeSent();
		return cluster;
	}

	private static void notice(NominationCluster<BullyState, BullyMessage> cluster, int number) {
		cluster.disconnect(id(number), id(7))
			.feed(id(number), new Event.TimerFired<>(NominationTimer.ATTEMPT))
			.run(90 * MILLI);
	}

}
