package io.github.leaderelection.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * Makes a disk slow: what forces a file passes here first. How slow is written in a
 * memory-mapped file, from outside and at any time.
 */
public final class DiskBrake {

	/** The system property that names the file. */
	public static final String PROPERTY = "probe.disk-brake";

	private static final class Mapped {

		private static final MappedByteBuffer BUFFER = open(Path.of(System.getProperty(PROPERTY)));

	}

	private DiskBrake() {
	}

	/**
	 * Waits as long as the file says, not at all without one. Called by the patched
	 * {@code DiskStateFile}.
	 */
	public static void pass() {
		if (System.getProperty(PROPERTY) == null) {
			return;
		}
		long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Mapped.BUFFER.getLong(0));
		boolean interrupted = false;
		while (until - System.nanoTime() > 0) {
			try {
				TimeUnit.NANOSECONDS.sleep(until - System.nanoTime());
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Sets the brake of another process.
	 * @param file the file
	 * @param millis how long each forcing of a file is to wait, 0 for not at all
	 */
	public static void set(Path file, long millis) {
		open(file).putLong(0, millis);
	}

	private static MappedByteBuffer open(Path file) {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
				StandardOpenOption.WRITE)) {
			MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
			buffer.order(ByteOrder.LITTLE_ENDIAN);
			return buffer;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot map the brake " + file, ex);
		}
	}

}
