package io.github.leaderelection.internal.store;

import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.leaderelection.spi.BallotStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The state files this process holds. On POSIX systems closing <em>any</em> descriptor of
 * a file gives up all locks the process has on it, so a file that is held here must not
 * even be opened a second time.
 */
final class HeldFiles {

	private static final Map<Path, String> HELD = new ConcurrentHashMap<>();

	private static final Queue<StateFile> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

	private HeldFiles() {
	}

	/**
	 * Claims a file for one opening.
	 * @param path the real path of the file
	 * @throws BallotStoreException if it is claimed already
	 */
	static void claim(Path path) {
		String holder = HELD.putIfAbsent(path, Holder.self());
		if (holder != null) {
			throw heldBy(path, holder, null);
		}
	}

	/**
	 * Ends a claim, after the file was closed.
	 * @param path the real path of the file
	 */
	static void release(Path path) {
		HELD.remove(path);
	}

	/**
	 * Keeps a file from being closed, by the garbage collector too: it was found locked
	 * by this very process, through another class loader or another link to the file.
	 * @param file the file
	 */
	static void neverClose(StateFile file) {
		NEVER_CLOSED.add(file);
	}

	static BallotStoreException heldBy(Path path, String holder, @Nullable Throwable cause) {
		return new BallotStoreException("The ballot file " + path + " is in use by " + holder
				+ ": stop that node, or give this one a node id and a state directory of its own", cause);
	}

}
