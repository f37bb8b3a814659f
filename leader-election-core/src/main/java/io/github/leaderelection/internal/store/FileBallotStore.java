package io.github.leaderelection.internal.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStore;
import io.github.leaderelection.spi.BallotStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the ballot of one group on one node in a file of its own.
 * <p>
 * The file has two checksummed slots. A ballot is saved into one of them and forced to
 * the disk before {@link #save} returns; {@link #secure} copies it into the other. So
 * whenever the process or the machine dies, the ballot last saved or the one whose save
 * was under way is found again, never a mixture and never an older one; and so it is if
 * the disk damages one slot later. A slot that is not whole is logged. Where neither is,
 * the node counts as one that has no state.
 * <p>
 * The file is locked for as long as the store is open, against other processes and
 * against this one. Nothing else in this process may open the file meanwhile: on POSIX
 * systems closing it again would end the lock. Do not put the directory on a network file
 * system unless its locks and its flushes can be relied on.
 * <p>
 * An interrupt neither disturbs a store nor is lost. Safe for use from any thread, though
 * {@link #close()} waits for a save under way.
 */
public final class FileBallotStore implements BallotStore {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String LEARNS = "it votes again only after it has learned the spent terms from a quorum of "
			+ "the other members";

	private static final String ONE_SLOT = "One of the two slots of the ballot file {} of {} is not whole; the other "
			+ "counts. A crash during a save leaves that, and it does no harm. After a clean stop it means that the "
			+ "disk is failing: replace it";

	private static final String NO_SLOT = "Neither of the two slots of the ballot file {} of {} is whole, so the state "
			+ "of this node is lost: " + LEARNS + ". A crash during the first save leaves that too. Otherwise the disk "
			+ "is failing: replace it. If several nodes lose their state at once, a term and a fencing token may be "
			+ "repeated";

	private static final String BLANK = "The ballot file {} of {} was there, but is blank. If this node ever saved "
			+ "into it, its state is lost: " + LEARNS + ". A crash before the first save leaves that too. Otherwise "
			+ "see what emptied the file";

	private final StateFile file;

	private final String description;

	/** A save blocks for as long as the disk does, so no monitor is held meanwhile. */
	private final ReentrantLock using = new ReentrantLock();

	private final SlotPair slots;

	private final SlotPair.Found found;

	private boolean closed;

	private FileBallotStore(StateFile file, String description, SlotPair slots, SlotPair.Found found) {
		this.file = file;
		this.description = description;
		this.slots = slots;
		this.found = found;
	}

	/**
	 * Opens the ballot of a group in a state directory, creating directory and file where
	 * they do not exist.
	 * @param directory the state directory of this node
	 * @param cluster the cluster's name, up to 255 bytes of UTF-8
	 * @param node this node
	 * @param group the group's name, up to 255 bytes of UTF-8
	 * @return the store, which owns the file until it is closed
	 * @throws BallotStoreException if the directory or the file cannot be used, if the
	 * file is a symbolic link, in use, of a newer version of this library, of another
	 * node, cluster or group, or something else than a ballot file; the message says
	 * which, and what helps
	 */
	public static FileBallotStore open(Path directory, String cluster, NodeId node, String group) {
		Objects.requireNonNull(directory, "directory");
		SlotOwner owner = new SlotOwner(cluster, node, group);
		Path realDirectory;
		try {
			realDirectory = StateDirectory.create(directory);
		}
		catch (IOException ex) {
			throw unusable("The state directory " + directory, ex);
		}
		Path path = realDirectory.resolve(BallotFileName.of(group));
		try {
			return open(realDirectory, path, owner);
		}
		catch (IOException ex) {
			throw unusable("The ballot file " + path, ex);
		}
	}

	private static FileBallotStore open(Path directory, Path path, SlotOwner owner) throws IOException {
		DiskStateFile file = DiskStateFile.open(path);
		boolean opened = false;
		try {
			FileBallotStore store = recover(file, path.toString(), owner);
			file.initialize();
			StateDirectory.force(directory);
			store.tellOfDamage(owner, file.isNew());
			opened = true;
			return store;
		}
		finally {
			if (!opened) {
				file.close();
			}
		}
	}

	/**
	 * Puts a store over a file that is opened and owned already: a simulated one, say.
	 * @param file the file, closed with the store; if this method throws it is left open
	 * @param description the name of the file in messages
	 * @param cluster the cluster's name, up to 255 bytes of UTF-8
	 * @param node this node
	 * @param group the group's name, up to 255 bytes of UTF-8
	 * @return the store
	 * @throws BallotStoreException if the file cannot be read or forced, is of a newer
	 * version of this library, of another node, cluster or group, or something else than
	 * a ballot file
	 */
	public static FileBallotStore over(StateFile file, String description, String cluster, NodeId node, String group) {
		Objects.requireNonNull(file, "file");
		SlotOwner owner = new SlotOwner(cluster, node, group);
		try {
			return recover(file, description, owner);
		}
		catch (IOException ex) {
			throw unusable("The ballot file " + description, ex);
		}
	}

	private static FileBallotStore recover(StateFile file, String description, SlotOwner owner) throws IOException {
		SlotPair slots = new SlotPair(file, new SlotCodec(owner));
		return new FileBallotStore(file, description, slots, slots.recover(owner, description));
	}

	private void tellOfDamage(SlotOwner owner, boolean isNew) {
		switch (this.found) {
			case BOTH -> {
			}
			case ONE -> logger.warn(ONE_SLOT, this.description, owner);
			case NONE -> logger.warn(NO_SLOT, this.description, owner);
			case BLANK -> {
				if (!isNew) {
					logger.warn(BLANK, this.description, owner);
				}
			}
		}
	}

	private static BallotStoreException unusable(String what, IOException cause) {
		return new BallotStoreException(what + " cannot be used (" + cause + "): make it a place on a local disk with "
				+ "free space that this process may read and write, or choose another state directory", cause);
	}

	@Override
	public @Nullable Ballot load() {
		this.using.lock();
		try {
			return this.slots.newest();
		}
		finally {
			this.using.unlock();
		}
	}

	@Override
	public long saves() {
		this.using.lock();
		try {
			return this.slots.saves();
		}
		finally {
			this.using.unlock();
		}
	}

	/**
	 * Saves a ballot. After the return it outlives a crash of the process and of the
	 * machine; after an exception either this or the earlier ballot will be found, and a
	 * later save may succeed.
	 * @param ballot the ballot
	 * @throws IOException if it cannot be saved or the store is closed; the message names
	 * the file and the remedy
	 * @throws IllegalArgumentException if the identity has more than 255 bytes in UTF-8
	 */
	@Override
	public void save(Ballot ballot) throws IOException {
		Objects.requireNonNull(ballot, "ballot");
		this.using.lock();
		try {
			write(ballot);
		}
		finally {
			this.using.unlock();
		}
	}

	private void write(Ballot ballot) throws IOException {
		if (this.closed) {
			throw new IOException("The ballot file " + this.description + " is closed: open it again to save");
		}
		try {
			this.slots.save(ballot);
		}
		catch (IOException ex) {
			throw new IOException("The ballot could not be saved in " + this.description + " (" + ex
					+ "). This node cannot vote until a save succeeds: see whether that disk is full, read-only or "
					+ "failing", ex);
		}
	}

	@Override
	public void secure() throws IOException {
		this.using.lock();
		try {
			if (!this.closed) {
				this.slots.copy();
			}
		}
		finally {
			this.using.unlock();
		}
	}

	/**
	 * Gives up the file and its lock. Further calls do nothing.
	 */
	@Override
	public void close() {
		this.using.lock();
		try {
			if (!this.closed) {
				this.closed = true;
				copyAndClose();
			}
		}
		catch (IOException ex) {
			logger.warn("The ballot file {} could not be closed in order; everything saved in it is safe",
					this.description, ex);
		}
		finally {
			this.using.unlock();
		}
	}

	private void copyAndClose() throws IOException {
		try {
			this.slots.copy();
		}
		finally {
			this.file.close();
		}
	}

}
