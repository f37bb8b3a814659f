package io.github.leaderelection.internal.store;

import java.io.IOException;

import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The two slots of a state file. A ballot is saved into one of them and, once that was
 * told of, copied into the other, so that at rest both hold the newest. The only whole
 * slot that holds the newest is never written over with anything but itself: whatever
 * becomes of a write, it is still there.
 */
final class SlotPair {

	/**
	 * Between the beginnings of two slots: no two share a block of the disk, so that an
	 * unfinished write of one cannot harm the other.
	 */
	static final int STRIDE = 4096;

	/** The end of the part of the file that belongs to the slots. */
	static final int END = 2 * STRIDE;

	private final StateFile file;

	private final SlotCodec codec;

	/** Where the newest was saved; the first save goes to slot 0. */
	private int newestAt = 1;

	private long sequence;

	private @Nullable Ballot newest;

	/** The newest as it was saved, for as long as the other slot does not hold it. */
	private byte @Nullable [] uncopied;

	SlotPair(StateFile file, SlotCodec codec) {
		this.file = file;
		this.codec = codec;
	}

	/**
	 * Finds the newest slot and makes sure that it lasts, in both places.
	 * <p>
	 * One slot that is not whole is a save or a copy that did not finish, or was damaged
	 * later: the whole one is at least as new as all that anybody acted on. Where none is
	 * whole the state is lost.
	 * @param owner whose ballot is looked for
	 * @param description the name of the file in messages
	 * @return what was found
	 * @throws BallotStoreException if the file is foreign or of a newer format
	 * @throws IOException if it cannot be read or written
	 */
	Found recover(SlotOwner owner, String description) throws IOException {
		Slot first = read(0);
		Slot second = read(1);
		refuseNewer(first, description);
		refuseNewer(second, description);
		if (first instanceof Slot.Whole whole && !(second instanceof Slot.Whole other && later(other, whole))) {
			adopt(0, whole, owner, description);
			return (second instanceof Slot.Whole) ? Found.BOTH : Found.ONE;
		}
		if (second instanceof Slot.Whole whole) {
			adopt(1, whole, owner, description);
			return (first instanceof Slot.Whole) ? Found.BOTH : Found.ONE;
		}
		if (first instanceof Slot.Blank && second instanceof Slot.Blank) {
			return Found.BLANK;
		}
		refuseForeign(first, second, owner, description);
		return Found.NONE;
	}

	/**
	 * Saves a ballot into the slot that was not saved into last, after that one was
	 * copied. If that fails the next save goes to the same slot: what it holds is
	 * unknown, and the other is the only one known to last.
	 * @param ballot the ballot
	 * @throws IOException if it may not last
	 */
	void save(Ballot ballot) throws IOException {
		copy();
		byte[] bytes = this.codec.encode(this.sequence + 1, ballot);
		int at = 1 - this.newestAt;
		write(at, bytes);
		this.newestAt = at;
		this.sequence++;
		this.newest = ballot;
		this.uncopied = bytes;
	}

	/**
	 * Copies the newest into the other slot, unless it is there.
	 * @throws IOException if the copy may not last
	 */
	void copy() throws IOException {
		byte[] bytes = this.uncopied;
		if (bytes != null) {
			write(1 - this.newestAt, bytes);
			this.uncopied = null;
		}
	}

	@Nullable Ballot newest() {
		return this.newest;
	}

	long saves() {
		return this.sequence;
	}

	private Slot read(int at) throws IOException {
		byte[] bytes = new byte[SlotCodec.SIZE];
		this.file.read((long) at * STRIDE, bytes);
		return this.codec.decode(bytes);
	}

	private void write(int at, byte[] bytes) throws IOException {
		this.file.write((long) at * STRIDE, bytes);
		this.file.force();
	}

	private void adopt(int at, Slot.Whole whole, SlotOwner owner, String description) throws IOException {
		if (!whole.owner().equals(owner)) {
			throw new BallotStoreException("The ballot file " + description + " belongs to " + whole.owner()
					+ ", but this is " + owner + ": give each node of each cluster a state directory of its own, "
					+ "or set the names back to what they were");
		}
		// What can be read need not be on the disk: its save may have been cut short by
		// a kill or a failed force. The caller acts on it, so it has to last from here
		// on. Written onto itself it cannot be torn, and the other slot, which may be
		// the only one on the disk, stays until then.
		write(at, whole.bytes());
		this.newestAt = at;
		this.sequence = whole.sequence();
		this.newest = whole.ballot();
		this.uncopied = whole.bytes();
		copy();
	}

	private static boolean later(Slot.Whole one, Slot.Whole other) {
		return one.sequence() > other.sequence();
	}

	/**
	 * Whoever wrote something else there is not to lose it.
	 */
	private static void refuseForeign(Slot first, Slot second, SlotOwner owner, String description) {
		if (!isOurs(first) && !isOurs(second)) {
			throw new BallotStoreException("The ballot file " + description + " of " + owner
					+ " holds something else: neither of its two slots looks like one. If no other program keeps it "
					+ "there, delete it, and this node counts as one that lost its state: it votes again only after "
					+ "it has learned the spent terms from a quorum. Never delete it on several nodes at once, or a "
					+ "term and a fencing token may be repeated, and do not restore an older copy of it");
		}
	}

	private static boolean isOurs(Slot slot) {
		return slot instanceof Slot.Damaged damaged && damaged.ours();
	}

	private static void refuseNewer(Slot slot, String description) {
		if (slot instanceof Slot.Newer newer) {
			throw new BallotStoreException("The ballot file " + description + " has format version " + newer.version()
					+ ", but this version of the library reads up to " + SlotCodec.VERSION
					+ ": run the newer version of the library that wrote it");
		}
	}

	/**
	 * What a file was found to hold.
	 */
	enum Found {

		/** Two whole slots. */
		BOTH,

		/** One whole slot, which counts. */
		ONE,

		/** No whole slot though something was written: the state is lost. */
		NONE,

		/** Nothing was ever written, or it was wiped out: lost too, if there was any. */
		BLANK

	}

}
