package io.github.leaderelection.internal.runtime.scheduling;

import java.util.Arrays;

/**
 * Keeps when each of a fixed number of things is due, and which is due first. Of equals
 * the lower number is first, so the order depends on nothing else. Used only by the
 * thread that runs the loop.
 */
public final class DueHeap {

	public static final int NONE = -1;

	/** The due times, by number. */
	private final long[] due;

	/** The place of each number in the heap, {@link #NONE} if it is not due. */
	private final int[] places;

	/** Numbers; each is due no later than the two at twice its place, plus 1 and 2. */
	private final int[] heap;

	private int size;

	public DueHeap(int things) {
		this.due = new long[things];
		this.places = new int[things];
		this.heap = new int[things];
		Arrays.fill(this.places, NONE);
	}

	/** Sets when a thing is due, whether or not it was due before. */
	public void set(int thing, long atNanos) {
		int place = this.places[thing];
		if (place == NONE) {
			place = this.size++;
		}
		else if (this.due[thing] == atNanos) {
			return;
		}
		this.due[thing] = atNanos;
		move(thing, place);
	}

	/** Clears the due time of a thing, if it has one. */
	public void clear(int thing) {
		int place = this.places[thing];
		if (place == NONE) {
			return;
		}
		this.places[thing] = NONE;
		this.size--;
		if (place < this.size) {
			move(this.heap[this.size], place);
		}
	}

	/** The thing that is due first, {@link #NONE} if none is due. */
	public int first() {
		return (this.size > 0) ? this.heap[0] : NONE;
	}

	/** Returns when the first thing is due; means nothing if none is. */
	public long firstDue() {
		return this.due[this.heap[0]];
	}

	private void move(int thing, int from) {
		int place = from;
		while (place > 0 && isBefore(thing, this.heap[(place - 1) / 2])) {
			put(this.heap[(place - 1) / 2], place);
			place = (place - 1) / 2;
		}
		int child = firstChild(place);
		while (child < this.size && isBefore(this.heap[child], thing)) {
			put(this.heap[child], place);
			place = child;
			child = firstChild(place);
		}
		put(thing, place);
	}

	/** The child that is due first; beyond the end if there is none. */
	private int firstChild(int place) {
		int left = 2 * place + 1;
		int right = left + 1;
		return (right < this.size && isBefore(this.heap[right], this.heap[left])) ? right : left;
	}

	private boolean isBefore(int thing, int other) {
		long difference = this.due[thing] - this.due[other];
		return (difference != 0) ? difference < 0 : thing < other;
	}

	private void put(int thing, int place) {
		this.heap[place] = thing;
		this.places[thing] = place;
	}

}
