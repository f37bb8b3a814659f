package io.github.leaderelection.system;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A leader that counts in the metadata ends between a write and its answer, again and
 * again: each later one goes on from what was committed.
 */
class MetadataIT extends AbstractClusterIT {

	private static final String SECRET = "a-secret-that-no-trace-of-metadata-tells";

	/** A hundred by hand. */
	private static final int ENDS = Integer.getInteger("metadata.ends", 3);

	/** The first end is before the answer for certain, later ones come later. */
	private static final long LONGEST_WRITE_NANOS = 8_000_000;

	MetadataIT() {
		super(ClusterSpec.ofThree("metadata")
			.withStateDirectories(true)
			.withIdleApplication()
			.with("leader-election.crash-detection", "connection")
			.with("leader-election.transport.secret", SECRET)
			.with(ProbeNames.WRITES_METADATA, "true")
			.withLibraries(
					List.of(Libraries.copied(Libraries.emptyDirectory("metadata-lib"), "leader-election-metadata"))));
	}

	@Test
	void whatWasAnsweredCommittedIsTheStartOfEachLaterLeader(@TempDir Path directory) throws Exception {
		int unanswered = 0;
		for (int i = 0; i < ENDS; i++) {
			Leader leader = this.cluster.awaitLeader();
			CountedMetadata.awaitCommitted(leader);
			Path probe = leader.node().probe();
			Path halt = Files.writeString(probe.resolve("halt-soon"), Long.toString(i * LONGEST_WRITE_NANOS / ENDS));
			Files.move(halt, probe.resolve(ProbeNames.HALT), StandardCopyOption.ATOMIC_MOVE);
			leader.node().awaitExit();
			List<String> said = Files.readAllLines(probe.resolve(ProbeNames.METADATA));
			unanswered += said.get(said.size() - 1).startsWith("began") ? 1 : 0;
			CountedMetadata.awaitCommitted(this.cluster.awaitLeaderAfter(leader));
			this.cluster.startAll();
			this.cluster.awaitAllVoting();
		}
		assertThat(unanswered).as("ends between a write and its answer").isPositive();
		assertThat(CountedMetadata.assertGoesOn(this.cluster)).as("leaders that counted").isGreaterThan(ENDS);
		assertThat(this.cluster.overlaps()).isEmpty();
		Leader last = this.cluster.awaitLeader();
		assertThat(new Replay(directory, SECRET).ofMetadata(last.node())).singleElement()
			.asString()
			.matches("same as recorded: [1-9]\\d* inputs");
	}

}
