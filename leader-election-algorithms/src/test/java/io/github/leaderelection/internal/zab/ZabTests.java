package io.github.leaderelection.internal.zab;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.NominationCluster;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ZabNomination}.
 */
class ZabTests {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private final Map<NodeId, Position> positions = new HashMap<>();

	private NominationCluster<ZabState, ZabMessage> cluster(int size) {
		return new NominationCluster<>(new ZabNomination(), size, AlgorithmOptions.NONE).positions(this.positions::get,
				MILLI / 5);
	}

	private static NodeId id(int number) {
		return NodeId.of(String.valueOf((char) ('a' + number - 1)));
	}

	private void all(int size, Position position) {
		for (int i = 1; i <= size; i++) {
			this.positions.put(id(i), position);
		}
	}

	@Test
	void aSettleTimeOfManyYearsIsRefusedLikeAnyThatIsTooLong() {
		NodeId self = NodeId.of("a");
		ElectionSettings huge = ElectionSettings.of("cluster", "group", self, List.of(self))
			.options(AlgorithmOptions.of("zab", Map.of(SettleTime.OPTION, "PT9223372036854775807S")))
			.build();
		assertThatIllegalArgumentException().isThrownBy(() -> SettleTime.nanos(huge))
			.withMessageContaining(SettleTime.OPTION);
	}

	@Test
	void amongEqualPositionsTheHighestIdLeads() {
		all(5, new Position(3, 7));

		assertThat(cluster(5).startAll().run(5 * SECOND).leaders()).containsExactly(id(5));
	}

	@Test
	void aHigherPositionBeatsAHigherId() {
		all(5, new Position(3, 7));
		this.positions.put(id(2), new Position(3, 8));

		assertThat(cluster(5).startAll().run(5 * SECOND).leaders()).containsExactly(id(2));
	}

	@Test
	void aHigherTermBeatsAHigherIndex() {
		all(3, new Position(3, 900));
		this.positions.put(id(1), new Position(4, 1));

		assertThat(cluster(3).startAll().run(5 * SECOND).leaders()).containsExactly(id(1));
	}

	@Test
	void whoeverIsMostUpToDateLeadsAfterACrashWhateverTheSeed() {
		for (int seed = 1; seed <= 200; seed++) {
			Random random = new Random(seed);
			int size = 3 + 2 * random.nextInt(2);
			all(size, new Position(1, 1));
			NominationCluster<ZabState, ZabMessage> cluster = cluster(size).entropy(seed).startAll().run(5 * SECOND);
			NodeId before = cluster.leaders().get(0);
			List<NodeId> left = cluster.members().stream().filter((id) -> !id.equals(before)).toList();
			left.forEach((id) -> this.positions.put(id, new Position(1 + random.nextInt(3), random.nextInt(4))));
			NodeId best = left.stream()
				.max((one,
						other) -> Vote.of(this.positions.get(one), one)
							.isBetterThan(Vote.of(this.positions.get(other), other)) ? 1 : -1)
				.orElseThrow();

			cluster.crash(before).run(3 * SECOND);

			assertThat(cluster.leaders()).as("seed %d", seed).containsExactly(best);
		}
	}

	@Test
	void oneThatDoesNotTellItsPositionVotesForOthers() {
		all(3, new Position(3, 7));
		this.positions.remove(id(3));

		NominationCluster<ZabState, ZabMessage> cluster = cluster(3).startAll().run(5 * SECOND);

		assertThat(cluster.leaders()).containsExactly(id(2));
	}

	@Test
	void whereNobodyTellsItsPositionNobodyLeadsUntilSomebodyDoes() {
		NominationCluster<ZabState, ZabMessage> cluster = cluster(3).startAll().run(20 * SECOND);
		assertThat(cluster.leaders()).isEmpty();

		this.positions.put(id(1), Position.NONE);

		assertThat(cluster.run(5 * SECOND).leaders()).containsExactly(id(1));
	}

	@Test
	void aLateComerJoinsWithoutAnElection() {
		all(3, Position.NONE);
		NominationCluster<ZabState, ZabMessage> cluster = cluster(3).startAll().run(5 * SECOND);
		NodeId leader = cluster.leaders().get(0);
		NodeId other = cluster.members().stream().filter((id) -> !id.equals(leader)).findFirst().orElseThrow();
		cluster.crash(other).run(3 * SECOND);
		this.positions.put(other, new Position(9, 9));
		long term = cluster.highestTerm();

		cluster.start(other).run(5 * SECOND);

		assertThat(cluster.leaders()).containsExactly(leader);
		assertThat(cluster.highestTerm()).isEqualTo(term);
		assertThat(cluster.state(other).election().leaderId()).isEqualTo(leader);
	}

