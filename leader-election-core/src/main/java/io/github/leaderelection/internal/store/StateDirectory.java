package io.github.leaderelection.internal.store;

import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.jspecify.annotations.Nullable;

/**
 * Creates directories and makes their entries durable.
 */
final class StateDirectory {

	private StateDirectory() {
	}

	/**
	 * Creates a directory and its missing parents, for their owner alone.
	 * @throws IOException if that failed, or the path is not a directory
	 */
	static Path create(Path directory) throws IOException {
		Path absolute = directory.toAbsolutePath();
		Path existing = absolute;
		while (existing != null && !Files.exists(existing)) {
			existing = existing.getParent();
		}
		Files.createDirectories(absolute, OwnerOnly.directory(absolute));
		forceUpTo(absolute, existing);
		return absolute.toRealPath();
	}

	/** A directory is durable when its entry in its parent is. */
	private static void forceUpTo(Path directory, @Nullable Path existing) throws IOException {
		for (Path made = directory; made != null && !made.equals(existing); made = made.getParent()) {
			Path above = made.getParent();
			if (above != null) {
				force(above);
			}
		}
	}

	/**
	 * Makes the entries of a directory durable. An interrupt does not shorten it and is
	 * kept for the caller.
	 */
	static void force(Path directory) throws IOException {
		if (File.separatorChar == '\\') {
			// Windows cannot open directories; its file systems journal their entries.
			return;
		}
		boolean interrupted = Thread.interrupted();
		try {
			while (!forced(directory)) {
				interrupted |= Thread.interrupted();
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private static boolean forced(Path directory) throws IOException {
		try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
			channel.force(true);
			return true;
		}
		catch (ClosedByInterruptException ex) {
			return false;
		}
	}

}
