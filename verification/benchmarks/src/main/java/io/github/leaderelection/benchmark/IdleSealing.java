package io.github.leaderelection.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.transport.seal.FrameOpener;
import io.github.leaderelection.internal.transport.seal.FrameSealer;
import io.github.leaderelection.internal.transport.seal.Nonces;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.seal.Side;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.spi.Envelope;

/**
 * What sealing adds for a follower that has nothing else to do: at its pace, so with cold
 * caches and with code that is run too seldom to be compiled soon. It answers heartbeats
 * by turns with seals and without, and the difference counts: waking up costs the same.
 */
final class IdleSealing {

	private static final Duration HEARTBEAT = Duration.ofMillis(100);

	private static final Duration SETTLE = Duration.ofSeconds(75);

	private static final Duration WINDOW = Duration.ofSeconds(60);

	private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

	private final WireCodec codec = new WireCodec(Map.of("default", QuorumMessage.class));

	private final String heartbeat = this.codec.encode(envelope("host-a:8080", new LeaderHeartbeat(1795, 1795, 123_456,
			true, 1_000_000_000, 1_000_000, List.of(NodeId.of("host-b:8080"), NodeId.of("host-c:8080")))));

	private final Envelope<QuorumMessage> answer = envelope("host-b:8080",
			new HeartbeatResponse(1795, 123_456, true, true, 1_000_000_000));

	private final FrameSealer leader;

	private final FrameOpener opener;

	private final FrameSealer sealer;

	IdleSealing() {
		SessionKeys keys = new SharedSecret("a-secret-of-this-benchmark")
			.session(new Nonces("00".repeat(32), "0f".repeat(32)));
		this.leader = keys.sealer(Side.DIALLER);
		this.opener = keys.opener(Side.DIALLER);
		this.sealer = keys.sealer(Side.ACCEPTOR);
	}

	private static Envelope<QuorumMessage> envelope(String from, QuorumMessage body) {
		return new Envelope<>("default", "default", NodeId.of(from), "0123456789abcdef0123456789abcdef",
				-1234567890123456789L, "0123456789abcdef", -987654321098765432L, null, body);
	}

	/** Milliseconds of CPU a minute. */
	double millisAMinute() throws Exception {
		answerHeartbeats(SETTLE);
		return answerHeartbeats(WINDOW);
	}

	private double answerHeartbeats(Duration duration) throws Exception {
		long pairs = duration.dividedBy(HEARTBEAT) / 2;
		long more = 0;
		for (long i = 0; i < pairs; i++) {
			more += answer(true) - answer(false);
		}
		return more / 1e6 / pairs * Duration.ofMinutes(1).dividedBy(HEARTBEAT);
	}

	/** Nanoseconds of CPU. */
	private long answer(boolean seals) throws Exception {
		String arrived = seals ? this.leader.seal(this.heartbeat) : this.heartbeat;
		Thread.sleep(HEARTBEAT.toMillis());
		long before = this.threads.getCurrentThreadCpuTime();
		Envelope<?> read = this.codec.decode(seals ? this.opener.open(arrived) : arrived);
		String written = this.codec.encode(this.answer);
		int length = (seals ? this.sealer.seal(written) : written).length();
		long spent = this.threads.getCurrentThreadCpuTime() - before;
		if (!(read.body() instanceof LeaderHeartbeat) || length < written.length()) {
			throw new IllegalStateException("No heartbeat was answered");
		}
		return spent;
	}

}
