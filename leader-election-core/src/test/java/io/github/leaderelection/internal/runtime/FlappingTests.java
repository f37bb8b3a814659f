package io.github.leaderelection.internal.runtime;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionStatus.LeadershipPeriod;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.protocol.Effect;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.grant;
import static io.github.leaderelection.internal.runtime.FakeEffects.revoke;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

class FlappingTests {

	private static final NodeId C = NodeId.of("c");

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private long token;

	@Test
	void threeLossesOfTheLeaseFlapAndCalmDownWithTheWindow() {
		start();
		for (int i = 0; i < 3; i++) {
			lead();
			expire();
		}
		assertThat(seen().changes()).isEqualTo(2);
		assertThat(seen().ongoing()).isFalse();
		lead();
		assertThat(seen().changes()).isEqualTo(3);
		assertThat(seen().ongoing()).isTrue();
		this.environment.pass(Duration.ofMinutes(10));
		assertThat(seen().ongoing()).isFalse();
	}

	@Test
	void theSecondLossOfALeaseIsWarnedOfWithTheLeaseThatIsAdvised() {
		start();
		lead();
		assertThat(warnings(this::expire)).as("nobody asked for it")
			.singleElement(STRING)
			.contains("Group 'default': node a no longer leads: LEASE_EXPIRED ended the leadership");
		lead();
		assertThat(warnings(this::expire)).filteredOn((line) -> line.contains("lost its lease"))
			.singleElement(STRING)
			.contains("Group 'default', node a: lost its lease twice within 600s (LEASE_EXPIRED)")
			.contains("Set leader-election.lease-duration to at least 1700ms on all nodes");
		lead();
		assertThat(warnings(this::expire)).as("said once").noneMatch((line) -> line.contains("lost its lease"));
	}

	@Test
	void anEndThatWasAskedForIsNoLossOfALease() {
		start();
		assertThat(warnings(() -> {
			for (int i = 0; i < 5; i++) {
				lead();
				this.protocol.on("revoke", (input) -> List.of(revoke(this.token)));
				this.environment.receive("revoke");
			}
		})).isEmpty();
	}

	@Test
	void whatThisNodeGaveUpOfItsOwnWillIsNoChange() {
		start();
		for (int i = 0; i < 5; i++) {
			lead();
			this.protocol.on("revoke", (input) -> List.of(revoke(this.token)));
			this.environment.receive("revoke");
			follow(FakeEnvironment.OTHER);
		}
		assertThat(seen().changes()).isZero();
	}

	@Test
	void aLeaderThatFellSilentChangesButOneThatIsHeardToTheEndDoesNot() {
		start();
		follow(FakeEnvironment.OTHER);
		this.environment.pass(Duration.ofMillis(100));
		follow(C);
		assertThat(seen().changes()).isZero();
		follow(FakeEnvironment.OTHER);
		this.environment.receive("a heartbeat");
		this.environment.pass(Duration.ofMillis(900));
		lead();
		assertThat(seen().changes()).isEqualTo(1);
	}

	@Test
	void aPeriodTellsForHowLongItsLeaderWasSilentUnlessThisNodeLed() {
		start();
		follow(FakeEnvironment.OTHER);
		this.environment.pass(Duration.ofMillis(100));
		this.protocol.on("give up", (input) -> List.of(new Effect.LeaderLost<>()));
		this.environment.receive("give up");
		assertThat(history()).extracting(LeadershipPeriod::silence).containsOnlyNulls();
		follow(FakeEnvironment.OTHER);
		this.environment.pass(Duration.ofMillis(900));
		lead();
		assertThat(history()).extracting(LeadershipPeriod::silence).containsExactly(null, Duration.ofMillis(900), null);
		this.environment.pass(Duration.ofMillis(900));
		this.protocol.on("revoke", (input) -> List.of(revoke(this.token)));
		this.environment.receive("revoke");
		assertThat(history()).extracting(LeadershipPeriod::silence).containsExactly(null, Duration.ofMillis(900), null);
	}

	@Test
	void twoLeadersOfOneTermAreTold() {
		start();
		this.token = 7;
		follow(FakeEnvironment.OTHER, 7);
		follow(FakeEnvironment.OTHER, 7);
		assertThat(this.environment.elector().disagreements()).isEmpty();
		follow(C, 7);
		follow(FakeEnvironment.OTHER, 7);
		follow(C, 7);
		assertThat(this.environment.elector().disagreements()).hasSize(2)
			.allSatisfy((told) -> assertThat(told).contains("'b'", "'c'", "leader of term 7"));
		follow(FakeEnvironment.OTHER, 8);
		assertThat(this.environment.elector().disagreements()).hasSize(2);
	}

	@Test
	void aReignLastsByTheMonotonicClock() {
		start();
		lead();
		this.environment.pass(Duration.ofMillis(700));
		this.environment.wallMillis += Duration.ofDays(1).toMillis();
		assertThat(history()).extracting(LeadershipPeriod::duration).containsExactly(Duration.ofMillis(700));
		this.protocol.on("revoke", (input) -> List.of(revoke(this.token)));
		this.environment.receive("revoke");
		this.environment.pass(Duration.ofMillis(300));
		follow(FakeEnvironment.OTHER);
		this.environment.pass(Duration.ofMillis(50));
		assertThat(history()).extracting(LeadershipPeriod::duration)
			.containsExactly(Duration.ofMillis(700), Duration.ofMillis(50));
		assertThat(history()).extracting(LeadershipPeriod::reason).containsExactly(RevocationReason.RESIGNED, null);
	}

	@Test
	void aNodeThatIsStoppedHasSeenNothing() {
		this.environment.group("default", this.protocol);
		assertThat(this.environment.elector().flapping()).isEmpty();
		assertThat(this.environment.elector().disagreements()).isEmpty();
		this.environment.start();
		assertThat(seen().ongoing()).isFalse();
		assertThat(seen().lease()).isEqualTo(Duration.ofSeconds(1));
	}

	private static List<String> warnings(Runnable action) {
		PrintStream before = System.err;
		ByteArrayOutputStream written = new ByteArrayOutputStream();
		System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
		try {
			action.run();
		}
		finally {
			System.setErr(before);
		}
		return written.toString(StandardCharsets.UTF_8).lines().filter((line) -> line.contains("WARN")).toList();
	}

	private void start() {
		this.environment.group("default", this.protocol).start();
	}

	private void lead() {
		this.token++;
		this.protocol.on("lead", (input) -> List.of(grant(this.token, this.environment.lease(Duration.ofSeconds(1)))));
		this.environment.receive("lead");
		assertThat(this.environment.elector().isLeader()).isTrue();
	}

	private void expire() {
		this.environment.pass(Duration.ofMillis(1100));
		this.environment.fireWatchdog();
		this.environment.run();
		assertThat(this.environment.elector().isLeader()).isFalse();
	}

	private void follow(NodeId leader) {
		follow(leader, ++this.token);
	}

	private void follow(NodeId leader, long term) {
		this.protocol.on("follow", (input) -> List.of(new Effect.FollowLeader<>(leader, term, term, true)));
		this.environment.receive("follow");
	}

	private Flapping seen() {
		return this.environment.elector().flapping().orElseThrow();
	}

	private List<LeadershipPeriod> history() {
		return new ArrayList<>(this.environment.elector().status().history());
	}

}
