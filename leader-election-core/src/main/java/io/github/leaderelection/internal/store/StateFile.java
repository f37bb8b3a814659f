package io.github.leaderelection.internal.store;

import java.io.IOException;

/**
 * The operations that a {@link FileBallotStore} needs of a file. A simulated disk can
 * replace a real one here. Used by one thread at a time.
 * <p>
 * The store relies on this: an unfinished write leaves each byte of its range either old
 * or new, and all other bytes unchanged. Bytes written before a successful
 * {@link #force()} are durable; later ones may be lost. After a failed {@link #force()}
 * the bytes may be readable and yet be lost with the machine. Even a later successful
 * {@link #force()} does not make them durable until they are written again.
 */
public interface StateFile extends AutoCloseable {

	/**
	 * The length of the file in bytes, 0 for a new file.
	 */
	long size() throws IOException;

	/**
	 * Fills an array as far as the file reaches.
	 * @param position 0 or more, possibly beyond the end
	 * @param into filled from its first byte on; the rest stays unchanged
	 * @return the number of bytes read: less than the length of the array only at the end
	 * of the file, 0 at or beyond it
	 */
	int read(long position, byte[] into) throws IOException;

	/**
	 * Writes a whole array and extends the file as needed. A gap reads as zeros.
	 * @param position 0 or more
	 * @param bytes the caller never changes them afterwards
	 */
	void write(long position, byte[] bytes) throws IOException;

	/**
	 * Returns when all written bytes and the length of the file survive a loss of power.
	 * @throws IOException if that is uncertain
	 */
	void force() throws IOException;

	/**
	 * Closes the file and releases its lock. Further calls do nothing.
	 * @throws IOException if closing failed; the file still counts as closed
	 */
	@Override
	void close() throws IOException;

}
