package io.github.leaderelection.internal.store;

import java.io.IOException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class InMemoryBallotStoreTests {

	@Test
	void keepsTheNewestBallot() {
		try (InMemoryBallotStore store = new InMemoryBallotStore()) {
			assertThat(store.load()).isNull();
			saveTerms(store, 2);
			assertThat(store.load()).isEqualTo(Ballots.ofTerm(2));
		}
	}

	@Test
	void anotherInstanceKnowsNothingOfIt() {
		try (InMemoryBallotStore store = new InMemoryBallotStore();
				InMemoryBallotStore other = new InMemoryBallotStore()) {
			saveTerms(store, 1);
			assertThat(other.load()).isNull();
		}
	}

	@Test
	void savesNothingOnceClosed() {
		InMemoryBallotStore store = new InMemoryBallotStore();
		saveTerms(store, 1);
		store.close();
		store.close();
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> store.save(Ballots.ofTerm(2)))
			.withMessageContaining("in memory is closed");
		assertThat(store.load()).isEqualTo(Ballots.ofTerm(1));
	}

	private static void saveTerms(InMemoryBallotStore store, int terms) {
		for (int term = 1; term <= terms; term++) {
			try {
				store.save(Ballots.ofTerm(term));
			}
			catch (IOException ex) {
				throw new AssertionError(ex);
			}
		}
	}

}