	@Test
	void aResignedLeaderIsFollowedByTheMostUpToDateOfTheOthers() {
		all(3, Position.NONE);
		NominationCluster<ZabState, ZabMessage> cluster = cluster(3).startAll().run(5 * SECOND);
		assertThat(cluster.leaders()).containsExactly(id(3));
		this.positions.put(id(1), new Position(2, 2));

		cluster.resign(id(3));

		assertThat(cluster.runUntilLed(SECOND)).isLessThan(500 * MILLI);
		assertThat(cluster.leaders()).containsExactly(id(1));
	}

	@Test
	void theCentreOfAStarLeadsThoughTheArmsAreBetter() {
		all(5, Position.NONE);
		NominationCluster<ZabState, ZabMessage> cluster = cluster(5).startAll().run(5 * SECOND);

		cluster.only("ab", "ac", "ad", "ae").run(6 * SECOND);

		assertThat(cluster.leaders()).containsExactly(id(1));
		long term = cluster.highestTerm();
		assertThat(cluster.run(20 * SECOND).highestTerm()).isEqualTo(term);
	}

	@Test
	void theFurthestThatOneAloneHearsDoesNotKeepTheOthersApart() {
		all(4, new Position(3, 7));
		this.positions.put(id(2), new Position(3, 8));
		NominationCluster<ZabState, ZabMessage> cluster = cluster(4).startAll().run(5 * SECOND);
		assertThat(cluster.leaders()).containsExactly(id(2));

		// b leads no more: it hears a and d, and d alone hears it
		cluster.lose((sent) -> sent.from().equals(id(2)) ? !sent.to().equals(id(4))
				: sent.to().equals(id(2)) && sent.from().equals(id(3)));

		assertThat(cluster.run(4 * SECOND).leaders()).hasSize(1).doesNotContain(id(2));
	}

	/**
	 * Else the one that hears it stand gives it time in each round, and keeps the others
	 * waiting.
	 */
	@Test
	void oneThatStoodAndOpensTheNextRoundItselfIsPassedOver() {
		all(5, new Position(3, 7));
		NodeId mute = id(4);
		NominationCluster<ZabState, ZabMessage> cluster = cluster(5).startAll().run(5 * SECOND);
		// it stands, and hears no answer to that
		cluster.lose((sent) -> sent.to().equals(mute) && !(sent.body() instanceof ZabMessage.Notification))
			.crash(id(5));
		NodeId one = opensNextRoundTo(cluster, mute,
				(id) -> !id.equals(id(5)) && cluster.state(id).phase() == ZabState.Phase.FOLLOWING
						&& cluster.state(id).vote() != null && mute.equals(cluster.state(id).vote().member()));
		assertThat(cluster.state(one).failed()).containsExactly(mute);
	}

	@Test
	void oneThatWasPassedOverIsNotVotedForInTheRoundOfAnother() {
		all(5, new Position(3, 7));
		NominationCluster<ZabState, ZabMessage> cluster = cluster(5).startAll().run(5 * SECOND);
		NodeId mute = id(4);
		// it votes for itself, but nobody hears it stand
		cluster.lose((sent) -> sent.from().equals(mute) && !(sent.body() instanceof ZabMessage.Notification))
			.crash(id(5));
		opensNextRoundTo(cluster, mute,
				(id) -> id.compareTo(mute) < 0 && cluster.state(id).failed().equals(List.of(mute)));
		assertThat(cluster.run(SECOND).leaders()).containsExactly(id(3));
	}

	/**
	 * Opens the next round of the first member of which this is so, in the name of one
	 * that it does not vote for there.
	 */
	private static NodeId opensNextRoundTo(NominationCluster<ZabState, ZabMessage> cluster, NodeId mute,
			Predicate<NodeId> isSo) {
		List<NodeId> found = List.of();
		for (int i = 0; i < 3000 && found.isEmpty(); i++) {
			found = cluster.run(MILLI).members().stream().filter(isSo).toList();
		}
		assertThat(found).isNotEmpty();
		NodeId one = found.get(0);
		long round = cluster.state(one).round() + 1;

		cluster.deliver(mute, one, new ZabMessage.Notification(round, new Vote(3, 7, mute))).run(2 * MILLI);

		assertThat(cluster.state(one).round()).isEqualTo(round);
		assertThat(cluster.state(one).vote()).isNotNull().extracting(Vote::member).isNotEqualTo(mute);
		return one;
	}

	@Test
	void lostNotificationsAreToldAgain() {
		all(3, Position.NONE);
		int[] lost = new int[1];
		NominationCluster<ZabState, ZabMessage> cluster = cluster(3)
			.losing((message) -> message instanceof ZabMessage.Notification && lost[0]++ < 10);

		assertThat(cluster.startAll().run(6 * SECOND).leaders()).hasSize(1);
		assertThat(lost[0]).isGreaterThan(10);
	}

}
