package io.github.leaderelection.internal.transport.peer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The bounded queue of frames to one peer. A short queue has room for every group. Beyond
 * that each group has its own share, so no group takes the room of another. A group
 * without room drops its oldest heartbeats. Other frames are never dropped; if one does
 * not fit, the link has to end. Used under a lock.
 */
public final class SendQueue {

	/** The capacity in bytes; several groups may exceed it by their shares. */
	public static final int CAPACITY = 64 * 1024;

	/**
	 * The share of each group in bytes. Only frames of extensions are longer; they take
	 * the room of no other.
	 */
	static final int GROUP_SHARE = 16 * 1024;

	private final Deque<Waiting> frames = new ArrayDeque<>();

	private final Map<String, Share> shares = new HashMap<>();

	private int bytes;

	/** How many frames in the queue are dropped and only wait to be skipped. */
	private int dropped;

	/**
	 * Adds a frame.
	 * @return how many heartbeats were dropped, the frame itself included; -1 if there is
	 * no room and the link has to end
	 */
	int add(Frame frame) {
		Share share = this.shares.computeIfAbsent(frame.group(), (group) -> new Share());
		int dropped = 0;
		Waiting oldest = share.repeated.peek();
		while (!hasRoom(share, frame) && oldest != null && frame.length() <= GROUP_SHARE) {
			drop(oldest);
			dropped++;
			oldest = share.repeated.peek();
		}
		if (!hasRoom(share, frame)) {
			return (frame.kind() == Kind.REPEATED) ? dropped + 1 : -1;
		}
		Waiting added = new Waiting(frame, share);
		this.frames.add(added);
		count(share, frame.length());
		if (frame.kind() == Kind.REPEATED) {
			share.repeated.add(added);
		}
		return dropped;
	}

	private boolean hasRoom(Share share, Frame frame) {
		return this.bytes + frame.length() <= CAPACITY || share.bytes + frame.length() <= GROUP_SHARE;
	}

	/**
	 * Marks a frame as dropped. Removing it at once would need a search, so up to half of
	 * all frames may be dropped ones.
	 */
	private void drop(Waiting waiting) {
		forget(waiting);
		waiting.dropped = true;
		this.dropped++;
		if (2 * this.dropped > this.frames.size()) {
			this.frames.removeIf((each) -> each.dropped);
			this.dropped = 0;
		}
	}

	private void count(Share share, int length) {
		share.bytes += length;
		this.bytes += length;
	}

	/**
	 * Takes the oldest frame and as many after it as fit.
	 * @param length the most characters of all frames together, with one between two
	 * frames
	 * @return the texts of the frames; empty if the queue is empty
	 */
	List<String> poll(int length) {
		List<String> texts = new ArrayList<>();
		int left = length;
		for (Waiting next = next(); next != null; next = next()) {
			int taken = next.frame.length();
			if (!texts.isEmpty() && taken > left) {
				break;
			}
			this.frames.remove();
			forget(next);
			left -= taken + 1;
			texts.add(next.frame.text());
		}
		return texts;
	}

	/** The oldest frame that is not dropped. */
	private @Nullable Waiting next() {
		Waiting next = this.frames.peek();
		while (next != null && next.dropped) {
			this.frames.remove();
			this.dropped--;
			next = this.frames.peek();
		}
		return next;
	}

	private void forget(Waiting waiting) {
		count(waiting.share, -waiting.frame.length());
		if (waiting.frame.kind() == Kind.REPEATED) {
			// The frame is the oldest heartbeat of its group.
			waiting.share.repeated.remove();
		}
	}

	void clear() {
		this.frames.clear();
		this.shares.clear();
		this.bytes = 0;
		this.dropped = 0;
	}

	int bytes() {
		return this.bytes;
	}

	/**
	 * Takes all messages. Handshake frames belong to this connection and remain.
	 */
	List<Frame> takeMessages() {
		List<Frame> messages = new ArrayList<>();
		Iterator<Waiting> all = this.frames.iterator();
		while (all.hasNext()) {
			Waiting waiting = all.next();
			if (!waiting.dropped && waiting.frame.kind() != Kind.HANDSHAKE) {
				all.remove();
				forget(waiting);
				messages.add(waiting.frame);
			}
		}
		return messages;
	}

	/**
	 * A text to write.
	 *
	 * @param group the group's name; empty for a frame of no group
	 */
	public record Frame(String text, Kind kind, String group) {

		public Frame(String text, Kind kind) {
			this(text, kind, "");
		}

		int length() {
			return this.text.length();
		}

	}

	/**
	 * How a frame is treated when room is short.
	 */
	public enum Kind {

		/** Belongs to one connection. */
		HANDSHAKE,

		/** A message that is repeated soon anyway. */
		REPEATED,

		/** Any other message. */
		UNIQUE

	}

	/** The waiting frames of one group. */
	private static final class Share {

		private final Deque<Waiting> repeated = new ArrayDeque<>();

		private int bytes;

	}

	private static final class Waiting {

		private final Frame frame;

		private final Share share;

		private boolean dropped;

		Waiting(Frame frame, Share share) {
			this.frame = frame;
			this.share = share;
		}

	}

}
