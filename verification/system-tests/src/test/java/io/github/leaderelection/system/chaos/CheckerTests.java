package io.github.leaderelection.system.chaos;

import java.util.List;

import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.LifeRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Checker}: it finds each violation, and none where there is none.
 */
class CheckerTests {

	/** Answers from one stamp to another. */
	private static Run answers(long answer, long from, long until) {
		return new Run(answer, from, from + 1, until - 1, until, 10);
	}

	private static Happening granted(long at, long token) {
		return new Happening(at, Kind.GRANTED, token);
	}

	private static Happening revoked(long at, long token) {
		return new Happening(at, Kind.REVOKED, token);
	}

	private static LifeRecord life(String node, List<Run> samples, Happening... happenings) {
		return new LifeRecord(node, samples, List.of(), List.of(), List.of(happenings));
	}

	private static Attempt write(long counter, String node, long token, boolean accepted) {
		return new Attempt(node, token, 0, 1, accepted, counter);
	}

	private static List<String> promisesBroken(LifeRecord... records) {
		return Checker.violations(List.of(records), List.of()).stream().map(Violation::promise).toList();
	}

	private static List<Violation> register(Attempt... attempts) {
		return Checker.violations(List.of(), List.of(attempts))
			.stream()
			.filter((each) -> each.promise().equals("register"))
			.toList();
	}

	@Test
	void reignsInTurnAreRight() {
		assertThat(
				promisesBroken(
						life("a", List.of(answers(0, 0, 10), answers(7, 11, 50), answers(0, 51, 99)), granted(12, 7),
								revoked(51, 7)),
						life("b", List.of(answers(0, 0, 55), answers(8, 56, 99)), granted(57, 8))))
			.isEmpty();
	}

	@Test
	void grantOfOneTokenToTwoNodesBreaksS1() {
		assertThat(promisesBroken(life("a", List.of(), granted(12, 7)), life("b", List.of(), granted(40, 7))))
			.contains("S1");
	}

	@Test
	void termLedByTwoNodesBreaksS1ThoughTheirTokensDiffer() {
		LifeRecord raised = new LifeRecord("a", List.of(), List.of(answers(7, 0, 10), answers(9, 11, 20)), List.of(),
				List.of(granted(1, 7)));
		assertThat(promisesBroken(raised, life("b", List.of(), granted(40, 9)))).containsExactly("S1");
	}

	@Test
	void tokenGrantedAgainAfterARestartBreaksS1AndS3() {
		assertThat(promisesBroken(life("a", List.of(), granted(12, 7)), life("a", List.of(), granted(40, 7))))
			.containsExactlyInAnyOrder("S1", "S3");
	}

	@Test
	void yesUnderALowerTokenAfterAYesUnderAHigherBreaksS2() {
		assertThat(promisesBroken(life("a", List.of(answers(7, 0, 80))), life("b", List.of(answers(8, 56, 99)))))
			.containsExactly("S2");
	}

	@Test
	void questionOfAWriterCountsForS2() {
		Attempt late = new Attempt("a", 7, 60, 61, false, 3);
		assertThat(Checker.violations(List.of(life("b", List.of(answers(8, 50, 99)))), List.of(late)))
			.extracting(Violation::promise)
			.containsExactly("S2");
	}

	@Test
	void lowerTokenGrantedLaterBreaksS3() {
		assertThat(promisesBroken(life("a", List.of(answers(0, 0, 10), answers(8, 11, 20))),
				life("b", List.of(answers(0, 0, 30), answers(7, 31, 40)))))
			.contains("S3");
	}

	@Test
	void listenerThatHearsLateIsNoOffence() {
		assertThat(promisesBroken(life("a", List.of(answers(0, 0, 10), answers(7, 11, 20)), granted(90, 7)),
				life("b", List.of(answers(0, 0, 30), answers(8, 31, 99)), granted(32, 8))))
			.isEmpty();
	}

	@Test
	void lowerTokenOfTheSameNodeBreaksS3() {
		assertThat(promisesBroken(life("a", List.of(), granted(12, 8)), life("a", List.of(), granted(40, 7))))
			.containsExactly("S3");
	}

	@Test
	void grantThatEndsTwiceOrNotAtAllIsFound() {
		assertThat(promisesBroken(life("a", List.of(), granted(1, 7), revoked(2, 7), revoked(3, 7))))
			.containsExactly("one revocation a grant");
		assertThat(promisesBroken(life("a", List.of(), granted(1, 7), granted(2, 8), revoked(3, 8))))
			.containsExactly("one revocation a grant");
	}

	@Test
	void registerThatRisesIsRight() {
		assertThat(register(write(1, "a", 7, true), write(1, "b", 5, false), write(2, "a", 7, true),
				write(3, "b", 8, true)))
			.isEmpty();
	}

	@Test
	void olderTokenAcceptedAfterANewerIsFound() {
		assertThat(register(write(1, "b", 8, true), write(2, "a", 7, true))).singleElement()
			.extracting(Violation::what)
			.asString()
			.contains("under token 7 was accepted after one of b under 8");
	}

	@Test
	void writeThatGotLostIsFound() {
		assertThat(register(write(1, "a", 7, true), write(3, "a", 7, true))).hasSize(1);
	}

	@Test
	void tokenOfTwoWritersIsFound() {
		assertThat(register(write(1, "a", 7, true), write(2, "b", 7, true))).hasSize(1);
	}

}
