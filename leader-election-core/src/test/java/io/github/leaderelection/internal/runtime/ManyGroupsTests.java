package io.github.leaderelection.internal.runtime;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.runtime.peers.PeerLinks;
import io.github.leaderelection.spi.LinkLoss;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.timer;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What many groups do to one another on their one loop and their one link.
 */
class ManyGroupsTests {

	private static final int GROUPS = 3 * PeerLinks.AT_ONCE;

	private final List<FakeProtocol> protocols = new ArrayList<>();

	private final FakeEnvironment environment = new FakeEnvironment();

	private void start() {
		for (int i = 0; i < GROUPS; i++) {
			FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);
			protocol.atStart(new Effect.ConnectPeer<>(FakeEnvironment.OTHER),
					timer(FakeTimer.A, this.environment.nanos + FakeEnvironment.MILLI));
			this.protocols.add(protocol);
			this.environment.group("g" + i, protocol);
		}
		this.environment.start();
		this.environment.run();
	}

	private List<List<String>> steps() {
		return this.protocols.stream().map(FakeProtocol::steps).toList();
	}

	@Test
	void everyGroupHearsOnceThatALinkOpened() {
		start();
		this.environment.transport.receiver().connected(FakeEnvironment.OTHER);
		this.environment.run();
		assertThat(steps()).hasSize(GROUPS).allSatisfy((steps) -> assertThat(steps).containsExactly("PeerConnected"));
	}

	@Test
	void whatIsQueuedDoesNotWaitForAllGroupsToHearOfALinkAndAGroupHearsOfItBeforeAMessage() {
		start();
		List<String> order = new ArrayList<>();
		this.protocols.get(GROUPS - 1).on("early", (input) -> {
			order.add("early");
			return List.of();
		});
		this.protocols.get(GROUPS - 2).otherwise((input) -> {
			order.add("last but one");
			return List.of();
		});
		this.environment.transport.receiver().connected(FakeEnvironment.OTHER);
		this.environment.post("g" + (GROUPS - 1), "early");
		this.environment.run();
		assertThat(order).containsExactly("early", "last but one");
		assertThat(this.protocols.get(GROUPS - 1).steps()).containsExactly("PeerConnected", "early");
	}

	@Test
	void whoHasNotHeardOfALinkWhenItEndsDoesNotHearOfItLater() {
		start();
		this.environment.transport.receiver().connected(FakeEnvironment.OTHER);
		this.environment.transport.receiver().disconnected(FakeEnvironment.OTHER, LinkLoss.CLOSED);
		this.environment.run();
		assertThat(this.protocols.get(0).steps()).containsExactly("PeerConnected", "PeerDisconnected");
		assertThat(this.protocols.get(GROUPS - 1).steps()).containsExactly("PeerDisconnected");
	}

	@Test
	void aLinkThatOpensAgainBeforeAllHaveHeardOfItIsToldOfOnceMore() {
		start();
		this.environment.transport.receiver().connected(FakeEnvironment.OTHER);
		this.environment.transport.receiver().disconnected(FakeEnvironment.OTHER, LinkLoss.CLOSED);
		this.environment.transport.receiver().connected(FakeEnvironment.OTHER);
		this.environment.run();
		assertThat(this.protocols.get(0).steps()).containsExactly("PeerConnected", "PeerDisconnected", "PeerConnected");
		assertThat(this.protocols.get(GROUPS - 1).steps()).containsExactly("PeerDisconnected", "PeerConnected");
	}

	@Test
	void aLoopThatIsLateTellsEachGroupOnceThoughItTakesLongToCatchUp() {
		start();
		for (FakeProtocol protocol : this.protocols) {
			protocol.otherwise((input) -> {
				this.environment.nanos += FakeEnvironment.MILLI / 5;
				return List.of();
			});
		}
		this.environment.pass(Duration.ofMillis(61));
		this.environment.run();
		assertThat(steps()).allSatisfy((steps) -> assertThat(steps).containsExactly("LoopLate", "A"));
	}

	@Test
	void aLoopThatStoodStillSaysSoOnceForAllItsGroups() {
		start();
		assertThat(linesWhileStandingStillFor(Duration.ofMillis(10_001)))
			.filteredOn((line) -> line.contains("stood still"))
			.singleElement()
			.asString()
			.contains("Group 'g0' and " + (GROUPS - 1) + " more, node a: the loop stood still for 10000 ms: look for");
	}

	@Test
	void aLoopThatStandsStillAsTheApplicationStartsWarnsNobody() {
		start();
		assertThat(linesWhileStandingStillFor(Duration.ofMillis(61))).noneMatch((line) -> line.contains("stood still"));
	}

	@Test
	void aLoopThatStandsStillForLessThanAQuarterOfALeaseWarnsNobody() {
		start();
		linesWhileStandingStillFor(Duration.ofMillis(10_001));
		for (int i = 0; i < 1000; i++) {
			this.environment.pass(Duration.ofMillis(11));
			this.environment.run();
		}
		assertThat(linesWhileStandingStillFor(Duration.ofMillis(61))).noneMatch((line) -> line.contains("stood still"));
	}

	private List<String> linesWhileStandingStillFor(Duration pause) {
		PrintStream before = System.err;
		ByteArrayOutputStream written = new ByteArrayOutputStream();
		System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
		try {
			this.environment.pass(pause);
			this.environment.run();
		}
		finally {
			System.setErr(before);
		}
		return written.toString(StandardCharsets.UTF_8).lines().toList();
	}

	@Test
	void whatIsQueuedIsTakenBetweenTheTimersOfManyGroups() {
		List<String> order = new ArrayList<>();
		start();
		for (FakeProtocol protocol : this.protocols) {
			protocol.otherwise((input) -> {
				order.add("A");
				return List.of();
			});
		}
		this.protocols.get(0).on("answer", (input) -> {
			order.add("answer");
			return List.of();
		});
		this.environment.pass(Duration.ofMillis(1));
		this.protocols.get(0).otherwise((input) -> {
			order.add("A");
			this.environment.post("g0", "answer");
			return List.of();
		});
		this.environment.run();
		assertThat(order).hasSize(GROUPS + 1);
		assertThat(order.indexOf("answer")).isBetween(1, GROUPS / 2);
	}

}
