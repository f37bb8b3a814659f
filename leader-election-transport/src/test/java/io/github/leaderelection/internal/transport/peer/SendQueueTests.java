package io.github.leaderelection.internal.transport.peer;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.SendQueue.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SendQueue}.
 */
class SendQueueTests {

	private final SendQueue queue = new SendQueue();

	private static Frame beat(String name, int length) {
		return beat("default", name, length);
	}

	private static Frame beat(String group, String name, int length) {
		return new Frame(name + "-".repeat(length - name.length()), Kind.REPEATED, group);
	}

	private static Frame vote(String name, int length) {
		return vote("default", name, length);
	}

	private static Frame vote(String group, String name, int length) {
		return new Frame(name + "-".repeat(length - name.length()), Kind.UNIQUE, group);
	}

	private List<String> names() {
		List<String> names = new ArrayList<>();
		for (List<String> texts = this.queue.poll(0); !texts.isEmpty(); texts = this.queue.poll(0)) {
			assertThat(texts).hasSize(1);
			names.add(texts.get(0).substring(0, 2));
		}
		return names;
	}

	@Test
	void keepsTheOrder() {
		this.queue.add(vote("v1", 10));
		this.queue.add(beat("b1", 10));
		this.queue.add(vote("v2", 10));
		assertThat(this.queue.bytes()).isEqualTo(30);
		assertThat(names()).containsExactly("v1", "b1", "v2");
		assertThat(this.queue.bytes()).isZero();
	}

	@Test
	void dropsTheOldestHeartbeatsFirst() {
		assertThat(this.queue.add(vote("v1", 1024))).isZero();
		for (int i = 1; i <= 7; i++) {
			assertThat(this.queue.add(beat("b" + i, 9 * 1024))).isZero();
		}
		assertThat(this.queue.add(beat("b8", 9 * 1024))).isEqualTo(1);
		assertThat(this.queue.add(vote("v2", 15 * 1024))).isEqualTo(2);
		assertThat(this.queue.bytes()).isLessThanOrEqualTo(SendQueue.CAPACITY);
		assertThat(names()).containsExactly("v1", "b4", "b5", "b6", "b7", "b8", "v2");
	}

	@Test
	void neverDropsAVoteButSaysThatThereIsNoRoom() {
		for (int i = 1; i <= 4; i++) {
			assertThat(this.queue.add(vote("v" + i, 16 * 1024))).isZero();
		}
		assertThat(this.queue.add(vote("v5", 2))).isEqualTo(-1);
		assertThat(names()).containsExactly("v1", "v2", "v3", "v4");
	}

	@Test
	void dropsAHeartbeatItselfWhereOnlyVotesWait() {
		for (int i = 1; i <= 4; i++) {
			this.queue.add(vote("v" + i, 16 * 1024));
		}
		assertThat(this.queue.add(beat("b1", 100))).isEqualTo(1);
		assertThat(names()).containsExactly("v1", "v2", "v3", "v4");
	}

	@Test
	void aLongFrameDropsNoHeartbeatForItsRoom() {
		assertThat(this.queue.add(beat("l1", 48 * 1024))).isZero();
		assertThat(this.queue.add(beat("b1", 100))).isZero();
		assertThat(this.queue.add(beat("l2", 48 * 1024))).isEqualTo(1);
		assertThat(this.queue.add(vote("v1", 100))).isZero();
		assertThat(names()).containsExactly("l1", "b1", "v1");
	}

	@Test
	void whatWasDroppedIsNotHandedOver() {
		for (int i = 1; i <= 7; i++) {
			this.queue.add(beat("b" + i, 10 * 1024));
		}
		assertThat(this.queue.takeMessages()).hasSize(6);
		assertThat(this.queue.bytes()).isZero();
		assertThat(names()).isEmpty();
	}

	@Test
	void handsOverMessagesButKeepsWhatBelongsToTheConnection() {
		this.queue.add(vote("v1", 10));
		this.queue.add(new Frame("h1", Kind.HANDSHAKE));
		this.queue.add(beat("b1", 10));
		assertThat(this.queue.takeMessages()).containsExactly(vote("v1", 10), beat("b1", 10));
		assertThat(this.queue.bytes()).isEqualTo(2);
		assertThat(names()).containsExactly("h1");
	}

	@Test
	void aThousandGroupsThatSpeakAtOnceFit() {
		for (int group = 0; group < 1000; group++) {
			for (int i = 0; i < 10; i++) {
				assertThat(this.queue.add(vote("g" + group, "v" + i, 400))).isZero();
				assertThat(this.queue.add(beat("g" + group, "b" + i, 300))).isZero();
			}
		}
		assertThat(this.queue.bytes()).isEqualTo(7_000_000);
	}

	@Test
	void aGroupThatFloodsLosesItsOwnHeartbeatsAndNoOthers() {
		this.queue.add(beat("calm", "c1", 1000));
		for (int i = 0; i < 200; i++) {
			this.queue.add(beat("loud", "l1", 1000));
		}
		assertThat(this.queue.add(vote("calm", "c2", 1000))).isZero();
		assertThat(this.queue.add(beat("calm", "c3", 1000))).isZero();
		assertThat(this.queue.add(vote("loud", "l2", 1000))).isPositive();
		assertThat(names()).startsWith("c1").containsSubsequence("c2", "c3", "l2");
	}

	@Test
	void whateverIsDroppedTheOrderIsKept() {
		List<String> expected = new ArrayList<>();
		for (int i = 10; i < 90; i++) {
			this.queue.add(beat("loud", "l" + i, 8 * 1024));
			this.queue.add(vote("g" + i, "" + i, 100));
			expected.add("" + i);
			if (i % 7 == 0) {
				assertThat(this.queue.add(beat("g" + i, "bb", 100))).isZero();
				expected.add("bb");
			}
		}
		assertThat(names().stream().filter((name) -> !name.startsWith("l"))).containsExactlyElementsOf(expected);
		assertThat(this.queue.bytes()).isZero();
	}

	@Test
	void aGroupWithoutRoomSaysSoThoughOthersHaveSome() {
		for (int i = 0; i < 64; i++) {
			this.queue.add(vote("g" + i, "v1", 1024));
		}
		for (int i = 0; i < 15; i++) {
			assertThat(this.queue.add(vote("g1", "v2", 1024))).isZero();
		}
		assertThat(this.queue.add(vote("g1", "v3", 1024))).isEqualTo(-1);
		assertThat(this.queue.add(vote("g2", "v3", 1024))).isZero();
		assertThat(names()).hasSize(64 + 15 + 1);
		assertThat(this.queue.add(vote("g1", "v4", 1024))).isZero();
	}

}
