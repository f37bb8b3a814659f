package io.github.leaderelection.internal.transport.peer;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.RecordingReceiver;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.SilentConnection;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.peer.Link.Peer;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.SendQueue.Kind;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Ping;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Speaking;
import io.github.leaderelection.spi.LinkLoss;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PeerSlot}: the two connections with one member.
 */
@ExtendWith(OutputCaptureExtension.class)
class PeerSlotTests {

	private static final NodeId B = NodeId.of("b");

	/** Does not run out during a test. */
	private static final long LEASE_MILLIS = 60_000;

	/** Runs out during a test. */
	private static final long SHORT_LEASE_MILLIS = 100;

	private final RecordingReceiver receiver = new RecordingReceiver();

	private final TransportThreads threads = new TransportThreads(NodeId.of("a"), 2);

	private final List<String> dials = new CopyOnWriteArrayList<>();

	private final AtomicLong turns = new AtomicLong();

	private PeerSlot slot = wanted(LEASE_MILLIS);

	private PeerSlot wanted(long leaseMillis) {
		PeerSlot wanted = new PeerSlot(B, this.receiver, this.threads, new RecordingRedial(), leaseMillis,
				this.turns::incrementAndGet);
		wanted.want();
		return wanted;
	}

	@AfterEach
	void end() {
		this.slot.retire();
		this.threads.endTimers();
		this.threads.end();
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
	}

	/** A connection with the member, proven. */
	private Line line(boolean dialled, long incarnation) {
		Line line = new Line(dialled);
		line.link.authenticated(new Peer(B, incarnation, null, Map.of()));
		return line;
	}

	private Line taken(boolean dialled) {
		Line line = line(dialled, 7);
		assertThat(this.slot.offer(line.link, true)).isEqualTo(Verdict.TAKEN);
		return line;
	}

	private void says(Line line, long term) {
		this.slot.deliver(line.link, TestNode.voteOf(B, term));
	}

	private List<Long> heard() {
		List<Long> terms = new ArrayList<>();
		this.receiver.messages.forEach((envelope) -> terms.add(envelope.body().term()));
		return terms;
	}

	private void lose(Line line) {
		this.slot.lost(line.link, LinkLoss.CLOSED, CloseReason.NORMAL, "in a test");
	}

	@Test
	void aMemberIsLinkedOnceBothDirectionsAreOpen() {
		Line accepted = taken(false);
		Line dialled = taken(true);
		assertThat(this.receiver.links).isEmpty();
		this.slot.control(dialled.link, new Speaking(1));
		assertThat(this.receiver.links).containsExactly("+b");
		assertThat(this.slot.heardOn()).isSameAs(dialled.link);
		assertThat(this.slot.spokenOn()).isSameAs(accepted.link);
		await().until(() -> accepted.said.size() == 2);
		assertThat(accepted.said.get(0)).contains("Speaking");
		assertThat(accepted.said.get(1)).contains("Ping");
		assertThat(dialled.said).isEmpty();
	}

	@Test
	void theEndOfTheWayOutIsNoSuspicionAndTheMemberIsHeardOn() {
		Line accepted = taken(false);
		Line dialled = taken(true);
		this.slot.control(dialled.link, new Speaking(1));
		lose(accepted);
		says(dialled, 31);
		assertThat(this.receiver.links).containsExactly("+b");
		assertThat(heard()).containsExactly(31L);
		assertThat(this.slot.spokenOn()).isNull();
	}

	@Test
	void theEndOfTheWayInIsSuspicionAndTheMemberIsSpokenToOn() {
		Line accepted = taken(false);
		Line dialled = taken(true);
		this.slot.control(dialled.link, new Speaking(1));
		lose(dialled);
		assertThat(this.receiver.links).containsExactly("+b", "-b CLOSED");
		assertThat(this.slot.spokenOn()).isSameAs(accepted.link);
		assertThat(this.dials).endsWith("lost");
		lose(accepted);
		assertThat(this.receiver.links).containsExactly("+b", "-b CLOSED");
	}

	@Test
	void whatWasSaidWhileTheWayOutWasClosedIsToBeSaidAgain() {
		Line accepted = taken(false);
		Line dialled = taken(true);
		this.slot.control(dialled.link, new Speaking(1));
		lose(accepted);
		taken(false);
		assertThat(this.receiver.links).containsExactly("+b", "+b");
	}

	@Test
	void whatWasSaidWhileTheWayOutWasClosedIsToBeSaidAgainWhereTheMemberIsHeard() {
		this.slot = wanted(SHORT_LEASE_MILLIS);
		Line accepted = taken(false);
		Line dialled = taken(true);
		this.slot.control(dialled.link, new Speaking(1));
		lose(accepted);
		await().until(() -> this.slot.spokenOn() == dialled.link);
		await().untilAsserted(() -> assertThat(this.receiver.links).containsExactly("+b", "+b"));
	}

	@Test
	void framesOfAConnectionThatWasReplacedAreDropped() {
		taken(false);
		Line before = taken(true);
		this.slot.control(before.link, new Speaking(1));
		says(before, 41);
		Line after = taken(false);
		says(after, 42);
		this.slot.control(after.link, new Speaking(3));
		says(before, 43);
		says(after, 44);
		this.slot.control(before.link, new Speaking(2));
		says(before, 45);
		says(after, 46);
		assertThat(heard()).containsExactly(41L, 44L, 46L);
	}

