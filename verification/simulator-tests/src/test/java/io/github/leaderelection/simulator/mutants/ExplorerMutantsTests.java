package io.github.leaderelection.simulator.mutants;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A search finds what breaks a promise, on a short way, and finds nothing within the same
 * bounds where nothing is mutated.
 */
class ExplorerMutantsTests {

	private static final String TIMELESS = "TIMELESS 3 1 0 ttt";

	private static final String BREAK = "TIMELESS 3 0 1 ttt";

	private static final String TWO_NODES = "TIMELESS 2 0 0 tt";

	private static final String CLOCKED = "CLOCKED 3 0 0 sff";

	private static final String FORGOTTEN_VOTE = "CLOCKED 5 1 0 sffff lost=1 opening=forgotten-vote";

	private static final String SHORTER_LEASE = "CLOCKED 3 1 0 sff leases=lsl opening=shorter-lease";

	private static final String NOMINATED = "TIMELESS 3 0 0 ttt ";

	private static final MutantWorld world = new MutantWorld();

	@Test
	void quorumOfHalfBreaksS1() {
		isFound(shipped("half-is-a-quorum"), TWO_NODES, 2, "S1");
	}

	@Test
	void leaseFromArrivalBreaksS2() {
		isFound(shipped("lease-from-arrival"), CLOCKED, 12, "S2");
	}

	@Test
	void startWithoutWaitBreaksS2AndS3() {
		isFound(shipped("start-wait-left-out"), TIMELESS, 8, "S2", "S3");
	}

	@Test
	void promiseDroppedOnDisconnectBreaksS2AndS3() {
		isFound(shipped("promise-dropped-on-disconnect"), BREAK, 7, "S2", "S3");
	}

	@Test
	void twoVotesInATermBreakS4() {
		isFound(shipped("two-votes-a-term"), TIMELESS, 3, "S4");
	}

	@Test
	void voteThatIsNotSavedBreaksS4() {
		isFound(shipped("vote-before-saved"), TIMELESS, 2, "S4");
	}

	@Test
	void forgottenVoteBreaksS2OfFiveNodes() {
		isFound(shipped("lost-disk-acknowledges-at-once"), FORGOTTEN_VOTE, 8, "S2");
	}

	@Test
	void promiseOfAShorterLeaseThatCountsForTheLongerBreaksS2() {
		isFound(shipped("mixed-lease-counts-own"), SHORTER_LEASE, 6, "S2");
	}

	@Test
	void promiseForTheShorterLeaseBreaksS2() {
		isFound(shipped("span-of-candidate-ignored"), "CLOCKED 3 0 0 sff directories=lss", 8, "S2");
	}

	@Test
	void grantThatIsNotRevokedBreaksThePairing() {
		Mutant mutant = MutantReader.read("grant-not-revoked", """
				rule: 15
				breaks: Each grant ends with one revocation.

				--- quorum/step/RoleChanges.java
				<<<<
				step.beforeSave(new Effect.Revoke<>(leader.token(), reason));
				====
				>>>>
				""".lines().toList());
		isFound(mutant, TIMELESS, 4, "pairing of grants");
	}

	@Test
	void smallerMinimumBreaksS1OfBully() {
		isFound(smallerMinimum(), NOMINATED + "bully", 2, "S1");
	}

	@Test
	void smallerMinimumBreaksS1OfRing() {
		isFound(smallerMinimum(), NOMINATED + "ring", 2, "S1");
	}

	@Test
	void smallerMinimumBreaksS1OfEmergent() {
		String all = "return settings.options().wholeNumber(OPTION, 1, 1, settings.members().size());";
		isFound(edit("nomination/MinimumClusterSize.java", all, all.replace(";", " - 1;")), NOMINATED + "emergent", 2,
				"S1");
	}

	@Test
	void electionByHalfBreaksS1OfBallot() {
		isFound(edit("ballot/BallotNomination.java", "public NominationHeader<BallotState, BallotMessage> header() {",
				"""
						public int required(ElectionSettings settings) {
							return settings.quorum() - 1;
						}

						@Override
						public NominationHeader<BallotState, BallotMessage> header() {
						"""), NOMINATED + "ballot", 2, "S1");
	}

	@Test
	void nothingIsFoundWhereNothingIsMutated() {
		for (String bounds : List.of(TWO_NODES, BREAK)) {
			assertThat(search(Map.of(), bounds)).isNull();
		}
	}

	private static Mutant smallerMinimum() {
		String all = "? MinimumClusterSize.of(settings) : settings.quorum();";
		return edit("nomination/Nomination.java", all, all.replace(" :", " - 1 :"));
	}

	private static Mutant edit(String file, String search, String replacement) {
		return new Mutant("edit", "", "a rule of " + file, List.of(), "",
				List.of(new SourceEdit(file, search, replacement)), Mutant.QUORUM);
	}

	private static Mutant shipped(String name) {
		return Mutants.all().stream().filter((mutant) -> mutant.name().equals(name)).findFirst().orElseThrow();
	}

	private static void isFound(Mutant mutant, String bounds, int events, String... promises) {
		Catch found = search(world.compile(mutant), bounds);
		assertThat(found).as("what is true no more: %s", mutant.breaks()).isNotNull();
		assertThat(found.promise().substring(0, found.promise().indexOf(':'))).isIn((Object[]) promises);
		assertThat(found.what().lines()).as(found.what()).hasSize(events);
	}

	private static @Nullable Catch search(Map<String, byte[]> mutated, String bounds) {
		Catch found = world.searchInTurn(mutated, bounds);
		return (found != null || mutated.isEmpty()) ? found : world.search(mutated, bounds);
	}

}
