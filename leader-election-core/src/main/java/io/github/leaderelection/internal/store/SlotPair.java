package io.github.leaderelection.internal.store;

import java.io.IOException;

import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The two slots of a state file. A ballot is saved into one of them and, after the save
 * was reported, copied into the other. So at rest both hold the newest ballot. The only
 * whole slot with the newest ballot is never overwritten by other content, so a failed
 * write cannot lose that ballot.
 */
final class SlotPair {

	/**
	 * The distance between the beginnings of two slots. They share no block of the disk,
	 * so an unfinished write of one cannot harm the other.
	 */
	static final int STRIDE = 4096;

	/** The end of the slots in the file. */
	static final int END = 2 * STRIDE;

	private final StateFile file;

	private final SlotCodec codec;

	/** The slot of the last save; the first save goes to slot 0. */
	private int newestAt = 1;

	private long sequence;

	private @Nullable Ballot newest;

	/** The bytes of the last save while the other slot does not hold them. */
	private byte @Nullable [] uncopied;

	SlotPair(StateFile file, SlotCodec codec) {
		this.file = file;
		this.codec = codec;
	}

	/**
	 * Finds the newest slot and makes it durable in both places.
	 * <p>
	 * A single damaged slot stems from an unfinished save or copy, or from a later
	 * damage. The whole slot is then at least as new as any ballot that was acted on.
	 * With two damaged slots the state is lost.
	 * @param description the name of the file in messages
	 * @throws BallotStoreException if the file is foreign or of a newer format
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
	 * Copies the last save if necessary, and saves a ballot into the other slot. If that
	 * fails, the next save goes to the same slot. Its content is unknown then, and only
	 * the other slot is known to be durable.
	 * @throws IOException if the ballot may not be durable
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
	 * Copies the last save into the other slot, unless it is already there.
	 * @throws IOException if the copy may not be durable
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
					+ ", but this is " + owner + ": give each node of each cluster its own state directory, "
					+ "or restore the previous names");
		}
		// The slot was read, but need not be on the disk: a kill or a failed force may
		// have interrupted its save. The caller acts on it, so it must be durable from
		// now on. Overwriting it with itself cannot tear it. The other slot, which may be
		// the only durable one, stays until then.
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
	 * Protects the content of other programs.
	 */
	private static void refuseForeign(Slot first, Slot second, SlotOwner owner, String description) {
		if (!isOurs(first) && !isOurs(second)) {
			throw new BallotStoreException("The ballot file " + description + " of " + owner
					+ " is not a ballot file: neither of its two slots looks like one. If it does not belong to another "
					+ "program, delete it; then this node has lost its state and will vote only after it has learned "
					+ "the spent terms from a quorum. Never delete it on several nodes at once, or a term and a "
					+ "fencing token may be repeated, and do not restore an older copy of it");
		}
	}

	private static boolean isOurs(Slot slot) {
		return slot instanceof Slot.Damaged damaged && damaged.ours();
	}

	private static void refuseNewer(Slot slot, String description) {
		if (slot instanceof Slot.Newer newer) {
			throw new BallotStoreException("The ballot file " + description + " has format version " + newer.version()
					+ ", but this version of the library reads up to " + SlotCodec.VERSION
					+ ": use the newer version of the library that wrote it");
		}
	}

	/**
	 * The content of a file.
	 */
	enum Found {

		/** Two whole slots. */
		BOTH,

		/** One whole slot, which is used. */
		ONE,

		/** No whole slot, but some content: the state is lost. */
		NONE,

		/**
		 * No content, because none was ever written or it was erased. An erased state is
		 * lost.
		 */
		BLANK

	}

}
