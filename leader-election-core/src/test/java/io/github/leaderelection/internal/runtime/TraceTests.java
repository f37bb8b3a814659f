package io.github.leaderelection.internal.runtime;

import java.util.List;

import io.github.leaderelection.internal.protocol.Event;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the shell keeps of its inputs, and who can read it when.
 */
class TraceTests {

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment().group("default", this.protocol);

	private List<String> lines() {
		return this.environment.elector().trace().orElseThrow().lines().skip(2).toList();
	}

	@Test
	void eachInputIsKeptWithWhatCameOfIt() {
		this.protocol.on("greet", FakeEffects.send("hello"));
		this.environment.start().receive("greet");
		assertThat(lines()).hasSize(2);
		assertThat(lines().get(0)).startsWith("0 Started(recovered=Recovered(settings=ElectionSettings(");
		assertThat(lines().get(1)).startsWith("1 Stepped(input=Input(event=MessageReceived(envelope=Envelope(")
			.contains("body=FakeMessage(text=\"greet\")")
			.contains("now=Now(monotonicNanos=-5000000000, wallMillis=1700000000000), entropy=7)")
			.endsWith("whileSaving=false, outcome=Taken(effects=[Send(to=\"b\", body=FakeMessage(text=\"hello\"),"
					+ " answers=0)]))");
	}

	@Test
	void theHeadingNamesElectionGroupAndNode() {
		this.environment.start();
		assertThat(this.environment.elector().trace().orElseThrow()).startsWith(
				"leader-election-trace 1\nHeading(algorithm=\"fake\", cluster=\"cluster\", group=\"default\", node=\"a\", "
						+ "version=\"unknown\", writtenAt=\"2023-11-14T22:13:20Z\")\n");
	}

	@Test
	void manyGroupsShareWhatIsKept() {
		for (int i = 2; i <= 500; i++) {
			this.environment.group("g" + i, new FakeProtocol(FakeEnvironment.SELF));
		}
		this.environment.start();
		for (int i = 1; i <= 5_000; i++) {
			this.environment.post("default", "input");
		}
		this.environment.run();
		assertThat(lines()).hasSizeBetween(100, 4_000);
	}

	@Test
	void inputsThatWaitForASaveAreKeptWhenTheyAreStepped() {
		this.protocol.on("save", FakeEffects.save(5))
			.mayStepWhileSaving((event) -> event instanceof Event.MessageReceived<FakeMessage> received
					&& received.envelope().body().text().equals("beat"));
		this.environment.start().receive("save");
		this.environment.receive("wait");
		this.environment.receive("beat");
		assertThat(lines()).hasSize(3);
		assertThat(lines().get(2)).startsWith("2 ").contains("\"beat\"").contains("whileSaving=true");
		this.environment.save();
		assertThat(lines()).hasSize(5);
		assertThat(lines().get(3)).startsWith("3 ").contains("BallotSaved(").contains("whileSaving=false");
		assertThat(lines().get(4)).startsWith("4 ").contains("\"wait\"");
	}

	@Test
	void aStepThatFailsIsKept() {
		this.protocol.on("bad", (input) -> {
			throw new IllegalStateException("bad step");
		});
		this.environment.start().receive("bad");
		assertThat(lines().get(1)).contains("\"bad\"")
			.endsWith("outcome=Failed(failure=\"java.lang.IllegalStateException: bad step\"))");
	}

	@Test
	void aStepThatIsRefusedIsKept() {
		this.protocol.on("save", FakeEffects.save(5))
			.on("wrong", FakeEffects.save(6))
			.mayStepWhileSaving((event) -> true);
		this.environment.start().receive("save");
		this.environment.receive("wrong");
		assertThat(lines().get(2)).contains("\"wrong\"")
			.contains("whileSaving=true, outcome=Refused(effects=[SaveBallot(");
	}

	@Test
	void thereIsATraceFromTheStartToTheStopAndAlsoOfALoopThatFailed() {
		assertThat(this.environment.elector().trace()).isEmpty();
		this.environment.start();
		assertThat(this.environment.elector().trace()).isPresent();
		this.environment.loop().fail(new IllegalStateException("heap"));
		assertThat(this.environment.elector().trace()).isPresent();
		this.environment.loop().retire();
		assertThat(this.environment.elector().trace()).isEmpty();
		assertThat(this.environment.loop().trace("default")).isPresent();
	}

	@Test
	void groupsHaveTracesOfTheirOwn() {
		this.environment.group("other", new FakeProtocol(FakeEnvironment.SELF)).start().receive("other", "x");
		assertThat(lines()).hasSize(1);
		assertThat(this.environment.loop().trace("other").orElseThrow().lines().skip(2)).hasSize(2);
	}

}
