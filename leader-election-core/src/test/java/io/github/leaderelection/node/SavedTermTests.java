package io.github.leaderelection.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.FileBallotStore;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStore;
import io.github.leaderelection.spi.BallotStoreException;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a node does about the term that its state names, and about its minimum term.
 */
class SavedTermTests {

	private static final NodeId SELF = NodeId.of("saved-term-test");

	@TempDir
	private Path directory;

	private void saved(long term) throws IOException {
		try (BallotStore store = FileBallotStore.open(this.directory, "default", SELF, "default")) {
			store.save(new Ballot("identity", true, term, null, 0, 1_000_000_000, 0.05, true));
		}
	}

	private ElectionNodeBuilder node() {
		return ElectionNodeBuilder.forNode(SELF)
			.stateDirectory(this.directory)
			.group("default", GroupOptions.defaults().withLease(Duration.ofMinutes(1)));
	}

	private static @Nullable Long tokenOf(ElectionNode node) {
		node.start();
		try {
			LeaderElector elector = node.elector("default");
			Awaitility.await().atMost(Duration.ofSeconds(60)).until(elector::isLeader);
			return elector.status().fencingToken();
		}
		finally {
			node.close();
		}
	}

	@Test
	void nodeWhoseSavedTermIsTheLastThereIsDoesNotStartAndNamesTheCure() throws IOException {
		saved(Ballot.MAX_TERM);
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(BallotStoreException.class).isThrownBy(node().build()::start)
				.withMessageContaining(this.directory.toString())
				.withMessageContaining("term 999999999999999")
				.withMessageContaining("delete this state")
				.withMessageContaining("leader-election.minimum-term");
		}
	}

	@Test
	void nodeGoesOnFromTheTermThatItSaved() throws IOException {
		saved(1_000_000);
		assertThat(tokenOf(node().build())).isEqualTo(1_000_001L);
	}

	@Test
	void noTokenLiesBelowTheMinimumTerm() throws IOException {
		saved(1_000_000);
		assertThat(tokenOf(node().minimumTerm(5_000_000).build())).isEqualTo(5_000_001L);
		assertThat(tokenOf(node().minimumTerm(5_000_000).build())).isEqualTo(5_000_002L);
	}

}
