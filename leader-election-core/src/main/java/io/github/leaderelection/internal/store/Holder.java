package io.github.leaderelection.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The holder of a state file, as text in a separate region of the file. Used only in the
 * message of a process that finds the file locked.
 */
final class Holder {

	/** The position of the region. */
	static final int POSITION = SlotPair.END;

	/** The size of the region in bytes. */
	static final int SIZE = 512;

	/** The host name on Linux, without a look-up that may take seconds. */
	private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

	private Holder() {
	}

	/**
	 * The id, host and start of this process.
	 */
	static String self() {
		ProcessHandle process = ProcessHandle.current();
		String started = process.info().startInstant().map((start) -> ", started " + start).orElse("");
		return "pid " + process.pid() + " on host " + host() + started;
	}

	static byte[] encode(String holder) {
		ByteBuffer region = ByteBuffer.allocate(SIZE);
		// The encoder stops before a character that does not fit.
		StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(holder), region, true);
		return region.array();
	}

	/**
	 * Reads the holder, or describes an unknown one.
	 */
	static String read(StateFile file) {
		byte[] region = new byte[SIZE];
		try {
			file.read(POSITION, region);
		}
		catch (IOException ex) {
			return "an unknown process (" + ex.getMessage() + ")";
		}
		int length = 0;
		while (length < SIZE && region[length] != 0) {
			length++;
		}
		if (length == 0) {
			return "a starting process";
		}
		return new String(region, 0, length, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
	}

	private static String host() {
		try {
			return Files.readString(HOST_NAME).strip();
		}
		catch (IOException ex) {
			Map<String, String> environment = System.getenv();
			return environment.getOrDefault("HOSTNAME", environment.getOrDefault("COMPUTERNAME", "unknown"));
		}
	}

}
