package io.github.leaderelection.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The store on a real disk.
 */
class FileBallotStoreTests {

	private static final NodeId NODE = NodeId.of("host-1.example:8080~x");

	@TempDir
	Path temporary;

	@Test
	void everyFieldComesBackAfterAReopening() throws IOException {
		List<Ballot> ballots = List.of(new Ballot("", false, 0, null, 0, 0, 0, false),
				new Ballot("ид-選-\uD83D\uDDF3", true, 1L << 62, new Ballot.Vote(NodeId.of("b@c".replace('@', ':')), -7),
						Long.MAX_VALUE, 3_600_000_000_000L, 0.05, true),
				new Ballot("i".repeat(255), true, 1, new Ballot.Vote(NodeId.of("n".repeat(255)), Long.MIN_VALUE), 1, 1,
						Math.nextDown(1.0), false),
				new Ballot("x", false, 5, null, 4, 3, 0.2, true), new Ballot("x", true, 5, null, 4, 3, 0.2, false));
		for (Ballot ballot : ballots) {
			save(ballot);
			try (FileBallotStore store = open()) {
				assertThat(store.load()).isEqualTo(ballot);
			}
		}
	}

	@Test
	void aNewDirectoryIsMadeAndHoldsNoBallot() {
		Path nested = this.temporary.resolve("not/there/yet");
		try (FileBallotStore store = FileBallotStore.open(nested, "größe", NODE, "選挙/..")) {
			assertThat(store.load()).isNull();
		}
		assertThat(nested).isDirectoryContaining("glob:**/%E9%81%B8%E6%8C%99%2F%2E%2E.ballot");
	}

	@Test
	void aFileLeftEmptyByACrashHoldsNoBallot() throws IOException {
		Files.createFile(this.temporary.resolve("default.ballot"));
		try (FileBallotStore store = open()) {
			assertThat(store.load()).isNull();
			store.save(Ballots.ofTerm(1));
			assertThat(store.load()).isEqualTo(Ballots.ofTerm(1));
		}
	}

