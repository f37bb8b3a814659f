package io.github.leaderelection.internal.flapping;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long a leader and its followers did not hear one another, if both
 * processes survived. A restarted process has another incarnation, and its silence does
 * not count. Used by one thread at a time, but for {@link #silence}. Times are of the
 * monotonic clock.
 */
public final class Silences {

	/** More than the largest cluster. */
	private static final int MOST_VOICES = 128;

	private final Map<NodeId, Voice> voices = new ConcurrentHashMap<>();

	private final long worthNanos;

	private final long lostNanos;

	private final int othersNeeded;

	/**
	 * The number of followers to hear until the own quorum is back; 0 if none is awaited.
	 */
	private int awaited;

	private long quorumLostNanos;

	/**
	 * Starts without any member.
	 * @param worthNanos the shortest reported silence
	 * @param lostNanos the shortest silence of a leader that is lost before another is
	 * known
	 * @param othersNeeded the number of other members that form a quorum with this node
	 */
	public Silences(long worthNanos, long lostNanos, int othersNeeded) {
		this.worthNanos = worthNanos;
		this.lostNanos = lostNanos;
		this.othersNeeded = othersNeeded;
	}

	/**
	 * A message of a member arrived.
	 * @param leads whether it was the known leader before the message was handled
	 * @return the length of the reported silence that this ends, or 0
	 */
	public long heard(NodeId from, long incarnation, boolean leads, long nowNanos) {
		Voice voice = this.voices.get(from);
		if (voice == null) {
			if (this.voices.size() == MOST_VOICES) {
				return 0;
			}
			voice = new Voice();
			voice.incarnation = ~incarnation;
			this.voices.put(from, voice);
		}
		boolean same = voice.incarnation == incarnation;
		if (!same && voice.leads) {
			voice.diedLeading = true;
			voice.died = true;
			voice.diedNanos = voice.heardNanos;
			voice.leads = false;
		}
		long gap = same ? silence(voice, leads, nowNanos) : 0;
		boolean back = same && voice.missed;
		long told = (voice.leads && gap >= this.worthNanos) ? gap : 0;
		if (back && this.awaited > 0 && --this.awaited == 0) {
			told = Math.max(told, nowNanos - this.quorumLostNanos);
		}
		voice.lastGapNanos = gap;
		voice.heardNanos = nowNanos;
		voice.incarnation = incarnation;
		voice.linkedAgain = false;
		voice.unlinked = false;
		voice.missed = false;
		voice.released = false;
		return told;
	}

	/**
	 * A reopened link ends the silence of a former leader, which may have nothing to send
	 * at once.
	 */
	private static long silence(Voice voice, boolean leads, long nowNanos) {
		return ((voice.linkedAgain && !leads) ? voice.linkedNanos : nowNanos) - voice.heardNanos;
	}

	/**
	 * A message of a member was handled.
	 * @param leads whether it is the known leader now
	 */
	public void handled(NodeId from, boolean leads) {
		Voice voice = this.voices.get(from);
		if (voice != null) {
			// It died as leader, but is still known as leader for a while.
			voice.leads = leads && !voice.diedLeading;
			voice.diedLeading &= leads;
		}
	}

	/**
	 * A leader gave its leadership up, and may be silent from now on.
	 */
	public void released(NodeId leader) {
		Voice voice = this.voices.get(leader);
		if (voice != null) {
			voice.released = true;
		}
	}

	/**
	 * A link with a member ended, by the end of its process perhaps.
	 */
	public void unlinked(NodeId peer) {
		Voice voice = this.voices.get(peer);
		if (voice != null) {
			voice.unlinked = true;
		}
	}

	/**
	 * A link with a member opened.
	 */
	public void linked(NodeId peer, long nowNanos) {
		Voice voice = this.voices.get(peer);
		if (voice != null && !voice.linkedAgain) {
			voice.linkedAgain = true;
			voice.linkedNanos = nowNanos;
		}
	}

	/** Returns the time since a member was heard, null if never. For any thread. */
	public @Nullable Duration lastHeard(NodeId member, long nowNanos) {
		Voice voice = this.voices.get(member);
		return (voice != null) ? Duration.ofNanos(Math.max(0, nowNanos - voice.heardNanos)) : null;
	}

	/**
	 * Tells for how long a leader has not been heard. For any thread: the state of the
	 * election, which tells of the end, is published after what was heard.
	 * @param succeeded whether another leader is known
	 * @return null if it did not die and is heard: then it hands over in order, and its
	 * later silence does not count
	 */
	public @Nullable Duration silence(NodeId leader, boolean succeeded, long nowNanos) {
		Voice voice = this.voices.get(leader);
		if (voice == null) {
			return null;
		}
		long silent = nowNanos - (voice.died ? voice.diedNanos : voice.heardNanos);
		boolean isLong = silent >= (succeeded ? this.worthNanos : this.lostNanos)
				|| voice.lastGapNanos >= this.worthNanos || !succeeded && voice.unlinked;
		return (voice.died || isLong && !voice.released) ? Duration.ofNanos(Math.max(silent, voice.lastGapNanos))
				: null;
	}

	/**
	 * Another leader is known after a former one.
	 * @param silent whether the former one had died or fallen silent
	 */
	public void succeeded(NodeId leader, boolean silent) {
		Voice voice = this.voices.get(leader);
		if (voice != null) {
			voice.died = false;
			voice.leads &= silent;
		}
	}

	/**
	 * This node was leader and lost its quorum. Measures from now on until it hears an
	 * equal quorum again.
	 */
	public void quorumLost(long nowNanos) {
		long[] silent = this.voices.values()
			.stream()
			.mapToLong((voice) -> nowNanos - voice.heardNanos)
			.sorted()
			.toArray();
		if (this.othersNeeded == 0 || silent.length < this.othersNeeded) {
			return;
		}
		this.quorumLostNanos = nowNanos - silent[this.othersNeeded - 1];
		this.awaited = this.othersNeeded;
		this.voices.values().forEach((voice) -> voice.missed = true);
	}

	/** This node leads again, so no follower is awaited. */
	public void leads() {
		this.awaited = 0;
	}

	/**
	 * The signs of life of one member.
	 */
	private static final class Voice {

		private long heardNanos;

		private long lastGapNanos;

		private long incarnation;

		/** Whether it died as leader and its id is still known as leader. */
		private boolean diedLeading;

		/** Whether it was restarted while it led; cleared when another leads. */
		private boolean died;

		/** When it was heard before the restart. */
		private long diedNanos;

		/** Whether it was the known leader when it was last heard. */
		private boolean leads;

		/** Whether its link has ended since it was heard. */
		private boolean unlinked;

		private boolean linkedAgain;

		private long linkedNanos;

		/** Whether it gave its leadership up when it was last heard. */
		private boolean released;

		/** Whether it has been silent since this node lost its quorum. */
		private boolean missed;

	}

}
