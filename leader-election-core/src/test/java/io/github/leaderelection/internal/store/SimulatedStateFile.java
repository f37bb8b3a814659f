package io.github.leaderelection.internal.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A file as an operating system keeps it: what was written can be read at once and
 * outlives the process, but outlives the machine only once it was forced. A force that
 * fails forgets what it should have forced, as Linux does.
 */
final class SimulatedStateFile implements StateFile {

	static final int NEVER = Integer.MAX_VALUE;

	private static final int CAPACITY = 3 * SlotPair.STRIDE;

	private final List<Pending> pending = new ArrayList<>();

	private final List<Long> writtenAt = new ArrayList<>();

	private byte[] readable = new byte[CAPACITY];

	private byte[] lasting = new byte[CAPACITY];

	private int size;

	private int lastingSize;

	private int failWriteAfter = NEVER;

	private int failForceAfter = NEVER;

	private boolean closed;

	/** The next write throws after so many bytes. */
	void failNextWriteAfter(int bytes) {
		this.failWriteAfter = bytes;
	}

	/** The next force throws after so many bytes became lasting. */
	void failNextForceAfter(int bytes) {
		this.failForceAfter = bytes;
	}

	/** The file as the next process finds it. */
	SimulatedStateFile afterKill() {
		SimulatedStateFile next = new SimulatedStateFile();
		next.readable = this.readable.clone();
		next.size = this.size;
		next.lasting = this.lasting.clone();
		next.lastingSize = this.lastingSize;
		next.pending.addAll(this.pending);
		return next;
	}

	/** The file as found after the power was lost when so many bytes had been forced. */
	SimulatedStateFile afterPowerLoss(int forcedBytes) {
		SimulatedStateFile next = afterKill();
		next.makeLasting(forcedBytes);
		next.readable = next.lasting.clone();
		next.size = next.lastingSize;
		return next;
	}

	/** Flips bits of what is on the disk. */
	void flip(int position, int mask) {
		this.readable[position] ^= (byte) mask;
		this.lasting[position] ^= (byte) mask;
	}

	byte[] content(int position, int length) {
		byte[] content = new byte[length];
		read(position, content);
		return content;
	}

	List<Long> writtenAt() {
		return this.writtenAt;
	}

	boolean closed() {
		return this.closed;
	}

	@Override
	public long size() {
		return this.size;
	}

	@Override
	public int read(long position, byte[] into) {
		int length = (int) Math.max(0, Math.min(into.length, this.size - position));
		System.arraycopy(this.readable, (int) position, into, 0, length);
		return length;
	}

	@Override
	public void write(long position, byte[] bytes) throws IOException {
		this.writtenAt.add(position);
		int length = Math.min(bytes.length, this.failWriteAfter);
		System.arraycopy(bytes, 0, this.readable, (int) position, length);
		this.size = (length != 0) ? Math.max(this.size, (int) position + length) : this.size;
		byte[] written = new byte[length];
		System.arraycopy(bytes, 0, written, 0, length);
		this.pending.add(new Pending((int) position, written));
		boolean fails = this.failWriteAfter != NEVER;
		this.failWriteAfter = NEVER;
		if (fails) {
			throw new IOException("No space left on device");
		}
	}

	@Override
	public void force() throws IOException {
		boolean fails = this.failForceAfter != NEVER;
		makeLasting(this.failForceAfter);
		this.failForceAfter = NEVER;
		if (fails) {
			throw new IOException("Input/output error");
		}
	}

	@Override
	public void close() {
		this.closed = true;
	}

	private void makeLasting(int bytes) {
		int left = bytes;
		for (Pending write : this.pending) {
			int length = Math.min(left, write.bytes().length);
			System.arraycopy(write.bytes(), 0, this.lasting, write.position(), length);
			if (length != 0) {
				this.lastingSize = Math.max(this.lastingSize, write.position() + length);
			}
			left -= length;
		}
		this.pending.clear();
	}

	private record Pending(int position, byte[] bytes) {
	}

}
