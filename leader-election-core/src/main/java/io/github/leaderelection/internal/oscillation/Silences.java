package io.github.leaderelection.internal.oscillation;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.NodeId;

/**
 * Measures for how long a leader and its followers did not hear one another, if both
 * lived on: a process that was restarted bears another incarnation, and its silence was
 * no pause. Used by one thread at a time. Times are of the monotonic clock.
 */
public final class Silences {

	/** More than a cluster may have members. */
	private static final int MOST_VOICES = 128;

	private final Map<NodeId, Voice> voices = new HashMap<>();

	private final long worthNanos;

	private final int othersNeeded;

	/** How many followers must be heard until the own quorum is back; 0 if none is. */
	private int awaited;

	private long quorumLostNanos;

	/**
	 * Nobody was heard yet.
	 * @param worthNanos the shortest silence that is told
	 * @param othersNeeded how many other members make a quorum with this node
	 */
	public Silences(long worthNanos, int othersNeeded) {
		this.worthNanos = worthNanos;
		this.othersNeeded = othersNeeded;
	}

	/**
	 * A member said something.
	 * @param from the member
	 * @param incarnation of its process
	 * @param leads whether it was the known leader before what it said was handled
	 * @param nowNanos the time
	 * @return how long a silence that matters lasted which this ends, 0 if it ends none
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
		if (!same) {
			voice.diedLeading |= voice.leads;
			voice.died |= voice.leads;
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
		voice.missed = false;
		return told;
	}

	/**
	 * A link that is open again ends a silence, though one that leads no more need not
	 * say anything at once.
	 */
	private static long silence(Voice voice, boolean leads, long nowNanos) {
		return ((voice.linkedAgain && !leads) ? voice.linkedNanos : nowNanos) - voice.heardNanos;
	}

	/**
	 * What a member said was handled.
	 * @param from the member
	 * @param leads whether it is the known leader now
	 */
	public void handled(NodeId from, boolean leads) {
		Voice voice = this.voices.get(from);
		if (voice != null) {
			// it died as the leader and is known as such a while longer
			voice.leads = leads && !voice.diedLeading;
			voice.diedLeading &= leads;
		}
	}

	/**
	 * A link to a member opened.
	 * @param peer the member
	 * @param nowNanos the time
	 */
	public void linked(NodeId peer, long nowNanos) {
		Voice voice = this.voices.get(peer);
		if (voice != null && !voice.linkedAgain) {
			voice.linkedAgain = true;
			voice.linkedNanos = nowNanos;
		}
	}

	/**
	 * Whether a leader that is no more had fallen silent or died before; one that had not
	 * handed over in order, and what it is silent about from now on says nothing.
	 * @param leader who led
	 * @param nowNanos the time
	 * @return whether it died, or was silent for the time that is told or more
	 */
	public boolean fellSilent(NodeId leader, long nowNanos) {
		Voice voice = this.voices.get(leader);
		if (voice == null) {
			return false;
		}
		boolean silent = Math.max(nowNanos - voice.heardNanos, voice.lastGapNanos) >= this.worthNanos;
		boolean died = voice.died;
		voice.died = false;
		voice.leads &= silent;
		return silent || died;
	}

	/**
	 * This node led and lost its quorum: how long until it hears the same one again?
	 * @param nowNanos the time
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

	/** This node leads again: nothing is awaited any more. */
	public void leads() {
		this.awaited = 0;
	}

	/**
	 * What was heard of one member.
	 */
	private static final class Voice {

		private long heardNanos;

		private long lastGapNanos;

		private long incarnation;

		/** Whether another process of that id leads, as far as is known. */
		private boolean diedLeading;

		/** Whether it was restarted while it led, which has not been asked for yet. */
		private boolean died;

		/** Whether it was the known leader when it was last heard. */
		private boolean leads;

		private boolean linkedAgain;

		private long linkedNanos;

		/** Whether it was not heard since this node lost its quorum. */
		private boolean missed;

	}

}
