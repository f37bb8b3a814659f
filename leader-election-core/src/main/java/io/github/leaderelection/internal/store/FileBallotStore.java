package io.github.leaderelection.internal.store;

import java.io.IOException;
import java.nio.file.Path;
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
 * Keeps the ballot of one group on one node in its own file.
 * <p>
 * The file has two checksummed slots. {@link #save} writes a ballot into one of them and
 * forces it to the disk before it returns. {@link #secure} copies it into the other.
 * After a crash the store finds the last saved ballot or the one being saved, never a
 * mixture or an older one. The same holds if the disk damages one slot later. A damaged
 * slot is logged. With two damaged slots the node has lost its state.
 * <p>
 * The file is locked while the store is open, against other processes and against this
 * one. Meanwhile no other code of this process may open the file, for on POSIX systems
 * closing it would release the lock. Use a network file system only if its locks and
 * flushes are reliable.
 * <p>
 * An interrupt does not disturb the store and is not lost. Safe for use from any thread.
 * {@link #close()} waits for a running save.
 */
public final class FileBallotStore implements BallotStore {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String LEARNS = "it will vote only after it has learned the spent terms from a quorum of "
			+ "the other members";

	private static final String ONE_SLOT = "One of the two slots of the ballot file {} of {} is damaged; the other "
			+ "is used. After a crash during a save this is harmless. After a clean stop it means that the disk is "
			+ "failing: replace it";

	private static final String NO_SLOT = "Both slots of the ballot file {} of {} are damaged, so the state "
			+ "of this node is lost: " + LEARNS + ". A crash during the first save can cause this, too. Otherwise the "
			+ "disk is failing: replace it. If several nodes lose their state at once, a term and a fencing token may "
			+ "be repeated";

	private static final String BLANK = "The ballot file {} of {} existed, but is blank. If this node has saved "
			+ "its state there, that is lost: " + LEARNS + ". A crash before the first save can cause this, too. "
			+ "Otherwise find out what emptied the file";

	private final StateFile file;

	private final String description;

	/** A lock instead of a monitor, for a save may block as long as the disk. */
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
	 * Opens the ballot of a group in a state directory. Creates the directory and the
	 * file if they are missing.
	 * @param cluster the cluster's name, up to 255 bytes of UTF-8
	 * @param group the group's name, up to 255 bytes of UTF-8
	 * @return the store, which owns the file until it is closed
	 * @throws BallotStoreException if the directory or file cannot be used; if the file
	 * is a symbolic link, in use, or not a ballot file; if it is of a newer version of
	 * this library, or of another node, cluster or group
	 */
	public static FileBallotStore open(Path directory, String cluster, NodeId node, String group) {
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
	 * Creates a store on an open file, such as a simulated one.
	 * @param file closed with the store; stays open if this method throws
	 * @param description the name of the file in messages
	 * @param cluster the cluster's name, up to 255 bytes of UTF-8
	 * @param group the group's name, up to 255 bytes of UTF-8
	 * @throws BallotStoreException if the file cannot be read or forced. Also if it is
	 * not a ballot file, of a newer version of this library, or of another node, cluster
	 * or group
	 */
	public static FileBallotStore over(StateFile file, String description, String cluster, NodeId node, String group) {
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
		return new BallotStoreException(what + " cannot be used (" + cause + "): put it on a local disk with free "
				+ "space where this process may read and write, or choose another state directory", cause);
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
	 * Saves a ballot. After the return it survives a crash of the process and of the
	 * machine. After an exception the file contains either this or the previous ballot,
	 * and a later save may succeed.
	 * @throws IOException if saving failed or the store is closed; the message names the
	 * file and the remedy
	 * @throws IllegalArgumentException if the identity has more than 255 bytes in UTF-8
	 */
	@Override
	public void save(Ballot ballot) throws IOException {
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
					+ "). This node cannot vote until a save succeeds: check whether the disk is full, read-only or failing",
					ex);
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
	 * Closes the file and releases its lock. Further calls do nothing.
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
			logger.warn("The ballot file {} could not be closed gracefully; everything saved in it is safe",
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
