package io.github.leaderelection.internal.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * A state file on a real disk: who may read it, what it may be, and what is said of one
 * that was damaged.
 */
class DiskStateFileTests {

	private final PrintStream before = System.err;

	private final ByteArrayOutputStream log = new ByteArrayOutputStream();

	@TempDir
	Path temporary;

	private Path directory;

	private Path path;

	@BeforeEach
	void catchLog() throws IOException {
		System.setErr(new PrintStream(this.log, true, StandardCharsets.UTF_8));
		this.directory = this.temporary.toRealPath().resolve("state");
		this.path = this.directory.resolve("orders.ballot");
	}

	@AfterEach
	void releaseLog() {
		System.setErr(this.before);
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void directoryAndFileAreMadeForTheirOwnerAlone() throws IOException {
		Path nested = this.directory.resolve("of/node-a");
		FileBallotStore.open(nested, Ballots.CLUSTER, Ballots.NODE, Ballots.GROUP).close();
		assertThat(permissions(nested.resolve("orders.ballot"))).isEqualTo("rw-------");
		assertThat(permissions(nested)).isEqualTo("rwx------");
		assertThat(permissions(nested.getParent())).isEqualTo("rwx------");
	}

	private static String permissions(Path path) throws IOException {
		return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void aLinkInPlaceOfTheFileIsRefusedAndWhatItPointsToIsLeftAsItIs() throws IOException {
		Files.createDirectory(this.directory);
		Path other = Files.writeString(this.temporary.resolve("other"), "of somebody else");
		Files.createSymbolicLink(this.path, other);
		assertThatExceptionOfType(BallotStoreException.class).isThrownBy(this::open)
			.withMessageContainingAll(this.path.toString(), "symbolic link", "delete the link");
		assertThat(other).hasContent("of somebody else");
		Files.delete(this.path);
		Path nowhere = this.temporary.resolve("nowhere");
		Files.createSymbolicLink(this.path, nowhere);
		assertThatExceptionOfType(BallotStoreException.class).isThrownBy(this::open)
			.withMessageContaining("symbolic link");
		assertThat(nowhere).doesNotExist();
		Files.delete(this.path);
		open().close();
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void aFileReplacedByALinkToItselfFailsItsForce() throws IOException {
		Files.createDirectory(this.directory);
		try (DiskStateFile file = DiskStateFile.open(this.path)) {
			file.force();
			Path moved = Files.move(this.path, this.directory.resolve("moved"));
			Files.createSymbolicLink(this.path, moved);
			assertThatIOException().isThrownBy(file::force).withMessageContaining("deleted or replaced");
		}
	}

	@Test
	void onlyTheOpeningThatMadeTheFileCallsItNew() throws IOException {
		Files.createDirectory(this.directory);
		try (DiskStateFile file = DiskStateFile.open(this.path)) {
			assertThat(file.isNew()).isTrue();
			assertThat(file.size()).isZero();
		}
		try (DiskStateFile file = DiskStateFile.open(this.path)) {
			assertThat(file.isNew()).isFalse();
		}
	}

	@Test
	void readsAsFarAsTheFileReachesAndWritesBeyondItsEnd() throws IOException {
		Files.createDirectory(this.directory);
		try (DiskStateFile file = DiskStateFile.open(this.path)) {
			file.write(6, new byte[] { 1, 2 });
			byte[] read = { 9, 9, 9, 9 };
			assertThat(file.read(5, read)).isEqualTo(3);
			assertThat(read).containsExactly(0, 1, 2, 9);
			assertThat(file.read(8, read)).isZero();
			assertThat(file.size()).isEqualTo(8);
		}
	}

	@Test
	void aClosedFileCanBeOpenedAgainAndIsClosedOnce() throws IOException {
		Files.createDirectory(this.directory);
		DiskStateFile first = DiskStateFile.open(this.path);
		assertThatExceptionOfType(BallotStoreException.class).isThrownBy(() -> DiskStateFile.open(this.path))
			.withMessageContaining("in use");
		first.close();
		try (DiskStateFile second = DiskStateFile.open(this.path)) {
			first.close();
			assertThatExceptionOfType(BallotStoreException.class).isThrownBy(() -> DiskStateFile.open(this.path))
				.withMessageContaining("in use");
			assertThat(second.size()).isZero();
		}
	}

	@Test
	void initializingKeepsTheSlotsAndNamesTheHolder() throws IOException {
		Files.createDirectory(this.directory);
		byte[] slots = new byte[SlotPair.END];
		Arrays.fill(slots, (byte) 7);
		Files.write(this.path, slots);
		try (DiskStateFile file = DiskStateFile.open(this.path)) {
			file.initialize();
			byte[] kept = new byte[SlotPair.END];
			file.read(0, kept);
			assertThat(kept).isEqualTo(slots);
			assertThat(Holder.read(file)).contains("pid " + ProcessHandle.current().pid());
		}
	}

	@Test
	void aNewFileAndOneClosedInOrderAreNotLogged() throws IOException {
		savedTwice();
		assertThat(load()).isEqualTo(Ballots.ofTerm(2));
		assertThat(logged()).isEmpty();
	}

	@Test
	void aDamagedSlotIsLoggedOnceAndTheOtherCounts() throws IOException {
		for (int slot = 0; slot <= 1; slot++) {
			savedTwice();
			write(slot * SlotPair.STRIDE + 100, new byte[] { 77, 78, 79 });
			assertThat(load()).isEqualTo(Ballots.ofTerm(2));
			assertThat(logged()).contains("WARN", "One of the two slots", this.path.toString(), "node 'a'",
					"replace it");
			assertThat(load()).isEqualTo(Ballots.ofTerm(2));
			assertThat(logged()).isEmpty();
		}
	}

	@Test
	void aSlotOfZerosIsLoggedAndTheOtherCounts() throws IOException {
		for (int slot = 0; slot <= 1; slot++) {
			savedTwice();
			write(slot * SlotPair.STRIDE, new byte[SlotPair.STRIDE]);
			assertThat(load()).isEqualTo(Ballots.ofTerm(2));
			assertThat(logged()).contains("WARN", "One of the two slots");
		}
	}

	@Test
	void aFileCutAnywhereNeverAgesTheBallotAndIsLogged() throws IOException {
		for (int length : new int[] { SlotPair.STRIDE + 1, SlotPair.STRIDE, SlotCodec.SIZE }) {
			savedTwice();
			cut(length);
			assertThat(load()).as("cut to %s", length).isEqualTo(Ballots.ofTerm(2));
			assertThat(logged()).as("cut to %s", length).contains("WARN", "One of the two slots");
		}
		for (int length : new int[] { SlotCodec.SIZE - 1, 1 }) {
			savedTwice();
			cut(length);
			assertThat(load()).as("cut to %s", length).isNull();
			assertThat(logged()).as("cut to %s", length).contains("WARN", "Both slots", "is lost");
		}
		savedTwice();
		cut(0);
		assertThat(load()).isNull();
		assertThat(logged()).contains("WARN", "is blank", "that is lost");
	}

	@Test
	void aFileOfZerosIsLostStateAndLogged() throws IOException {
		savedTwice();
		write(0, new byte[SlotPair.END]);
		assertThat(load()).isNull();
		assertThat(logged()).contains("WARN", "existed, but is blank", "the spent terms");
	}

	@Test
	void bothSlotsDamagedAreLostStateAndLogged() throws IOException {
		savedTwice();
		write(100, new byte[] { 77, 78, 79 });
		write(SlotPair.STRIDE + 100, new byte[] { 77, 78, 79 });
		assertThat(load()).isNull();
		assertThat(logged()).contains("WARN", "Both slots", this.path.toString(),
				"learned the spent terms from a quorum", "repeated");
		savedTwice();
		assertThat(load()).isEqualTo(Ballots.ofTerm(2));
	}

	private void savedTwice() throws IOException {
		Files.deleteIfExists(this.path);
		try (FileBallotStore store = open()) {
			store.save(Ballots.ofTerm(1));
			store.save(Ballots.ofTerm(2));
		}
		assertThat(logged()).isEmpty();
	}

	private FileBallotStore open() {
		return FileBallotStore.open(this.directory, Ballots.CLUSTER, Ballots.NODE, Ballots.GROUP);
	}

	private @Nullable Ballot load() {
		try (FileBallotStore store = open()) {
			return store.load();
		}
	}

	private void write(long position, byte[] bytes) throws IOException {
		try (RandomAccessFile file = new RandomAccessFile(this.path.toFile(), "rw")) {
			file.seek(position);
			file.write(bytes);
		}
	}

	private void cut(int length) throws IOException {
		try (RandomAccessFile file = new RandomAccessFile(this.path.toFile(), "rw")) {
			file.setLength(length);
		}
	}

	/** What was logged since this was asked last. */
	private String logged() {
		String text = this.log.toString(StandardCharsets.UTF_8);
		this.log.reset();
		return text;
	}

}