	@Test
	void whoIsNotDialledDoesNotSpeakWithinALease() {
		Line dialled = taken(true);
		this.slot.control(dialled.link, new Speaking(1));
		assertThat(this.receiver.links).isEmpty();
		assertThat(this.slot.spokenOn()).isNull();
	}

	@Test
	void whoIsNotDialledForALeaseSpeaksWhereItHears(CapturedOutput output) {
		this.slot = wanted(SHORT_LEASE_MILLIS);
		Line dialled = taken(true);
		this.slot.control(dialled.link, new Speaking(1));
		await().until(() -> this.slot.spokenOn() == dialled.link);
		await().untilAsserted(() -> assertThat(this.receiver.links).containsExactly("+b"));
		await().until(() -> dialled.said.size() == 2);
		assertThat(dialled.said.get(0)).contains("Speaking");
		Line accepted = taken(false);
		assertThat(this.slot.spokenOn()).isSameAs(accepted.link);
		assertThat(this.receiver.links).containsExactly("+b");
		assertThat(output).doesNotContain("through the threads of the web server");
	}

	@Test
	void aSenderThatStillHoldsTheFormerWaySpeaksOnTheNextOne() {
		this.slot = wanted(SHORT_LEASE_MILLIS);
		Line dialled = taken(true);
		await().until(() -> this.slot.spokenOn() == dialled.link);
		Line accepted = taken(false);
		send(dialled, "late");
		send(accepted, "next");
		await().until(() -> accepted.said.contains("next"));
		assertThat(accepted.said).containsSubsequence("late", "next");
		assertThat(dialled.said).doesNotContain("late");
		lose(accepted);
		await().until(() -> this.slot.spokenOn() == dialled.link);
		send(dialled, "again");
		await().until(() -> dialled.said.contains("again"));
	}

	private static void send(Line line, String text) {
		line.link.writer().send(new Frame(text, Kind.UNIQUE));
	}

	@Test
	void whoIsHeardByTheWebServerIsWarnedOfOnce(CapturedOutput output) {
		Line accepted = taken(false);
		this.slot.control(accepted.link, new Speaking(1));
		assertThat(this.receiver.links).containsExactly("+b");
		Line dialled = taken(true);
		this.slot.control(dialled.link, new Speaking(2));
		assertThat(this.slot.heardOn()).isSameAs(dialled.link);
		lose(dialled);
		this.slot.control(accepted.link, new Speaking(3));
		assertThat(this.receiver.links).containsExactly("+b", "-b CLOSED", "+b");
		assertThat(output.getOut().split("through the threads of the web server", -1)).hasSize(2);
		assertThat(output).contains("leader-election.peers");
	}

	@Test
	void anAcceptedConnectionIsReasonToDialAtOnce() {
		taken(false);
		assertThat(this.dials).containsExactly("soon", "soon");
	}

	@Test
	void pingsAreAnsweredOnTheWayOut() {
		Line accepted = taken(false);
		Line dialled = taken(true);
		this.slot.control(dialled.link, new Speaking(1));
		this.slot.control(dialled.link, new Ping(4711));
		await().until(() -> accepted.said.stream().anyMatch((text) -> text.contains("Pong") && text.contains("4711")));
		assertThat(dialled.said).isEmpty();
	}

	@Test
	void aSecondProcessComesLaterUntilTheFirstWasHeardSinceAndEndsNothing() {
		taken(false);
		Line dialled = taken(true);
		this.slot.control(dialled.link, new Speaking(1));
		assertThat(this.slot.offer(line(false, 8).link, true)).isEqualTo(Verdict.LATER);
		dialled.link.heard();
		assertThat(this.slot.offer(line(false, 8).link, true)).isEqualTo(Verdict.SECOND);
		assertThat(this.receiver.links).containsExactly("+b");
	}

	@Test
	void aProcessThatAnswersNothingGivesWay() {
		Line accepted = taken(false);
		Line dialled = taken(true);
		this.slot.control(dialled.link, new Speaking(1));
		assertThat(this.slot.offer(line(false, 8).link, true)).isEqualTo(Verdict.LATER);
		await().until(() -> this.receiver.links.contains("-b SILENT"));
		await().until(() -> accepted.link.isEnded() && dialled.link.isEnded());
		assertThat(this.slot.offer(line(false, 8).link, true)).isEqualTo(Verdict.TAKEN);
	}

	private final class RecordingRedial implements Redial {

		@Override
		public void soon() {
			PeerSlotTests.this.dials.add("soon");
		}

		@Override
		public void lost(long ageMillis) {
			PeerSlotTests.this.dials.add("lost");
		}

		@Override
		public void stop() {
			PeerSlotTests.this.dials.add("stop");
		}

	}

	/**
	 * A connection that writes down what is said on it.
	 */
	private final class Line extends SilentConnection {

		private final List<String> said = new CopyOnWriteArrayList<>();

		private final Link link;

		Line(boolean dialled) {
			LinkWriter writer = new LinkWriter(this, PeerSlotTests.this.threads, (failure) -> {
			}, () -> {
			}, new SentCounts());
			this.link = new Link(this, writer, dialled);
		}

		@Override
		public void send(String frames) {
			this.said.addAll(List.of(frames.split("\n")));
		}

		@Override
		public void ping() throws IOException {
			throw new IOException("The other end is asked by frames");
		}

		@Override
		public void close(CloseReason reason) {
			this.said.add("close " + reason.code());
		}

		@Override
		public void abort(CloseReason reason) {
			this.said.add("close " + reason.code());
		}

	}

}
