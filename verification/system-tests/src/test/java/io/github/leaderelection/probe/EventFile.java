package io.github.leaderelection.probe;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What happened, a line each, in a memory-mapped file: it outlives the process, and can
 * be written while the process may write no files. Any thread writes.
 */
public final class EventFile {

	private static final int SIZE = 1 << 18;

	private final ReentrantLock writing = new ReentrantLock();

	private final MappedByteBuffer buffer;

	private EventFile(MappedByteBuffer buffer) {
		this.buffer = buffer;
	}

	/**
	 * Begins a file.
	 * @param file the file
	 * @return the empty file
	 * @throws IOException if it cannot be made
	 */
	public static EventFile create(Path file) throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
				StandardOpenOption.WRITE)) {
			return new EventFile(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
		}
	}

	/**
	 * Adds a line, stamped now.
	 * @param kind what happened
	 * @param token the token it happened under, 0 for none
	 */
	public void add(Kind kind, long token) {
		this.writing.lock();
		try {
			byte[] line = (System.nanoTime() + " " + kind + " " + token).getBytes(StandardCharsets.UTF_8);
			if (line.length >= this.buffer.remaining()) {
				throw new IllegalStateException("More than " + SIZE + " bytes of " + kind + " and the like happened");
			}
			this.buffer.put(line);
			// A reader takes a line for written once it ends.
			VarHandle.releaseFence();
			this.buffer.put((byte) '\n');
		}
		finally {
			this.writing.unlock();
		}
	}

	/**
	 * Reads a file, while it is written or later.
	 * @param file the file
	 * @return what happened, in the order in which it was written
	 * @throws IOException if it cannot be read
	 */
	public static List<Happening> read(Path file) throws IOException {
		String text = text(file);
		List<Happening> happenings = new ArrayList<>();
		// What follows the last line feed is only half written.
		for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
			String[] parts = line.split(" ");
			happenings.add(new Happening(Long.parseLong(parts[0]), Kind.valueOf(parts[1]), Long.parseLong(parts[2])));
		}
		return happenings;
	}

	/** What was written, and perhaps a part of what is being written. */
	private static String text(Path file) throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
			MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
			StringBuilder text = new StringBuilder();
			while (buffer.hasRemaining()) {
				char next = (char) buffer.get();
				if (next == 0) {
					break;
				}
				text.append(next);
			}
			return text.toString();
		}
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
		WORK_ENDED,

		/** Leader-only work was refused by what it writes to. */
		WORK_REFUSED,

		/**
		 * A listener was told that a partition is owned; its index stands for a token.
		 */
		PARTITION_BEGAN,

		/** A listener was told that a partition is to be given back. */
		PARTITION_DRAINED,

		/** A listener was told that a partition went to another, or that all stops. */
		PARTITION_GIVEN,

		/** A listener was told that an ownership ended in any other way. */
		PARTITION_LOST

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
