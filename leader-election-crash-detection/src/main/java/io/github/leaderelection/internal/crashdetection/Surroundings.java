package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The kernel and network in which a process runs. Loopback addresses of two processes
 * mean the same only within one network namespace of one running kernel.
 *
 * @param boot names the start of the kernel, {@link #UNKNOWN} if it cannot be read
 * @param network names the network namespace, {@link #UNKNOWN} likewise
 */
record Surroundings(String boot, String network) {

	static final String UNKNOWN = "-";

	private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

	private static final Path NETWORK = Path.of("/proc/self/ns/net");

	/** Reads the present surroundings of this process. */
	static Surroundings read() {
		return new Surroundings(word(BOOT, false), word(NETWORK, true));
	}

	private static String word(Path path, boolean link) {
		try {
			String text = link ? Files.readSymbolicLink(path).toString() : Files.readString(path).strip();
			return text.matches("\\S+") ? text : UNKNOWN;
		}
		catch (IOException | RuntimeException ex) {
			return UNKNOWN;
		}
	}

	/** Whether both surroundings are known and equal. */
	boolean isShared(Surroundings other) {
		return !this.boot.equals(UNKNOWN) && !this.network.equals(UNKNOWN) && equals(other);
	}

}
