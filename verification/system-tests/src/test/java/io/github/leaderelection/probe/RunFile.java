package io.github.leaderelection.probe;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples in a memory-mapped file: what was written is there even if the process is
 * killed in the next instant, and may be read while it runs. Equal answers in a row make
 * one run, of which the stamps of the first and of the last sample are kept. One thread
 * writes.
 */
public final class RunFile {

	private static final int SIZE = 1 << 20;

	private static final int RECORD = 6 * Long.BYTES;

	private final MappedByteBuffer buffer;

	private int position = -RECORD;

	private long count;

	private RunFile(MappedByteBuffer buffer) {
		this.buffer = buffer;
	}

	/**
	 * Begins a file.
	 * @param file the file
	 * @return the empty file
	 * @throws IOException if it cannot be made
	 */
	public static RunFile create(Path file) throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
				StandardOpenOption.WRITE)) {
			MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
			buffer.order(ByteOrder.LITTLE_ENDIAN);
			return new RunFile(buffer);
		}
	}

	/**
	 * Adds a sample.
	 * @param answer the answer, 0 for no
	 * @param before the stamp taken before the question
	 * @param after the stamp taken after the answer
	 */
	public void add(long answer, long before, long after) {
		if (this.count == 0 || this.buffer.getLong(this.position) != answer) {
			this.position += RECORD;
			if (this.position + RECORD > SIZE) {
				throw new IllegalStateException("The answer changed more than " + SIZE / RECORD + " times");
			}
			this.buffer.putLong(this.position, answer);
			this.buffer.putLong(this.position + 8, before);
			this.buffer.putLong(this.position + 16, after);
			this.count = 0;
		}
		this.buffer.putLong(this.position + 24, before);
		this.buffer.putLong(this.position + 32, after);
		// A reader takes a run for written once it counts a sample.
		VarHandle.releaseFence();
		this.buffer.putLong(this.position + 40, ++this.count);
	}

	/**
	 * Reads a file, while it is written or later.
	 * @param file the file
	 * @return the runs, oldest first
	 * @throws IOException if it cannot be read
	 */
	public static List<Run> read(Path file) throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
			ByteBuffer buffer = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
			buffer.order(ByteOrder.LITTLE_ENDIAN);
			List<Run> runs = new ArrayList<>();
			for (int at = 0; at + RECORD <= buffer.limit() && buffer.getLong(at + 40) > 0; at += RECORD) {
				VarHandle.acquireFence();
				runs.add(new Run(buffer.getLong(at), buffer.getLong(at + 8), buffer.getLong(at + 16),
						buffer.getLong(at + 24), buffer.getLong(at + 32), buffer.getLong(at + 40)));
			}
			return runs;
		}
	}

	/**
	 * Equal answers in a row.
	 *
	 * @param answer the answer, 0 for no
	 * @param firstBefore the stamp before the first question
	 * @param firstAfter the stamp after the first answer
	 * @param lastBefore the stamp before the last question
	 * @param lastAfter the stamp after the last answer
	 * @param count how many answers
	 */
	public record Run(long answer, long firstBefore, long firstAfter, long lastBefore, long lastAfter, long count) {
	}

}
