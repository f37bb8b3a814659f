package io.github.leaderelection.benchmark;

import java.util.concurrent.TimeUnit;

import io.github.leaderelection.internal.transport.seal.FrameOpener;
import io.github.leaderelection.internal.transport.seal.FrameSealer;
import io.github.leaderelection.internal.transport.seal.Nonces;
import io.github.leaderelection.internal.transport.seal.SealException;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.seal.Side;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to seal a heartbeat at one end of a link and to open it at the other.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class SealBenchmark {

	/** As long as a heartbeat of a node with a state directory. */
	static final String HEARTBEAT = "{\"v\":2,\"type\":\"LeaderHeartbeat\",\"cluster\":\"default\","
			+ "\"group\":\"default\",\"from\":\"host-a:8080\",\"identity\":\"0123456789abcdef0123456789abcdef\","
			+ "\"incarnation\":-1234567890123456789,\"fingerprint\":\"0123456789abcdef\",\"answers\":0,"
			+ "\"body\":{\"term\":1795,\"token\":1795,\"sequence\":123456,\"backed\":true,\"spanNanos\":1000000000,"
			+ "\"successors\":[\"host-b:8080\",\"host-c:8080\"]}}";

	private final SessionKeys keys = new SharedSecret("a-secret-of-this-benchmark")
		.session(new Nonces("00".repeat(32), "0f".repeat(32)));

	private final FrameSealer sealer = this.keys.sealer(Side.DIALLER);

	private final FrameSealer sent = this.keys.sealer(Side.ACCEPTOR);

	private final FrameOpener opener = this.keys.opener(Side.ACCEPTOR);

	/** One end. */
	@Benchmark
	public String seal() {
		return this.sealer.seal(HEARTBEAT);
	}

	/**
	 * Both ends.
	 * @throws SealException never
	 */
	@Benchmark
	public String sealAndOpen() throws SealException {
		return this.opener.open(this.sent.seal(HEARTBEAT));
	}

}
