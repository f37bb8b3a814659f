package io.github.leaderelection.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened, a line each, written at once: it outlives the process. Any thread
 * writes.
 */
public final class EventFile {

	private final FileChannel channel;

	private EventFile(FileChannel channel) {
		this.channel = channel;
	}

	/**
	 * Begins a file.
	 * @param file the file
	 * @return the empty file
	 * @throws IOException if it cannot be made
	 */
	public static EventFile create(Path file) throws IOException {
		return new EventFile(FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
	}

	/**
	 * Adds a line, stamped now.
	 * @param kind what happened
	 * @param token the token it happened under, 0 for none
	 */
	public void add(Kind kind, long token) {
		String line = System.nanoTime() + " " + kind + " " + token + "\n";
		try {
			this.channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
		}
		catch (IOException ex) {
			throw new IllegalStateException("Cannot record " + line.trim(), ex);
		}
	}

	/**
	 * Reads a file, while it is written or later.
	 * @param file the file
	 * @return what happened, in the order in which it was written
	 * @throws IOException if it cannot be read
	 */
	public static List<Happening> read(Path file) throws IOException {
		String text = Files.readString(file);
		List<Happening> happenings = new ArrayList<>();
		// What follows the last line feed is only half written.
		for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
			String[] parts = line.split(" ");
			happenings.add(new Happening(Long.parseLong(parts[0]), Kind.valueOf(parts[1]), Long.parseLong(parts[2])));
		}
		return happenings;
	}

	/**
	 * What may happen.
	 */
	public enum Kind {

		/** The elector has started. */
		STARTED,

		/** The elector told its listener of a grant. */
		GRANTED,

		/** The elector told its listener of a revocation. */
		REVOKED,

		/** Leader-only work began. */
		WORK_BEGAN,

		/** Leader-only work ended. */
		WORK_ENDED

	}

	/**
	 * What happened.
	 *
	 * @param at the stamp
	 * @param kind what
	 * @param token the token it happened under, 0 for none
	 */
	public record Happening(long at, Kind kind, long token) {
	}

}
