package io.github.leaderelection.simulator.lab.stage;

import io.github.leaderelection.internal.bully.BullyMessage;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.Envelope;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Rounds}.
 */
class RoundsTests {

	private final Rounds rounds = new Rounds();

	@Test
	void questionAndAnswerAreTwo() {
		pass(0, 1);
		pass(1, 0);
		this.rounds.granted(0);
		assertThat(this.rounds.untilGrant()).isEqualTo(2);
	}

	@Test
	void messagesThatDoNotFollowOneFromAnotherAreOne() {
		Envelope<?> one = send(0, 2);
		Envelope<?> other = send(1, 2);
		this.rounds.handled(2, one);
		this.rounds.handled(2, other);
		this.rounds.granted(2);
		assertThat(this.rounds.untilGrant()).isEqualTo(1);
	}

	@Test
	void longestChainCountsAndOnlyUpToTheFirstGrant() {
		pass(0, 1);
		pass(1, 2);
		Envelope<?> late = send(2, 1);
		this.rounds.granted(1);
		this.rounds.handled(1, late);
		this.rounds.granted(1);
		assertThat(this.rounds.untilGrant()).isEqualTo(1);
	}

	@Test
	void withoutAGrantThereIsNone() {
		pass(0, 1);
		assertThat(this.rounds.untilGrant()).isZero();
	}

	@Test
	void whatArrivesTwiceOrWasNotSentAdvancesNobody() {
		Envelope<?> sent = send(0, 1);
		this.rounds.handled(1, sent);
		pass(1, 0);
		this.rounds.handled(1, sent);
		this.rounds.handled(1, envelope(0));
		this.rounds.granted(1);
		assertThat(this.rounds.untilGrant()).isEqualTo(1);
	}

	@Test
	void whatIsAroundTheBodyMayChangeOnTheWay() {
		Envelope<?> sent = send(0, 1);
		this.rounds.handled(1,
				new Envelope<>("cluster", "default", sent.from(), "identity", 1, "list", 7, sent.body()));
		this.rounds.granted(1);
		assertThat(this.rounds.untilGrant()).isEqualTo(1);
	}

	private void pass(int from, int to) {
		this.rounds.handled(to, send(from, to));
	}

	private Envelope<?> send(int from, int to) {
		Envelope<?> envelope = envelope(from);
		this.rounds.sent(new Transit(from, to, 1, envelope));
		return envelope;
	}

	private static Envelope<?> envelope(int from) {
		return new Envelope<>("cluster", "default", Machines.id(from), "identity", 1, "list", 0,
				new BullyMessage.Election());
	}

}