	@Test
	void groupsOfOneNodeShareADirectory() throws IOException {
		try (FileBallotStore one = FileBallotStore.open(this.temporary, "c", NODE, "one");
				FileBallotStore two = FileBallotStore.open(this.temporary, "c", NODE, "ONE")) {
			one.save(Ballots.ofTerm(1));
			two.save(Ballots.ofTerm(2));
			assertThat(one.load()).isEqualTo(Ballots.ofTerm(1));
			assertThat(two.load()).isEqualTo(Ballots.ofTerm(2));
		}
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void theRoomForBothSlotsIsTakenFromTheDiskAtOnce() throws IOException {
		open().close();
		Path full = this.temporary.resolve("full");
		try (FileChannel channel = FileChannel.open(full, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
			channel.write(ByteBuffer.allocate(Holder.POSITION + Holder.SIZE));
			channel.force(true);
		}
		assertThat(Files.size(file())).isEqualTo(Files.size(full));
		assertThat(blocksTakenBy(file())).isEqualTo(blocksTakenBy(full));
	}

	private static String blocksTakenBy(Path path) throws IOException {
		Process stat = new ProcessBuilder("stat", "-c", "blocks %b", path.toString()).start();
		String answer = new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(answer).startsWith("blocks ");
		return answer;
	}

	@Test
	void theFileOfAnotherNodeIsRefused() throws IOException {
		save(Ballots.ofTerm(1));
		byte[] before = Files.readAllBytes(file());
		assertThatExceptionOfType(BallotStoreException.class)
			.isThrownBy(() -> FileBallotStore.open(this.temporary, "c", NodeId.of("b"), "default"))
			.withMessageContainingAll(file().toString(), "belongs to node '" + NODE + "', group 'default', cluster 'c'",
					"but this is node 'b', group 'default', cluster 'c'", "its own state directory");
		assertThat(Files.readAllBytes(file())).isEqualTo(before);
	}

	@Test
	void theFileOfAnotherGroupIsRefused() throws IOException {
		save(Ballots.ofTerm(1));
		Files.move(file(), this.temporary.resolve("orders.ballot"));
		assertThatExceptionOfType(BallotStoreException.class)
			.isThrownBy(() -> FileBallotStore.open(this.temporary, "c", NODE, "orders"))
			.withMessageContainingAll("orders.ballot", "group 'default', cluster 'c', but this is", "group 'orders'");
	}

	@Test
	void aRefusedFileCanBeOpenedByItsOwnerAtOnce() throws IOException {
		save(Ballots.ofTerm(1));
		assertThatExceptionOfType(BallotStoreException.class)
			.isThrownBy(() -> FileBallotStore.open(this.temporary, "other", NODE, "default"))
			.withMessageContainingAll("cluster 'c', but this is", "cluster 'other'");
		try (FileBallotStore store = open()) {
			assertThat(store.load()).isEqualTo(Ballots.ofTerm(1));
		}
	}

	@Test
	void aBallotFileThatCannotBeOpenedIsRefused() throws IOException {
		Files.createDirectory(file());
		assertThatExceptionOfType(BallotStoreException.class).isThrownBy(this::open)
			.withMessageContainingAll("The ballot file " + file() + " cannot be used", "may read and write");
		Files.delete(file());
		try (FileBallotStore store = open()) {
			assertThat(store.load()).isNull();
		}
	}

	@Test
	void aNameThatDoesNotFitIsRefused() {
		assertThatExceptionOfType(BallotStoreException.class)
			.isThrownBy(() -> FileBallotStore.open(this.temporary, "c", NODE, "選".repeat(86)))
			.withMessageContainingAll("name of the group", "258 bytes", "1 to 255");
		try (FileBallotStore store = FileBallotStore.open(this.temporary, "c".repeat(255), NODE, "選".repeat(85))) {
			assertThat(store.load()).isNull();
		}
	}

	@Test
	void aClosedStoreSavesNothingAndSaysSo() throws IOException {
		FileBallotStore store = open();
		store.save(Ballots.ofTerm(1));
		store.close();
		store.close();
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> store.save(Ballots.ofTerm(2)))
			.withMessageContainingAll(file().toString(), "is closed");
		try (FileBallotStore again = open()) {
			assertThat(again.load()).isEqualTo(Ballots.ofTerm(1));
		}
	}

	@Test
	void aFileDeletedUnderTheStoreFailsItsSaves() throws IOException {
		try (FileBallotStore store = open()) {
			store.save(Ballots.ofTerm(1));
			Files.delete(file());
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> store.save(Ballots.ofTerm(2)))
				.withMessageContainingAll(file().toString(), "deleted or replaced", "restart the node");
			Files.createFile(file());
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> store.save(Ballots.ofTerm(2)))
				.withMessageContaining("deleted or replaced");
		}
	}

	@Test
	void manyStartsKeepTheNewestBallot() throws IOException {
		for (int term = 1; term <= 50; term++) {
			try (FileBallotStore store = open()) {
				assertThat(store.load()).isEqualTo((term != 1) ? Ballots.ofTerm(term - 1) : null);
				store.save(Ballots.ofTerm(term));
			}
		}
		assertThat(Files.size(file())).isEqualTo(Holder.POSITION + Holder.SIZE);
	}

	@Test
	void anInterruptedThreadOpensAndSavesAndStaysInterrupted() throws Exception {
		List<Boolean> interrupted = new ArrayList<>();
		List<Throwable> failures = new ArrayList<>();
		Thread writer = new Thread(() -> {
			Thread.currentThread().interrupt();
			try (FileBallotStore store = FileBallotStore.open(this.temporary.resolve("x/y"), "c", NODE, "default")) {
				interrupted.add(Thread.currentThread().isInterrupted());
				store.save(Ballots.ofTerm(1));
				store.save(Ballots.ofTerm(2));
				interrupted.add(Thread.currentThread().isInterrupted());
			}
			catch (IOException | RuntimeException ex) {
				failures.add(ex);
			}
		});
		writer.start();
		writer.join();
		assertThat(failures).isEmpty();
		assertThat(interrupted).containsExactly(true, true);
		try (FileBallotStore store = FileBallotStore.open(this.temporary.resolve("x/y"), "c", NODE, "default")) {
			assertThat(store.load()).isEqualTo(Ballots.ofTerm(2));
		}
	}

	private Path file() {
		try {
			return this.temporary.toRealPath().resolve("default.ballot");
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	private FileBallotStore open() {
		return FileBallotStore.open(this.temporary, "c", NODE, "default");
	}

	private void save(Ballot ballot) throws IOException {
		try (FileBallotStore store = open()) {
			store.save(ballot);
		}
	}

}
