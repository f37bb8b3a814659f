package io.github.leaderelection.simulator.disk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.internal.store.StateFile;
import io.github.leaderelection.simulator.time.Dice;

/**
 * One file: what is on the disk, and what was written since the last sync and is only in
 * the memory of the machine.
 */
final class SimulatedFile {

	/** Between the beginnings of the two slots that the store keeps in a file. */
	private static final int SLOT_STRIDE = 4096;

	private static final int SLOT_SIZE = 2048;

	private byte[] synced = new byte[0];

	private byte[] visible = new byte[0];

	private final List<Write> unsynced = new ArrayList<>();

	/** Readable, but not on the disk even after a later sync: their own sync failed. */
	private final List<Write> doomed = new ArrayList<>();

	private final SimulatedDisk disk;

	SimulatedFile(SimulatedDisk disk) {
		this.disk = disk;
	}

	StateFile open() {
		return new Handle();
	}

	/**
	 * The machine loses power: each write since the last sync is kept, lost or torn.
	 */
	void losePower(Dice dice) {
		this.doomed.addAll(this.unsynced);
		byte[] survived = this.synced;
		for (Write write : this.doomed) {
			switch (dice.index(3)) {
				case 0 -> survived = apply(survived, write);
				case 1 -> survived = tear(survived, write, dice);
				default -> {
				}
			}
		}
		this.doomed.clear();
		this.unsynced.clear();
		this.synced = survived;
		this.visible = survived;
	}

	/**
	 * Whether both slots are on the disk, and the same.
	 */
	boolean isSecured() {
		int end = SLOT_STRIDE + SLOT_SIZE;
		return this.unsynced.isEmpty() && this.doomed.isEmpty() && this.visible.length >= end
				&& Arrays.equals(this.visible, 0, SLOT_SIZE, this.visible, SLOT_STRIDE, end);
	}

	/**
	 * The disk damages what it holds.
	 * @param slot which slot, 0 or 1
	 * @param offset a byte of it
	 * @param mask which bits of the byte
	 */
	void flip(int slot, int offset, int mask) {
		int at = slot * SLOT_STRIDE + offset;
		this.synced = flipped(this.synced, at, mask);
		this.visible = flipped(this.visible, at, mask);
	}

	private static byte[] flipped(byte[] before, int at, int mask) {
		byte[] after = Arrays.copyOf(before, Math.max(before.length, at + 1));
		after[at] ^= (byte) mask;
		return after;
	}

	/**
	 * The disk forgets what it holds.
	 * @param slot which slot, 0 or 1
	 */
	void blank(int slot) {
		this.synced = blanked(this.synced, slot * SLOT_STRIDE);
		this.visible = blanked(this.visible, slot * SLOT_STRIDE);
	}

	private static byte[] blanked(byte[] before, int from) {
		byte[] after = before.clone();
		Arrays.fill(after, Math.min(from, after.length), Math.min(from + SLOT_STRIDE, after.length), (byte) 0);
		return after;
	}

	/**
	 * What the file holds, for {@link #restore}.
	 */
	byte[] content() {
		return this.visible.clone();
	}

	/**
	 * Somebody puts a copy in its place.
	 * @param content the copy
	 */
	void restore(byte[] content) {
		this.unsynced.clear();
		this.doomed.clear();
		this.synced = content.clone();
		this.visible = content.clone();
	}

	private void write(Write write) {
		if (write.bytes.length == 0) {
			return;
		}
		this.doomed.removeIf(write::overlaps);
		this.unsynced.add(write);
		this.visible = apply(this.visible, write);
	}

	private void sync() {
		for (Write write : this.unsynced) {
			this.synced = apply(this.synced, write);
		}
		this.unsynced.clear();
	}

	private static byte[] apply(byte[] before, Write write) {
		int end = Math.toIntExact(write.position + write.bytes.length);
		byte[] after = Arrays.copyOf(before, Math.max(before.length, end));
		System.arraycopy(write.bytes, 0, after, (int) write.position, write.bytes.length);
		return after;
	}

	private static byte[] tear(byte[] before, Write write, Dice dice) {
		byte[] after = apply(before, write);
		int from = dice.index(write.bytes.length);
		int to = from + dice.index(write.bytes.length - from + 1);
		for (int i = from; i < to; i++) {
			int at = (int) write.position + i;
			after[at] = (at < before.length) ? before[at] : 0;
		}
		return after;
	}

	@SuppressWarnings("ArrayRecordComponent")
	private record Write(long position, byte[] bytes) {

		boolean overlaps(Write other) {
			return this.position < other.position + other.bytes.length
					&& other.position < this.position + this.bytes.length;
		}

	}

	/**
	 * The file as a process has it open.
	 */
	private final class Handle implements StateFile {

		private boolean closed;

		@Override
		public long size() throws IOException {
			requireOpen();
			return SimulatedFile.this.visible.length;
		}

		@Override
		public int read(long position, byte[] into) throws IOException {
			requireOpen();
			byte[] content = SimulatedFile.this.visible;
			int length = (int) Math.max(0, Math.min(into.length, content.length - position));
			if (length > 0) {
				System.arraycopy(content, (int) position, into, 0, length);
			}
			return length;
		}

		@Override
		public void write(long position, byte[] bytes) throws IOException {
			requireOpen();
			SimulatedFile file = SimulatedFile.this;
			int kept = file.disk.bytesWritten(bytes.length);
			file.write(new Write(position, Arrays.copyOf(bytes, kept)));
			if (kept < bytes.length) {
				throw new IOException("No space left on the simulated disk");
			}
		}

		@Override
		public void force() throws IOException {
			requireOpen();
			SimulatedFile file = SimulatedFile.this;
			if (!file.disk.syncs()) {
				file.doomed.addAll(file.unsynced);
				file.unsynced.clear();
				throw new IOException("The simulated disk cannot sync");
			}
			file.sync();
		}

		@Override
		public void close() {
			this.closed = true;
		}

		private void requireOpen() throws IOException {
			if (this.closed) {
				throw new IOException("The simulated file is closed");
			}
		}

	}

}
