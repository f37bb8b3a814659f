package io.github.leaderelection.internal.store;

import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.leaderelection.spi.BallotStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The state files that this process uses. On POSIX systems closing <em>any</em>
 * descriptor of a file releases all locks of the process on it. So such a file must not
 * be opened a second time.
 */
final class HeldFiles {

	private static final Map<Path, String> HELD = new ConcurrentHashMap<>();

	private static final Queue<StateFile> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

	private HeldFiles() {
	}

	/**
	 * Claims a file for one opening.
	 * @throws BallotStoreException if the file is already claimed
	 */
	static void claim(Path path) {
		String holder = HELD.putIfAbsent(path, Holder.self());
		if (holder != null) {
			throw heldBy(path, holder, null);
		}
	}

	/**
	 * Ends a claim after the file was closed.
	 */
	static void release(Path path) {
		HELD.remove(path);
	}

	/**
	 * Prevents closing a file, also by the garbage collector. This process has locked it
	 * through another class loader or another link.
	 */
	static void neverClose(StateFile file) {
		NEVER_CLOSED.add(file);
	}

	static BallotStoreException heldBy(Path path, String holder, @Nullable Throwable cause) {
		return new BallotStoreException("The ballot file " + path + " is in use by " + holder
				+ ": stop that node, or give this node its own node id and state directory", cause);
	}

}
