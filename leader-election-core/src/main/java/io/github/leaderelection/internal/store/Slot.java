package io.github.leaderelection.internal.store;

import io.github.leaderelection.spi.Ballot;

/**
 * The content of a slot.
 */
sealed interface Slot {

	/**
	 * No ballot was ever written.
	 */
	record Blank() implements Slot {
	}

	/**
	 * Neither blank nor whole, after an unfinished write or a damage.
	 *
	 * @param ours whether its readable part begins like a slot of this library
	 */
	record Damaged(boolean ours) implements Slot {
	}

	/**
	 * Written by a newer version of this library.
	 */
	record Newer(int version) implements Slot {
	}

	/**
	 * A whole slot.
	 *
	 * @param sequence higher than those of all slots saved before
	 */
	record Whole(SlotOwner owner, long sequence, Ballot ballot, byte[] bytes) implements Slot {
	}

}
