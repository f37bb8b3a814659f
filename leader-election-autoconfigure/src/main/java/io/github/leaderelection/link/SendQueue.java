package io.github.leaderelection.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * What waits to be written to one peer, bounded. When there is no room the oldest
 * heartbeats make it; anything else is never dropped: then the queue is full and the link
 * has to end. Used under a lock.
 */
final class SendQueue {

	/** What waits is not longer, in bytes. */
	static final int CAPACITY = 64 * 1024;

	private final Deque<Frame> frames = new ArrayDeque<>();

	private int bytes;

	/**
	 * Adds a frame.
	 * @return how many heartbeats were dropped, the frame itself included, or -1 if there
	 * is no room and the link has to end
	 */
	int add(Frame frame) {
		int dropped = 0;
		Iterator<Frame> oldest = this.frames.iterator();
		while (this.bytes + frame.length() > CAPACITY && oldest.hasNext()) {
			Frame candidate = oldest.next();
			if (candidate.kind() == Kind.REPEATED) {
				oldest.remove();
				this.bytes -= candidate.length();
				dropped++;
			}
		}
		if (this.bytes + frame.length() > CAPACITY) {
			return (frame.kind() == Kind.REPEATED) ? dropped + 1 : -1;
		}
		this.frames.add(frame);
		this.bytes += frame.length();
		return dropped;
	}

	/**
	 * Takes the oldest frame and as many after it as fit.
	 * @param length how long all may be together, with a character between two
	 * @return their texts, none if nothing waits
	 */
	List<String> poll(int length) {
		List<String> texts = new ArrayList<>();
		int left = length;
		for (Frame next = this.frames.peek(); next != null; next = this.frames.peek()) {
			if (!texts.isEmpty() && next.length() > left) {
				break;
			}
			this.frames.remove();
			this.bytes -= next.length();
			left -= next.length() + 1;
			texts.add(next.text());
		}
		return texts;
	}

	void clear() {
		this.frames.clear();
		this.bytes = 0;
	}

	int bytes() {
		return this.bytes;
	}

	/**
	 * Moves the messages, not what belongs to this connection alone.
	 */
	List<Frame> takeMessages() {
		List<Frame> messages = new ArrayList<>();
		Iterator<Frame> all = this.frames.iterator();
		while (all.hasNext()) {
			Frame frame = all.next();
			if (frame.kind() != Kind.HANDSHAKE) {
				all.remove();
				this.bytes -= frame.length();
				messages.add(frame);
			}
		}
		return messages;
	}

	/**
	 * A text to write.
	 *
	 * @param text ASCII
	 * @param kind what it is
	 */
	record Frame(String text, Kind kind) {

		int length() {
			return this.text.length();
		}

	}

	/**
	 * What a frame is.
	 */
	enum Kind {

		/** Of one connection alone. */
		HANDSHAKE,

		/** A message that is sent again before long anyway. */
		REPEATED,

		/** Any other message. */
		UNIQUE

	}

}
