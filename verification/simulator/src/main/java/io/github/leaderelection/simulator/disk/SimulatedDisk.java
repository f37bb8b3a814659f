package io.github.leaderelection.simulator.disk;

import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.internal.store.StateFile;
import io.github.leaderelection.simulator.time.Dice;

/**
 * The disk of one machine, with one file for each group.
 */
public final class SimulatedDisk {

	/** Of each slot so many bytes say something, where names are short. */
	private static final int ROTTEN_BYTES = 160;

	private final SimulatedFile[] files;

	private final Dice dice;

	private long shortestNanos;

	private long longestNanos;

	private boolean failing;

	private boolean cutOff;

	/**
	 * Makes an empty disk.
	 * @param files how many files there may be
	 * @param dice decides how long it takes and what is lost
	 */
	public SimulatedDisk(int files, Dice dice) {
		this.dice = dice;
		this.files = new SimulatedFile[files];
		wipe();
	}

	/** Opens a file, creating it if absent. */
	public StateFile open(int file) {
		return this.files[file].open();
	}

	/**
	 * Says how long a save takes from now on.
	 * @param shortest nanoseconds at least
	 * @param longest nanoseconds at most
	 */
	public void takes(long shortest, long longest) {
		this.shortestNanos = shortest;
		this.longestNanos = longest;
	}

	/**
	 * Draws how long the next save takes.
	 * @return nanoseconds
	 */
	public long nextSaveNanos() {
		return this.dice.between(this.shortestNanos, this.longestNanos);
	}

	/** Lets writing fail, or work again. */
	public void failing(boolean fails) {
		this.failing = fails;
	}

	/** Whether writing fails at present. */
	public boolean isFailing() {
		return this.failing;
	}

	/**
	 * Loses what was not synced, as far as chance will have it.
	 */
	public void losePower() {
		for (SimulatedFile file : this.files) {
			file.losePower(this.dice);
		}
	}

	/**
	 * Lets a save that was under way when its process died get as far as chance will have
	 * it.
	 */
	public void interrupt(Runnable save) {
		switch (this.dice.index(3)) {
			case 0 -> save.run();
			case 1 -> {
				this.cutOff = true;
				save.run();
				this.cutOff = false;
			}
			default -> {
			}
		}
	}

	/**
	 * Damages one of the two slots of each file at rest, where both are the same: nothing
	 * that counts is lost.
	 */
	public int rot() {
		int damaged = 0;
		for (SimulatedFile file : this.files) {
			if (file.isSecured()) {
				damaged++;
				int slot = this.dice.index(2);
				if (this.dice.chance(200)) {
					file.blank(slot);
				}
				else {
					file.flip(slot, this.dice.index(ROTTEN_BYTES), 1 << this.dice.index(Byte.SIZE));
				}
			}
		}
		return damaged;
	}

	/**
	 * Damages a slot of a file.
	 * @param slot 0 or 1
	 * @param offset a byte of the slot
	 */
	public void flip(int file, int slot, int offset, int mask) {
		this.files[file].flip(slot, offset, mask);
	}

	/**
	 * Turns a slot of a file into zeros.
	 * @param slot 0 or 1
	 */
	public void blank(int file, int slot) {
		this.files[file].blank(slot);
	}

	/** Copies all files. */
	public List<byte[]> copy() {
		return Arrays.stream(this.files).map(SimulatedFile::content).toList();
	}

	/** Puts a copy in the place of all files. */
	public void restore(List<byte[]> copy) {
		for (int i = 0; i < this.files.length; i++) {
			this.files[i].restore(copy.get(i));
		}
	}

	/**
	 * Puts an empty disk in its place.
	 */
	public void wipe() {
		for (int i = 0; i < this.files.length; i++) {
			this.files[i] = new SimulatedFile(this);
		}
	}

	int bytesWritten(int wanted) {
		return (this.failing || this.cutOff) ? this.dice.index(wanted) : wanted;
	}

	boolean syncs() {
		return !this.failing && !this.cutOff;
	}

}
