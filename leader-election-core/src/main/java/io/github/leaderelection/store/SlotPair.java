package io.github.leaderelection.store;

import java.io.IOException;

import io.github.leaderelection.protocol.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * The two slots of a state file, written in turn. The newest saved slot is never written
 * over with anything but itself: whatever becomes of a write, it is still there.
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

	/** Where the newest is; the first save goes to slot 0. */
	private int newestAt = 1;

	private long sequence;

	private @Nullable Ballot newest;

	private boolean damaged;

	SlotPair(StateFile file, SlotCodec codec) {
		this.file = file;
		this.codec = codec;
	}

	/**
	 * Finds the newest slot and makes sure that it lasts.
	 * <p>
	 * A slot that is not whole means that its save never returned: nobody acted on it,
	 * and the other slot is right.
	 * @param owner whose ballot is looked for
	 * @param description the name of the file in messages
	 * @throws BallotStoreException if the file is damaged, foreign or of a newer format
	 * @throws IOException if it cannot be read or written
	 */
	void recover(SlotOwner owner, String description) throws IOException {
		Slot first = read(0);
		Slot second = read(1);
		refuseNewer(first, description);
		refuseNewer(second, description);
		this.damaged = first instanceof Slot.Damaged || second instanceof Slot.Damaged;
		if (first instanceof Slot.Whole whole && !(second instanceof Slot.Whole other && later(other, whole))) {
			adopt(0, whole, owner, description);
		}
		else if (second instanceof Slot.Whole whole) {
			adopt(1, whole, owner, description);
		}
		else if (!neverSaved(first, second)) {
			throw new BallotStoreException("The ballot file " + description + " of " + owner
					+ " is damaged: neither of its two slots can be read, so it is unknown how this node voted. "
					+ "Do not restore an older copy of it. Delete it, and this node counts as one that lost its "
					+ "state: it votes again only after it has learned the spent terms from a quorum. "
					+ "Never delete it on several nodes at once, or a term and a fencing token may be repeated");
		}
	}

	/**
	 * Saves a ballot into the slot that does not hold the newest. If that fails the next
	 * save goes to the same slot: what it holds is unknown, and the other is the only one
	 * known to last.
	 * @param ballot the ballot
	 * @throws IOException if it may not last
	 */
	void save(Ballot ballot) throws IOException {
		int at = 1 - this.newestAt;
		this.file.write((long) at * STRIDE, this.codec.encode(this.sequence + 1, ballot));
		this.file.force();
		this.newestAt = at;
		this.sequence++;
		this.newest = ballot;
	}

	@Nullable Ballot newest() {
		return this.newest;
	}

	/**
	 * Whether a slot was found that was not whole.
	 */
	boolean foundDamage() {
		return this.damaged;
	}

	private Slot read(int at) throws IOException {
		byte[] bytes = new byte[SlotCodec.SIZE];
		this.file.read((long) at * STRIDE, bytes);
		return this.codec.decode(bytes);
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
		// the only one on the disk, stays.
		this.file.write((long) at * STRIDE, whole.bytes());
		this.file.force();
		this.newestAt = at;
		this.sequence = whole.sequence();
		this.newest = whole.ballot();
	}

	private static boolean later(Slot.Whole one, Slot.Whole other) {
		return one.sequence() > other.sequence();
	}

	/**
	 * The first save goes to slot 0 and the second to slot 1: while slot 1 is blank a
	 * slot 0 that is not whole is a first save that never returned.
	 */
	private static boolean neverSaved(Slot first, Slot second) {
		boolean firstUnsaved = first instanceof Slot.Blank
				|| (first instanceof Slot.Damaged left && left.maybeUnfinishedFirst());
		return firstUnsaved && second instanceof Slot.Blank;
	}

	private static void refuseNewer(Slot slot, String description) {
		if (slot instanceof Slot.Newer newer) {
			throw new BallotStoreException("The ballot file " + description + " has format version " + newer.version()
					+ ", but this version of the library reads up to " + SlotCodec.VERSION
					+ ": run the newer version of the library that wrote it");
		}
	}

}
