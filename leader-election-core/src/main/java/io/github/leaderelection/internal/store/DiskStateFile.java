package io.github.leaderelection.internal.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

import io.github.leaderelection.spi.BallotStoreException;
import org.jspecify.annotations.Nullable;

/**
 * A state file on a real disk, locked against other openings until it is closed.
 * <p>
 * Its channel is used for the lock alone, for an interrupt closes a channel in use and
 * releases its lock. All other access uses the file descriptor, which interrupts do not
 * affect.
 */
final class DiskStateFile implements StateFile {

	/**
	 * The locked byte. It lies beyond the written part, so that others can read the
	 * holder even where a lock prevents reading.
	 */
	private static final long LOCK_POSITION = 16_384;

	private final Path path;

	private final boolean created;

	private final RandomAccessFile file;

	private final @Nullable Object key;

	/** Kept because an unreferenced lock is garbage collected. */
	private @Nullable FileLock lock;

	private boolean keepOpen;

	private boolean closed;

	private DiskStateFile(Path path) throws IOException {
		this.path = path;
		this.created = create(path);
		refuseLink(path);
		this.file = new RandomAccessFile(path.toFile(), "rw");
		this.key = key(path);
	}

	private static boolean create(Path path) throws IOException {
		try {
			Files.createFile(path, OwnerOnly.file(path));
			return true;
		}
		catch (FileAlreadyExistsException ex) {
			return false;
		}
	}

	/**
	 * A link would make this process overwrite a file of the attacker's choice.
	 */
	private static void refuseLink(Path path) throws IOException {
		if (Files.isSymbolicLink(path)) {
			throw new IOException("it is a symbolic link; put the file itself there, or delete the link");
		}
	}

	/**
	 * Opens and locks a file, and creates it for its owner alone if it is missing. Writes
	 * nothing.
	 * @throws BallotStoreException if the file is already in use; the message names the
	 * holder
	 * @throws IOException if opening or locking fails, or the file is a symbolic link
	 */
	static DiskStateFile open(Path path) throws IOException {
		HeldFiles.claim(path);
		DiskStateFile file = null;
		try {
			file = new DiskStateFile(path);
			file.lock();
			return file;
		}
		catch (IOException | RuntimeException ex) {
			if (file != null) {
				file.close();
			}
			else {
				HeldFiles.release(path);
			}
			throw ex;
		}
	}

	private void lock() throws IOException {
		try {
			this.lock = this.file.getChannel().tryLock(LOCK_POSITION, 1, false);
		}
		catch (OverlappingFileLockException ex) {
			this.keepOpen = true;
			HeldFiles.neverClose(this);
			throw HeldFiles.heldBy(this.path, Holder.read(this), ex);
		}
		if (this.lock == null) {
			throw HeldFiles.heldBy(this.path, Holder.read(this), null);
		}
	}

	/**
	 * Whether this opening created the file.
	 */
	boolean isNew() {
		return this.created;
	}

	/**
	 * Writes the holder into the file and allocates the space of the slots. So a disk
	 * that fills up later does not prevent this node from voting.
	 */
	void initialize() throws IOException {
		long size = size();
		if (size < SlotPair.END) {
			write(size, new byte[(int) (SlotPair.END - size)]);
		}
		write(Holder.POSITION, Holder.encode(Holder.self()));
		force();
	}

	@Override
	public long size() throws IOException {
		return this.file.length();
	}

	@Override
	public int read(long position, byte[] into) throws IOException {
		this.file.seek(position);
		int total = 0;
		while (total < into.length) {
			int count = this.file.read(into, total, into.length - total);
			if (count < 0) {
				break;
			}
			total += count;
		}
		return total;
	}

	@Override
	public void write(long position, byte[] bytes) throws IOException {
		this.file.seek(position);
		this.file.write(bytes);
	}

	@Override
	public void force() throws IOException {
		this.file.getFD().sync();
		if (!Objects.equals(this.key, key(this.path))) {
			throw new IOException("the file was deleted or replaced while this node was using it; restart the node");
		}
	}

	@Override
	public void close() throws IOException {
		if (this.closed) {
			return;
		}
		this.closed = true;
		try {
			if (!this.keepOpen) {
				this.file.close();
			}
		}
		finally {
			HeldFiles.release(this.path);
		}
	}

	/** Distinguishes files of the same path; null where the platform cannot. */
	private static @Nullable Object key(Path path) throws IOException {
		try {
			return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
		}
		catch (NoSuchFileException ex) {
			return null;
		}
	}

}
