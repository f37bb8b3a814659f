package io.github.leaderelection.system.assignments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.probe.RunFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class OwnershipsTests {

	private final Ownerships ownerships = new Ownerships();

	@TempDir
	private Path directory;

	/**
	 * Answers, each as the token or 0, asked at its first stamp and had at its second.
	 */
	private void process(String name, long[]... answers) throws IOException {
		process(name, ProbeNames.OWNED_PARTITIONS, "p7", answers);
	}

	private void process(String name, String kind, String owned, long[]... answers) throws IOException {
		Path probe = this.directory.resolve(name);
		RunFile file = RunFile.create(Files.createDirectories(probe.resolve(kind)).resolve(owned));
		for (long[] answer : answers) {
			file.add(answer[0], answer[1], answer[2]);
		}
		this.ownerships.add(name, probe);
	}

	private static long[] answer(long token, long before, long after) {
		return new long[] { token, before, after };
	}

	@Test
	void ownershipsOneAfterTheOtherAreInOrder() throws IOException {
		process("one", answer(0, 1, 2), answer(11, 3, 4), answer(11, 20, 21), answer(0, 22, 23), answer(13, 60, 61));
		process("two", answer(12, 24, 25), answer(12, 50, 51), answer(0, 52, 53));
		assertThat(this.ownerships.count()).isEqualTo(3);
		assertThat(this.ownerships.overlaps()).isEmpty();
		assertThat(this.ownerships.tokensOutOfOrder()).isEmpty();
	}

	@Test
	void ownerThatOwnsOnAfterItsLeaseIsFound() throws IOException {
		process("one", answer(11, 3, 4), answer(11, 40, 41));
		process("two", answer(12, 30, 31), answer(12, 90, 91));
		assertThat(this.ownerships.overlaps()).hasSize(1).first().asString().contains("p7", "one", "two");
	}

	@Test
	void singleAnswerBetweenTwoOfAnotherIsAnOverlap() throws IOException {
		process("one", answer(12, 3, 4), answer(12, 40, 41));
		process("two", answer(11, 30, 31));
		assertThat(this.ownerships.overlaps()).hasSize(1);
	}

	@Test
	void questionThatStoodStillProvesNothing() throws IOException {
		process("one", answer(11, 3, 4), answer(11, 20, 90));
		process("two", answer(12, 19, 22), answer(12, 80, 81));
		assertThat(this.ownerships.overlaps()).isEmpty();
		assertThat(this.ownerships.tokensOutOfOrder()).isEmpty();
	}

	@Test
	void keyIsJudgedAsAPartitionIs() throws IOException {
		process("one", ProbeNames.OWNED_KEYS, "key-1", answer(11, 3, 4), answer(11, 40, 41));
		process("two", ProbeNames.OWNED_KEYS, "key-1", answer(12, 30, 31), answer(12, 90, 91));
		assertThat(this.ownerships.overlaps()).hasSize(1);
	}

	@Test
	void lowerTokenAfterAHigherOneIsFound() throws IOException {
		process("one", answer(12, 3, 4), answer(12, 20, 21), answer(0, 22, 23));
		process("two", answer(11, 30, 31), answer(11, 40, 41));
		assertThat(this.ownerships.overlaps()).isEmpty();
		assertThat(this.ownerships.tokensOutOfOrder()).hasSize(1);
	}

	@Test
	void tokenThatBeginsOnceMoreIsFound() throws IOException {
		process("one", answer(11, 3, 4), answer(0, 22, 23), answer(11, 30, 31));
		assertThat(this.ownerships.overlaps()).isEmpty();
		assertThat(this.ownerships.tokensOutOfOrder()).hasSize(1);
	}

}
