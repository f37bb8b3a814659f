package io.github.leaderelection.internal.nodefence.application;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.LeaderElector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that this process locks until it ends, so that the next one knows that it has.
 */
final class ProcessLock {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final Map<Path, FileChannel> HELD = new ConcurrentHashMap<>();

	private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

	private ProcessLock() {
	}

	/** Whether this process has the lock of a file; takes it if it is free. */
	static boolean hold(Path file) {
		return HELD.computeIfAbsent(file.toAbsolutePath().normalize(), ProcessLock::lock) != null;
	}

	/**
	 * Names the boot of this machine, the same in all its containers; else any number.
	 */
	static long boot() {
		try {
			return UUID.fromString(Files.readString(BOOT).strip()).getMostSignificantBits();
		}
		catch (IOException | IllegalArgumentException ex) {
			return UUID.randomUUID().getMostSignificantBits();
		}
	}

	private static @Nullable FileChannel lock(Path path) {
		try {
			FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
			if (isLocked(channel)) {
				return channel;
			}
			channel.close();
		}
		catch (IOException ex) {
			logger.warn("The file {} cannot be locked ({}), so nobody knows whether an earlier process has ended", path,
					ex.toString());
		}
		return null;
	}

	private static boolean isLocked(FileChannel channel) throws IOException {
		try {
			return channel.tryLock() != null;
		}
		catch (OverlappingFileLockException ex) {
			// Another class loader has it, as where a container deployed this anew.
			return false;
		}
	}

}
