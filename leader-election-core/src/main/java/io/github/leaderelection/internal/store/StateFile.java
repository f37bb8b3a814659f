package io.github.leaderelection.internal.store;

import java.io.IOException;

/**
 * The few things a {@link FileBallotStore} asks of a file: the seam at which a simulated
 * disk takes the place of a real one. Used by one thread at a time.
 * <p>
 * What the store relies on: a write that does not finish, because it throws or because
 * the process or the machine dies, leaves each byte of its range either as it was or as
 * it should have become, and every other byte as it was. What was written before a
 * {@link #force()} that returned is found again whatever happens; what was written after
 * it may or may not be. After a {@link #force()} that threw, what it should have forced
 * may be readable and yet be lost with the machine, even if a later {@link #force()}
 * returns, until it is written again.
 */
public interface StateFile extends AutoCloseable {

	/**
	 * The length of the file.
	 * @return bytes, 0 for a new file
	 * @throws IOException if it cannot be told
	 */
	long size() throws IOException;

	/**
	 * Fills an array as far as the file reaches.
	 * @param position where to begin, 0 or more, possibly beyond the end
	 * @param into what to fill, from its first byte on; the rest stays as it is
	 * @return how many bytes were read: fewer than the array has room for only at the end
	 * of the file, 0 at or beyond it
	 * @throws IOException if it cannot be read
	 */
	int read(long position, byte[] into) throws IOException;

	/**
	 * Writes all of an array, extending the file as needed; a gap reads as zeros.
	 * @param position where to begin, 0 or more
	 * @param bytes what to write; never changed by the caller afterwards
	 * @throws IOException if it cannot be written in full
	 */
	void write(long position, byte[] bytes) throws IOException;

	/**
	 * Returns once everything written, and the length of the file, outlives a loss of
	 * power.
	 * @throws IOException if that cannot be said
	 */
	void force() throws IOException;

	/**
	 * Gives the file up, and its lock if there is one. Further calls do nothing.
	 * @throws IOException if it cannot be closed; it counts as closed all the same
	 */
	@Override
	void close() throws IOException;

}
