package io.github.leaderelection.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Who holds a state file, as text in a region of its own in the file: for the message of
 * whoever finds it locked, and for nothing else.
 */
final class Holder {

	/** Where the region begins. */
	static final int POSITION = SlotPair.END;

	/** The size of the region in bytes. */
	static final int SIZE = 512;

	/** Where Linux tells its host name, without a look-up that may take seconds. */
	private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

	private Holder() {
	}

	/**
	 * This process.
	 * @return its id, host and start
	 */
	static String self() {
		ProcessHandle process = ProcessHandle.current();
		String started = process.info().startInstant().map((start) -> ", started " + start).orElse("");
		return "pid " + process.pid() + " on host " + host() + started;
	}

	static byte[] encode(String holder) {
		ByteBuffer region = ByteBuffer.allocate(SIZE);
		// Stops before a character that does not fit.
		StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(holder), region, true);
		return region.array();
	}

	/**
	 * Reads who holds a file.
	 * @param file the file
	 * @return the holder, or words to that effect where none is told
	 */
	static String read(StateFile file) {
		byte[] region = new byte[SIZE];
		try {
			file.read(POSITION, region);
		}
		catch (IOException ex) {
			return "a process that cannot be told (" + ex.getMessage() + ")";
		}
		int length = 0;
		while (length < SIZE && region[length] != 0) {
			length++;
		}
		if (length == 0) {
			return "a process that is just starting";
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
