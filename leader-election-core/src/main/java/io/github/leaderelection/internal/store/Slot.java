package io.github.leaderelection.internal.store;

import io.github.leaderelection.spi.Ballot;

/**
 * What was found where a slot is kept.
 */
sealed interface Slot {

	/**
	 * Nothing was ever written here.
	 */
	record Blank() implements Slot {
	}

	/**
	 * Neither blank nor whole: a write that did not finish, or a damage.
	 *
	 * @param ours whether it begins, as far as it can be read, like a slot of this
	 * library
	 */
	record Damaged(boolean ours) implements Slot {
	}

	/**
	 * Written by a newer version of this library.
	 *
	 * @param version the version of its format
	 */
	record Newer(int version) implements Slot {
	}

	/**
	 * A whole slot.
	 *
	 * @param owner whose it is
	 * @param sequence higher than that of every slot saved before
	 * @param ballot the ballot
	 * @param bytes the slot as it was read
	 */
	record Whole(SlotOwner owner, long sequence, Ballot ballot, byte[] bytes) implements Slot {
	}

}
