package io.github.leaderelection.internal.store;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * One owner at a time, in this process and among processes.
 */
@Timeout(120)
class FileBallotStoreOwnershipTests {

	private static final long PID = ProcessHandle.current().pid();

	@TempDir
	Path directory;

	@Test
	void aSecondOpeningInThisProcessIsRefusedAndNamesIt() throws IOException {
		try (FileBallotStore store = open()) {
			assertThatExceptionOfType(BallotStoreException.class).isThrownBy(this::open)
				.withMessageContainingAll("orders.ballot is in use by pid " + PID + " on host ", "stop that node");
			store.save(Ballots.ofTerm(1));
		}
		try (FileBallotStore store = open()) {
			assertThat(store.load()).isEqualTo(Ballots.ofTerm(1));
		}
	}

	@Test
	void aRefusedOpeningInThisProcessLeavesTheLockInPlace() throws IOException {
		try (FileBallotStore store = open()) {
			assertThatExceptionOfType(BallotStoreException.class).isThrownBy(this::open);
			assertThatExceptionOfType(BallotStoreException.class).isThrownBy(this::openThroughLink);
			assertThat(StoreProcess.tryToOpen(this.directory)).startsWith("refused: ").contains("pid " + PID);
			assertThat(store.load()).isNull();
		}
		assertThat(StoreProcess.tryToOpen(this.directory)).isEqualTo("opened, term 0");
	}

	private void openThroughLink() {
		try {
			Path link = Files.createSymbolicLink(this.directory.resolve("link"), this.directory);
			FileBallotStore.open(link, Ballots.CLUSTER, Ballots.NODE, Ballots.GROUP).close();
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void refusedOpeningsLeaveNoFileOpen() throws IOException {
		try (FileBallotStore store = open()) {
			for (int i = 0; i < 20; i++) {
				assertThatExceptionOfType(BallotStoreException.class).isThrownBy(this::open);
			}
			assertThat(openings()).isEqualTo(1);
			assertThat(store.load()).isNull();
		}
		assertThat(openings()).isZero();
	}

	private int openings() throws IOException {
		int count = 0;
		try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
			for (Path descriptor : descriptors) {
				// Some are gone by now: that of the listing itself, for one.
				boolean there = Files.isSymbolicLink(descriptor);
				count += (there && Files.readSymbolicLink(descriptor).equals(file())) ? 1 : 0;
			}
		}
		return count;
	}

	@Test
	void anOpeningThroughAnotherClassLoaderIsRefusedAndLeavesTheLockInPlace() throws Exception {
		try (FileBallotStore store = open(); URLClassLoader loader = anotherClassLoader()) {
			Class<?> nodeId = loader.loadClass(NodeId.class.getName());
			Class<?> storeClass = loader.loadClass(FileBallotStore.class.getName());
			Object node = nodeId.getMethod("of", String.class).invoke(null, Ballots.NODE.value());
			assertThat(storeClass).isNotSameAs(FileBallotStore.class);
			assertThatExceptionOfType(InvocationTargetException.class)
				.isThrownBy(() -> storeClass.getMethod("open", Path.class, String.class, nodeId, String.class)
					.invoke(null, this.directory, Ballots.CLUSTER, node, Ballots.GROUP))
				.havingCause()
				.withMessageContaining("is in use by pid " + PID);
			System.gc();
			assertThat(StoreProcess.tryToOpen(this.directory)).startsWith("refused: ").contains("pid " + PID);
			assertThat(store.load()).isNull();
		}
	}

	private static URLClassLoader anotherClassLoader() throws IOException {
		String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		List<URL> urls = new ArrayList<>();
		for (String entry : classPath.split(File.pathSeparator)) {
			urls.add(Path.of(entry).toUri().toURL());
		}
		return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
	}

	@Test
	void aSecondProcessIsRefusedTouchesNothingAndSucceedsOnceTheFirstIsKilled() throws Exception {
		try (StoreProcess holder = StoreProcess.hold(this.directory)) {
			byte[] before = Files.readAllBytes(file());
			assertThatExceptionOfType(BallotStoreException.class).isThrownBy(this::open)
				.withMessageContainingAll(file().toString(), "in use by pid " + holder.pid() + " on host ", "started ");
			assertThatExceptionOfType(BallotStoreException.class)
				.isThrownBy(() -> FileBallotStore.open(this.directory, "other", NodeId.of("b"), Ballots.GROUP))
				.withMessageContaining("in use by pid " + holder.pid());
			assertThat(Files.readAllBytes(file())).isEqualTo(before);
			holder.kill();
			try (FileBallotStore store = open()) {
				assertThat(store.load()).isEqualTo(Ballots.ofTerm(1));
			}
		}
	}

	@Test
	void theLockSurvivesSavesFromAnInterruptedThread() throws IOException {
		try (FileBallotStore store = open()) {
			Thread.currentThread().interrupt();
			store.save(Ballots.ofTerm(1));
			assertThat(Thread.interrupted()).isTrue();
			assertThat(StoreProcess.tryToOpen(this.directory)).startsWith("refused: ").contains("pid " + PID);
			store.save(Ballots.ofTerm(2));
		}
		assertThat(StoreProcess.tryToOpen(this.directory)).isEqualTo("opened, term 2");
	}

	@Test
	void aProcessKilledWhileItSavesLosesNothingItWasTold() throws Exception {
		for (int round = 0; round < 3; round++) {
			Path fresh = this.directory.resolve("round-" + round);
			try (StoreProcess saver = StoreProcess.flood(fresh)) {
				String told = saver.answer();
				for (int i = 0; i < 20 + 7 * round; i++) {
					told = saver.answer();
				}
				saver.kill();
				for (String more = saver.answer(); more.matches("term \\d+"); more = saver.answer()) {
					told = more;
				}
				long term = Long.parseLong(told.substring("term ".length()));
				try (FileBallotStore store = open(fresh)) {
					Ballot found = store.load();
					assertThat(found).isIn(Ballots.ofTerm(term), Ballots.ofTerm(term + 1));
				}
			}
		}
	}

	private Path file() throws IOException {
		return this.directory.toRealPath().resolve("orders.ballot");
	}

	private FileBallotStore open() {
		return open(this.directory);
	}

	private static FileBallotStore open(Path directory) {
		return FileBallotStore.open(directory, Ballots.CLUSTER, Ballots.NODE, Ballots.GROUP);
	}

}
