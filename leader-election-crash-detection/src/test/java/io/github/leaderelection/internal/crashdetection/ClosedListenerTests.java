package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A whole node whose listener somebody closes while it leads.
 */
class ClosedListenerTests {

	private static final NodeId A = NodeId.of("a");

	/** No machine stands still for such a lease. */
	private static final GroupOptions LONG = GroupOptions.defaults().withLease(Duration.ofSeconds(60));

	private final List<RevocationReason> revoked = new CopyOnWriteArrayList<>();

	/** With a directory, a new node does not wait for a lease before it leads. */
	@TempDir
	private Path state;

	@Test
	void leaderLeadsNoMoreSaysWhyAndIsNotStartedAgain() throws IOException {
		ProcessListener listener = new ProcessListener(InetAddress.getLoopbackAddress());
		ElectionNode node = ElectionNodeBuilder.forNode(A)
			.transport(new Watched(listener))
			.stateDirectory(this.state)
			.group("default", LONG)
			.build();
		try {
			LeaderElector elector = node.elector("default");
			elector.addListener(new LeadershipListener() {

				@Override
				public void onRevoked(Leadership leadership, RevocationReason reason) {
					ClosedListenerTests.this.revoked.add(reason);
				}

			});
			node.start();
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(elector::isLeader);

			listener.socket().close();

			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> elector.status().failed());
			assertThat(elector.isLeader()).isFalse();
			assertThat(elector.leader()).isEmpty();
			assertThat(elector.status().problems()).singleElement()
				.asString()
				.contains("closed from outside", "Restart it", "leader-election.crash-detection=none");
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !this.revoked.isEmpty());
			assertThat(this.revoked).containsExactly(RevocationReason.STOPPED);

			node.close();
			assertThatIllegalStateException().isThrownBy(node::start).withMessageContaining("Restart it");
			assertThat(elector.isLeader()).isFalse();
		}
		finally {
			node.close();
		}
	}

	/**
	 * A transport that detects crashes and links nobody.
	 */
	private static final class Watched implements PeerTransport {

		private final ProcessListener listener;

		private @Nullable ConnectionCrashDetector crashes;

		private Watched(ProcessListener listener) {
			this.listener = listener;
		}

		@Override
		public void start(Receiver receiver) {
			this.crashes = new ConnectionCrashDetector(this.listener, A, List.of(A), 7, new SharedSecret("a secret"),
					(member) -> null, receiver);
		}

		@Override
		public void connect(NodeId peer) {
		}

		@Override
		public void forget(NodeId peer) {
		}

		@Override
		public void send(NodeId to, Envelope<?> envelope) {
		}

		@Override
		public void close() {
			if (this.crashes != null) {
				this.crashes.close();
			}
		}

	}

}
