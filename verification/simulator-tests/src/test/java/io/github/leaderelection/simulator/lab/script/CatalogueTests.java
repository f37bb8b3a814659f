package io.github.leaderelection.simulator.lab.script;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.leaderelection.simulator.lab.stage.LabOutcome;
import io.github.leaderelection.simulator.lab.stage.Range;
import io.github.leaderelection.simulator.lab.variant.Election;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Catalogue} and the format they are written in.
 */
class CatalogueTests {

	private static final long MILLI = 1_000_000;

	@Test
	void indexNamesEveryFileOfTheDirectoryAndNoOther() throws IOException, URISyntaxException {
		URI index = Catalogue.class.getResource("/lab/index").toURI();
		if (!"jar".equals(index.getScheme())) {
			assertThatIndexNamesEveryFileOf(Path.of(index).getParent());
			return;
		}
		try (FileSystem jar = FileSystems.newFileSystem(index, Map.of())) {
			assertThatIndexNamesEveryFileOf(jar.getPath("lab"));
		}
	}

	private static void assertThatIndexNamesEveryFileOf(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			List<String> names = files.map((file) -> file.getFileName().toString())
				.filter((file) -> file.endsWith(".lab"))
				.map((file) -> file.substring(0, file.length() - ".lab".length()))
				.toList();
			assertThat(Stream.concat(Catalogue.names().stream(), Catalogue.breaks().stream()))
				.containsExactlyInAnyOrderElementsOf(names)
				.doesNotHaveDuplicates();
		}
	}

	@Test
	void everyScenarioSaysWhatItShows() {
		assertThat(Catalogue.names()).allSatisfy((name) -> assertThat(Catalogue.find(name).about()).isNotBlank());
	}

	@Test
	void settingsAreRead() {
		Scenario scenario = parse("""
				# What it
				# shows.

				nodes        = 7        # seven
				lease        = 2 s
				heartbeat    = 50ms
				drain        = 1.5 s
				drift        = 2 %
				clocks       = within 1.5 %
				directories  = no
				delay        = 1 to 2.5 ms
				loss         = 0.5 %
				repeats      = 10 %
				silent-links = stay open, closed after 3 s
				save         = 100 us to 1 ms
				steps
				  start all
				""");
		assertThat(scenario.about()).isEqualTo("What it shows.");
		assertThat(scenario.settings().nodes()).isEqualTo(7);
		assertThat(scenario.settings().lease()).isEqualTo(2000 * MILLI);
		assertThat(scenario.settings().heartbeat()).isEqualTo(50 * MILLI);
		assertThat(scenario.settings().drain()).isEqualTo(1500 * MILLI);
		assertThat(scenario.settings().drift()).isEqualTo(0.02);
		assertThat(scenario.settings().clockPpm()).isEqualTo(15_000);
		assertThat(scenario.settings().directories()).isFalse();
		assertThat(scenario.settings().delay()).isEqualTo(new Range(MILLI, 2_500_000));
		assertThat(scenario.settings().lossPerMille()).isEqualTo(5);
		assertThat(scenario.settings().repeatPerMille()).isEqualTo(100);
		assertThat(scenario.settings().silence()).containsExactly(0L, 3000 * MILLI);
		assertThat(scenario.settings().save()).isEqualTo(new Range(100_000, MILLI));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			color = red                     | there is no setting 'color': use one of [breaks, clocks
			nodes                           | 'nodes' is no setting: write 'name = value'
			nodes = five                    | 'five' where the number of nodes is wanted
			nodes = 2.5                     | 2.5 where the number of nodes is wanted: write a whole number
			nodes = 0                       | 0 where the number of nodes is wanted: write 1 or more
			nodes = 3 4                     | '4' is too much
			lease = 1                       | the line ends where the unit of a duration
			lease = 1 hour                  | 'hour' is no unit: use one of us, ms, s, min
			lease = 2 heartbeats            | a setting cannot be counted in what other settings say
			delay = 3 ms to 1 ms            | from 3 to 1: put the shorter one first
			save = 4000 days                | the duration is too long: write at most 3650 days
			delay = -1 ms                   | -1 where a duration is wanted: write 0 to
			loss = 101 %                    | 101 % where how many messages are lost is wanted
			loss = 0.05 %                   | in steps of 0.1 %
			loss = 5                        | the line ends where '%' is wanted
			directories = perhaps           | 'perhaps' where 'yes' or 'no' is wanted
			silent-links = closed           | the line ends where 'after' is wanted
			""")
	void wrongSettingIsRefusedWithItsLine(String line, String complaint) {
		isRefused("# About\n" + line + "\nsteps\n  start all\n", "mine.lab, line 2: ", complaint);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					explode n0                      | there is no step 'explode': use one of [await,
					crash                           | the line ends where a node is wanted
					crash N0                        | 'N0' names no node: write n0, leader
					crash leader now                | 'now' is too much
					crash leader's best successor   | 'best' successor: use one of [first, second
					pause leader                    | the line ends where 'for' is wanted
					pause leader for long           | 'long' where a duration is wanted
					cut leader                      | the line ends where 'from' or 'to' is wanted
					keep only n0                    | 'n0' is no link: write two names with '-'
					call leader = n0                | 'leader' cannot be given as a name
					call a n0                       | 'n0' where '=' is wanted
					repeat 0                        | 0 where how many times is wanted
					repeat 3                        | 'repeat' has no 'end': add one
					end                             | there is no 'repeat' to end
					expect happiness                | the line ends where 'leads', 'follow', 'know'
					clock of n0 runs 5 %            | the line ends where 'slow' or 'fast' is wanted
					wait -1 s                       | -1 where a duration is wanted
					drop Heartbeats                 | 'Heartbeats' is no type of message: use 'messages' for all, or [Answer,
					drop LeaderHeartbeat at n1      | 'at' is too much
					hold messages to n1             | the line ends where 'as' is wanted
					hold messages as N1             | 'N1' cannot be given as a name
					duplicate messages              | the line ends where 'after' is wanted
					delay messages from n1          | the line ends where 'by' is wanted
					pass some                       | 'some' where 'all' is wanted
					slow n1 to n2                   | the line ends where 'by' is wanted
					keep n0-n1                      | 'n0-n1' where a percentage is wanted: write a number
					keep 30 % of nodes              | 'nodes' where 'links' is wanted
					set colour of n0 to 3           | 'colour' where 'drain', 'drift', 'heartbeat', 'lease', 'members', 'preempt' or 'priority' is wanted
					set priority of n0 to -1        | -1 where a number is wanted: write 0 or more
					set lease of n0 by 2 s          | 'by' where 'to' is wanted
					restart n0 without it           | 'it' where 'their' is wanted
					pause candidacy of              | the line ends where a node is wanted
					expect n0 show n1 as ill        | 'ill' is no state of a member: use one of [up,
					expect n0 report trouble        | 'trouble' where words of the problem are wanted
					expect n0 do vote               | 'vote' where 'not' is wanted
					await n0 leading                | 'leading' where 'leads', 'follow', 'know'
					""")
	void wrongStepIsRefusedWithItsLine(String line, String complaint) {
		isRefused("# About\nsteps\n  " + line + "\n", "mine.lab, line 3: ", complaint);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			crash n9                        | there is no n9: there are 5 nodes
			crash leader                    | nobody has led yet: put 'await leader' before
			crash bob                       | nobody is called 'bob' yet: say who with 'call bob = ..'
			judge n0, n1                    | one node is wanted, but 2 are meant
			release votes                   | nothing was ever held as 'votes': put 'hold .. as votes' before
			set lease of n0 to 100 ms       | is shorter than 5 heartbeats
			set members of n0 to n1, n2     | do not include this node
			""")
	void stepThatCannotBePlayedIsRefusedWithItsLine(String line, String complaint) {
		Scenario scenario = parse("steps\n  " + line + "\n");
		assertThatExceptionOfType(ScriptException.class).isThrownBy(() -> play(scenario))
			.withMessageStartingWith("mine.lab, line 2: '" + line + "': ")
			.withMessageContaining(complaint);
	}

	@Test
	void fileWithoutStepsIsRefused() {
		isRefused("# About\nnodes = 3\n", "mine.lab has no steps", "add a line 'steps'");
		isRefused("nodes = 3\nnodes = 4\nsteps\n start all", "mine.lab, line 2", "'nodes' is set twice");
		isRefused("lease = 1 s\nheartbeat = 900 ms\nsteps\n start all", "Scenario mine", "shorter than 5 heartbeats");
		isRefused("clocks = within 9 %\nsteps\n start all", "Scenario mine", "9.0 % exceeds the drift bound of 5.0 %");
	}

	@Test
	void namesStandForWhoWasMeantWhenTheyWereGiven() {
		LabOutcome outcome = play(parse("""
				steps
				  start all
				  await leader
				  wait 1 s
				  call old = leader
				  call next = leader's first successor
				  call rest = all but old, next
				  measure
				  crash old
				  await next leads within 2 leases
				  crash rest
				  await nobody leads within 2 leases
				  start rest, old
				  await leader within 3 bounds
				"""));
		assertThat(outcome.failure()).isNull();
		assertThat(outcome.gaps()).hasSize(2);
	}

	@Test
	void repeatedStepsAreRepeated() {
		LabOutcome outcome = play(parse("""
				steps
				  start all
				  await leader
				  wait 1 s
				  measure
				  repeat 3
				    resign leader
				    await nobody leads
				    await leader
				    wait 1 s
				  end
				"""));
		assertThat(outcome.failure()).isNull();
		assertThat(outcome.gaps()).hasSize(3);
		assertThat(outcome.cost().changes()).isEqualTo(3);
	}

	@Test
	void everyStepCanBePlayed() {
		LabOutcome outcome = play(parse("""
				steps
				  start all
				  await leader
				  disk of n1 takes 1 ms to 5 ms
				  disk of n2 fails
				  disk of n2 works
				  clock of n3 runs 1 % slow
				  wall-clock of n4 jumps 5 min back
				  network delay 1 ms to 2 ms
				  network loss 1 %
				  slow n1 and n2 by 3 ms
				  close n1 and n3
				  hang followers for 50 ms
				  suspend n4 for 20 ms
				  cut n1 to n2
				  isolate n4
				  heal n1 and n2
				  heal all
				  transfer leader to leader's last successor
				  wait 1 lease
				  stop n1
				  power-off n2
				  start n1, n2
				  wait 2 leases
				  vanish n3
				  wipe n3
				  start n3
				  wait 5 heartbeats
				  restart n0
				  wait 1 s
				  watch 1 s
				  expect leader
				  expect at most 3 changes
				  expect at most 100 log lines
				  expect led 1 %
				"""));
		assertThat(outcome.failure()).isNull();
		assertThat(outcome.broken()).isEmpty();
	}

	@Test
	void droppedMessagesAreLostUntilAllPass() {
		isKept("""
				steps
				  start all
				  await leader
				  wait 1 s
				  call old = leader
				  drop LeaderHeartbeat, HeartbeatResponse from old, n1
				  await nobody leads within 2 leases
				  pass all
				  drop ElectionProposal
				  wait 3 leases
				  expect nobody leads
				  pass all
				  await leader within 1 bound
				""");
	}

	@Test
	void heldMessagesArriveWhenTheyAreReleased() {
		isKept("""
				steps
				  start all
				  await leader
				  wait 1 s
				  call old = leader
				  hold LeadershipCession from leader as cessions
				  hold ScoutingRequest, ElectionProposal as requests
				  resign leader
				  wait 100 ms
				  expect nobody leads
				  release cessions
				  pass all
				  await leader within 100 ms
				""");
	}

	@Test
	void duplicatesAreMoreMessages() {
		String steps = """
				steps
				  start all
				  await leader
				  wait 1 s
				  %s
				  measure
				  wait 10 s
				""";
		long once = play(parse(steps.formatted("wait 0 s"))).cost().messages();
		long twice = play(parse(steps.formatted("duplicate LeaderHeartbeat after 2 ms"))).cost().messages();
		assertThat(twice).isGreaterThan(once * 14 / 10);
	}

	@Test
	void delayOfATypeAndSlownessOneWayHoldUpTheHandOver() {
		String steps = """
				steps
				  start all
				  await leader
				  wait 1 s
				  call old = leader
				  %s
				  measure
				  resign old
				  await leader
				""";
		long usual = gap(steps.formatted("wait 0 s"));
		long held = gap(steps.formatted("delay LeadershipCession, ElectionProposal by 40 ms"));
		long forth = gap(steps.formatted("slow old to followers by 40 ms"));
		assertThat(usual).isLessThan(40 * MILLI);
		assertThat(held).isGreaterThan(usual + 60 * MILLI);
		assertThat(forth).isBetween(usual + 30 * MILLI, held);
	}

	@Test
	void pausedCandidateDoesNotStandUntilItIsResumed() {
		isKept("""
				nodes = 3
				steps
				  start all
				  await leader
				  wait 1 s
				  call old = leader
				  pause candidacy of old
				  await nobody leads
				  await leader
				  call new = leader
				  watch 1 s
				  expect no change
				  pause candidacy of all but old
				  wait 2 leases
				  expect nobody leads
				  expect all report "neither this node nor a member it can reach stands for election"
				  resume candidacy of old
				  await old leads
				""");
	}

	@Test
	void settingsOfSingleNodesHoldFromTheirNextStart() {
		isKept("""
				nodes = 3
				steps
				  set priority of n2 to 5
				  set lease of n0, n1 to 4 s
				  set heartbeat of n0 to 200 ms
				  set drift of all to 10 %
				  set drain of all to 1 s
				  start all
				  await n2 leads
				  wait 1 s
				  crash n2
				  wait 3 s
				  expect nobody leads
				  await leader within 4 s
				  await n0, n1 follow leader within 200 ms
				""");
	}

	@Test
	void listsThatDifferByTwoAreReported() {
		isKept("""
				steps
				  set members of n0 to n0, n1, n2
				  start n0, n1, n2
				  wait 1 s
				  expect n0, n1 report "member lists that differ by more than one member"
				""");
	}

	@Test
	void restartWithoutStateDoesNotVoteAtOnce() {
		isKept("""
				nodes = 3
				steps
				  start all
				  await leader
				  wait 5 s
				  expect all vote
				  call lost = leader's first successor
				  restart lost without their state
				  wait 50 ms
				  expect lost do not vote
				  restart leader at once
				  await all vote within 10 s
				  await all report no problem
				""");
	}

	@Test
	void statusOfMembersCanBeExpected() {
		isKept("""
				nodes = 3
				steps
				  start all
				  await leader
				  wait 1 s
				  expect all show all as up
				  call gone = leader's first successor
				  call rest = all but gone
				  crash gone
				  await rest show gone as down within 5 s
				  call last = leader's first successor
				  crash leader
				  wait 3 s
				  expect last know no leader
				  expect last report "Only 1 of 3 members can be reached"
				""");
	}

	@Test
	void drawnGraphWithAHubFindsALeaderAndAConnectedOneKeepsEveryPath() {
		Scenario hub = parse("""
				nodes = 7
				steps
				  start all
				  await leader
				  wait 1 s
				  keep 10 % of links with a hub
				  wait 2 bounds
				  expect leader
				""");
		for (long seed = 1; seed <= 20; seed++) {
			assertThat(hub.play(seed, Election.find("quorum", "")).failure()).isNull();
		}
		String kept = """
				nodes = 3
				steps
				  start all
				  await leader
				  wait 1 s
				  keep 0 %% of links %s
				  wait 2 bounds
				  expect leader
				""";
		isKept(kept.formatted("connected"));
		assertThat(play(parse(kept.formatted(""))).failure()).contains("but nobody leads");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			expect leader follow n4, n3     | one node is wanted
			expect n1, n2 follow n4         | but n1 follows n
			expect n1 know no leader        | but n1 follows n
			expect n1 show n2 as down       | but n1 shows [n0 up
			expect n1 do not vote           | but n1 says of its vote 'yes
			expect n1 report no problem     | but n1 does not run
			""")
	void whatNodesShowInsteadIsTold(String line, String found) {
		Scenario scenario = parse("""
				steps
				  start all
				  await leader
				  wait 1 s
				""" + (found.contains("run") ? "crash n1\n" : "wait 0 s\n") + line + "\n");
		if (found.startsWith("one")) {
			assertThatExceptionOfType(ScriptException.class).isThrownBy(() -> play(scenario))
				.withMessageContaining(found);
		}
		else {
			assertThat(play(scenario).failure()).contains(found);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			expect nobody leads             | leads
			expect no change                | changes of leader
			expect at most 0 changes        | 1 changes of leader
			expect flat terms               | terms more
			expect led 100 %                | but led only
			expect at most 0 log lines      | log lines
			""")
	void whatIsExpectedAndDoesNotComeAboutIsTold(String line, String failure) {
		LabOutcome outcome = play(parse("""
				steps
				  start all
				  await leader
				  wait 1 s
				  watch 0 s
				  crash leader
				  await leader
				""" + line + "\n"));
		assertThat(outcome.failure()).startsWith("line 8, '" + line + "': ").contains(failure);
	}

	private static void isKept(String text) {
		LabOutcome outcome = play(parse(text));
		assertThat(outcome.failure()).isNull();
		assertThat(outcome.broken()).isEmpty();
	}

	private static long gap(String text) {
		LabOutcome outcome = play(parse(text));
		assertThat(outcome.failure()).isNull();
		assertThat(outcome.gaps()).hasSize(1);
		return outcome.gaps().get(0);
	}

	private static Scenario parse(String text) {
		return Catalogue.parse("mine", "mine.lab", text);
	}

	private static LabOutcome play(Scenario scenario) {
		return scenario.play(1, Election.find("quorum", scenario.variant()));
	}

	private static void isRefused(String text, String begins, String contains) {
		assertThatExceptionOfType(ScriptException.class).isThrownBy(() -> parse(text))
			.withMessageStartingWith(begins)
			.withMessageContaining(contains);
	}

}
