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
 * Makes directories, and makes them last.
 */
final class StateDirectory {

	private StateDirectory() {
	}

	/**
	 * Creates a directory, and those above it, where they do not exist, for their owner
	 * alone.
	 * @param directory the directory
	 * @return its real path
	 * @throws IOException if it cannot be created, or is something else than a directory
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

	/** A directory lasts once its entry in the one above does. */
	private static void forceUpTo(Path directory, @Nullable Path existing) throws IOException {
		for (Path made = directory; made != null && !made.equals(existing); made = made.getParent()) {
			Path above = made.getParent();
			if (above != null) {
				force(above);
			}
		}
	}

	/**
	 * Makes the entries of a directory last. An interrupt is kept for the caller and
	 * shortens nothing.
	 * @param directory the directory
	 * @throws IOException if that cannot be done
	 */
	static void force(Path directory) throws IOException {
		if (File.separatorChar == '\\') {
			// Windows opens no directories; its file systems journal their entries.
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
