package io.github.leaderelection.internal.nodefence.application;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProcessLock}.
 */
class ProcessLockTests {

	/** The lock of another process. */
	private static Process lock(Path file) throws IOException {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				System.getProperty("java.class.path"), ProcessLockTests.class.getName(), file.toString())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		assertThat(process.inputReader().readLine()).isEqualTo("locked");
		return process;
	}

	/** Holds the lock of a file until its input ends. */
	public static void main(String[] args) throws IOException {
		FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
		System.out.println((channel.tryLock() != null) ? "locked" : "refused");
		System.in.read();
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void aBootHasOneName() {
		assertThat(ProcessLock.boot()).isEqualTo(ProcessLock.boot());
	}

	@Test
	void isHeldOnceNoOtherProcessHoldsItAndThenForGood(@TempDir Path directory) throws Exception {
		Path file = directory.resolve("fence.lock");
		Process other = lock(file);
		try {
			assertThat(ProcessLock.hold(file)).isFalse();
		}
		finally {
			other.destroyForcibly().waitFor();
		}
		assertThat(ProcessLock.hold(file)).isTrue();
		assertThat(ProcessLock.hold(directory.resolve("./fence.lock"))).isTrue();
		assertThat(ProcessLock.hold(directory.resolve("none/fence.lock"))).isFalse();
	}

	@Test
	void isNotHeldWhereAnotherClassLoaderOfThisProcessHoldsIt(@TempDir Path directory) throws Exception {
		Path file = directory.resolve("fence.lock");
		try (FileChannel other = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
			assertThat(other.tryLock()).isNotNull();
			assertThat(ProcessLock.hold(file)).isFalse();
		}
		assertThat(ProcessLock.hold(file)).isTrue();
	}

}
