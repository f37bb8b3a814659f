package io.github.leaderelection.simulator.lease;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.simulator.replay.ReplayCommand;
import io.github.leaderelection.spi.LeaseStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a node that leads by a lease records is replayed.
 */
class LeaseTraceTests {

	@TempDir
	private Path directory;

	private final List<String> lines = new ArrayList<>();

	@Test
	void theTraceOfANodeThatLedAndResignedIsReplayed() throws Exception {
		String trace = recorded();
		assertThat(replay(trace)).as(() -> String.join("\n", this.lines)).isZero();
		assertThat(this.lines.get(0)).startsWith("Node a, group default of cluster ").contains("election lease");
		assertThat(this.lines).anyMatch((line) -> line.contains("-> GRANTED: token "))
			.anyMatch((line) -> line.contains("-> REVOKED: token ") && line.contains("RESIGNED"));
		assertThat(this.lines.get(this.lines.size() - 1)).startsWith("same as recorded: ");
		this.lines.clear();
		assertThat(replay(trace.replaceFirst("Grant\\(fencingToken=\\d", "Grant(fencingToken=9"))).isOne();
		assertThat(this.lines).anyMatch((line) -> line.contains("OTHERWISE at input "));
	}

	private int replay(String trace) throws Exception {
		Path file = Files.writeString(this.directory.resolve("a.trace"), trace);
		return new ReplayCommand(this.lines::add).execute(List.of("--file", file.toString()));
	}

	private static String recorded() throws Exception {
		try (ElectionNode node = ElectionNodeBuilder.forNode(NodeId.of("a"))
			.members(List.of(new Member(NodeId.of("a"), URI.create("http://a:8080"))))
			.leaseStore(new RegisterStore())
			.group("default",
					GroupOptions.defaults().withLease(Duration.ofSeconds(5)).withHeartbeat(Duration.ofMillis(200)))
			.build()) {
			LeaderElector elector = node.elector("default");
			CompletableFuture<Void> granted = new CompletableFuture<>();
			elector.addListener(new LeadershipListener() {

				@Override
				public void onGranted(Leadership leadership) {
					granted.complete(null);
				}

			});
			node.start();
			granted.get();
			elector.resign().toCompletableFuture().get();
			return ElectorInternals.of(elector).trace().orElseThrow();
		}
	}

	/**
	 * A store in this process.
	 */
	private static final class RegisterStore implements LeaseStore {

		private final StoreRegister register = new StoreRegister((written) -> {
		});

		@Override
		public synchronized CompletionStage<Answer> ask(Request request, Duration deadline) {
			return CompletableFuture.completedStage(this.register.handle(request, 1));
		}

		@Override
		public boolean outlivesProcess() {
			return false;
		}

		@Override
		public String description() {
			return "a register in this process";
		}

		@Override
		public void close() {
			// holds nothing
		}

	}

}
