package io.github.leaderelection.fencing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.fencing.SequenceBuffer.Arrival;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link SequenceBuffer}.
 */
class SequenceBufferTests {

	private final List<String> delivered = new ArrayList<>();

	private final SequenceBuffer<String> buffer = new SequenceBuffer<>(3, this.delivered::add);

	@Test
	void messageThatOvertookAnotherWaitsForIt() {
		assertThat(offer(14, 2)).isEqualTo(Arrival.HELD);
		assertThat(offer(14, 3)).isEqualTo(Arrival.HELD);
		assertThat(this.delivered).isEmpty();
		assertThat(offer(14, 1)).isEqualTo(Arrival.DELIVERED);
		assertThat(this.delivered).containsExactly("14/1", "14/2", "14/3");
		assertThat(this.buffer.held()).isZero();
	}

	@Test
	void whatCameBeforeIsDropped() {
		offer(14, 1);
		assertThat(offer(14, 1)).isEqualTo(Arrival.STALE);
		assertThat(offer(14, 3)).isEqualTo(Arrival.HELD);
		assertThat(offer(14, 3)).isEqualTo(Arrival.STALE);
		assertThat(this.delivered).containsExactly("14/1");
	}

	@Test
	void newReignEndsTheOldOneWithWhatItStillHeld() {
		offer(14, 1);
		offer(14, 3);
		assertThat(offer(15, 2)).isEqualTo(Arrival.HELD);
		assertThat(offer(15, 1)).isEqualTo(Arrival.DELIVERED);
		assertThat(offer(14, 2)).isEqualTo(Arrival.STALE);
		assertThat(this.delivered).containsExactly("14/1", "15/1", "15/2");
		assertThat(this.buffer.held()).isZero();
	}

	@Test
	void oldReignGoesOnUntilTheFirstOfTheNewOneHasCome() {
		offer(14, 1);
		offer(15, 2);
		assertThat(offer(14, 2)).isEqualTo(Arrival.DELIVERED);
		assertThat(offer(15, 1)).isEqualTo(Arrival.DELIVERED);
		assertThat(this.delivered).containsExactly("14/1", "14/2", "15/1", "15/2");
	}

	@Test
	void fullBufferTakesWhatIsMissingAndNothingElse() {
		offer(14, 2);
		offer(14, 3);
		offer(14, 4);
		assertThatIllegalStateException().isThrownBy(() -> offer(14, 5)).withMessageContaining("counter=2");
		assertThat(this.buffer.held()).isEqualTo(3);
		assertThat(offer(14, 1)).isEqualTo(Arrival.DELIVERED);
		assertThat(offer(14, 5)).isEqualTo(Arrival.DELIVERED);
		assertThat(this.delivered).containsExactly("14/1", "14/2", "14/3", "14/4", "14/5");
	}

	@Test
	void whatWaitedBehindAMessageThatFailedIsDeliveredAtTheNextOffer() {
		SequenceBuffer<String> failing = new SequenceBuffer<>(3, (message) -> {
			this.delivered.add(message);
			if (message.equals("first")) {
				throw new IllegalStateException("no");
			}
		});
		failing.offer(new LeaderSequenceNumber(14, 2), "second");
		assertThatIllegalStateException().isThrownBy(() -> failing.offer(new LeaderSequenceNumber(14, 1), "first"));
		assertThat(this.delivered).containsExactly("first");
		failing.offer(new LeaderSequenceNumber(14, 3), "third");
		assertThat(this.delivered).containsExactly("first", "second", "third");
	}

	@Test
	void whatWaitedBehindAMessageThatFailedIsDeliveredWhenThatOneIsRepeated() {
		SequenceBuffer<String> failing = new SequenceBuffer<>(3, (message) -> {
			this.delivered.add(message);
			if (message.equals("first")) {
				throw new IllegalStateException("no");
			}
		});
		failing.offer(new LeaderSequenceNumber(14, 2), "second");
		assertThatIllegalStateException().isThrownBy(() -> failing.offer(new LeaderSequenceNumber(14, 1), "first"));
		assertThat(failing.offer(new LeaderSequenceNumber(14, 1), "first")).isEqualTo(Arrival.STALE);
		assertThat(this.delivered).containsExactly("first", "second");
		assertThat(failing.held()).isZero();
	}

	@Test
	void whateverTheOrderOfArrivalEachReignComesWithoutGaps() {
		for (int seed = 0; seed < 500; seed++) {
			List<LeaderSequenceNumber> sent = new ArrayList<>();
			for (int token = 1; token <= 3; token++) {
				for (int counter = 1; counter <= 5; counter++) {
					sent.add(new LeaderSequenceNumber(token, counter));
				}
			}
			Collections.shuffle(sent, new Random(seed));
			List<LeaderSequenceNumber> received = new ArrayList<>();
			SequenceBuffer<LeaderSequenceNumber> room = new SequenceBuffer<>(15, received::add);
			sent.forEach((number) -> room.offer(number, number));
			LeaderSequenceNumber before = new LeaderSequenceNumber(1, Long.MAX_VALUE);
			for (LeaderSequenceNumber each : received) {
				if (each.counter() == 1) {
					assertThat(received.indexOf(each) == 0 || each.fencingToken() > before.fencingToken())
						.as("%s in %s, seed %d", each, received, seed)
						.isTrue();
				}
				else {
					assertThat(each).as("in %s, seed %d", received, seed)
						.isEqualTo(new LeaderSequenceNumber(before.fencingToken(), before.counter() + 1));
				}
				before = each;
			}
			assertThat(received).as("seed %d", seed).endsWith(new LeaderSequenceNumber(3, 5));
			assertThat(room.held()).as("seed %d", seed).isZero();
		}
	}

	@Test
	void nonsenseIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new SequenceBuffer<String>(0, this.delivered::add));
	}

	private Arrival offer(long token, long counter) {
		return this.buffer.offer(new LeaderSequenceNumber(token, counter), token + "/" + counter);
	}

}
