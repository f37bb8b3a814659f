package io.github.leaderelection.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

import io.github.leaderelection.seal.FrameOpener;
import io.github.leaderelection.seal.FrameSealer;
import io.github.leaderelection.seal.Nonces;
import io.github.leaderelection.seal.SealException;
import io.github.leaderelection.seal.SessionKeys;
import io.github.leaderelection.seal.SharedSecret;
import io.github.leaderelection.seal.Side;

/**
 * What sealing costs a follower that has nothing else to do: at its pace, so with cold
 * caches and with code that is run too seldom to be compiled soon.
 */
final class IdleSealing {

	private static final Duration HEARTBEAT = Duration.ofMillis(100);

	private static final Duration SETTLE = Duration.ofSeconds(75);

	private static final Duration WINDOW = Duration.ofSeconds(30);

	/** As long as the answer to a heartbeat. */
	private static final String ANSWER = "{\"v\":2,\"type\":\"HeartbeatResponse\",\"cluster\":\"default\","
			+ "\"group\":\"default\",\"from\":\"host-b:8080\",\"identity\":\"0123456789abcdef0123456789abcdef\","
			+ "\"incarnation\":-1234567890123456789,\"fingerprint\":\"0123456789abcdef\","
			+ "\"answers\":-987654321098765432,\"body\":{\"term\":1795,\"sequence\":123456,\"leaseNanos\":1000000000}}";

	private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

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

	/** Milliseconds of CPU a minute. */
	double millisAMinute() throws InterruptedException, SealException {
		answerHeartbeats(SETTLE);
		return answerHeartbeats(WINDOW) / 1e6 / (WINDOW.toNanos() / 60e9);
	}

	/** Nanoseconds of CPU. */
	private long answerHeartbeats(Duration duration) throws InterruptedException, SealException {
		long spent = 0;
		for (long i = 0; i < duration.dividedBy(HEARTBEAT); i++) {
			String heartbeat = this.leader.seal(SealBenchmark.HEARTBEAT);
			Thread.sleep(HEARTBEAT.toMillis());
			long before = this.threads.getCurrentThreadCpuTime();
			int length = this.opener.open(heartbeat).length() + this.sealer.seal(ANSWER).length();
			spent += this.threads.getCurrentThreadCpuTime() - before;
			if (length <= ANSWER.length()) {
				throw new IllegalStateException("Nothing was sealed");
			}
		}
		return spent;
	}

}
