package io.github.leaderelection.system.proxy;

/**
 * What befalls the bytes that go from one node to another, whoever dialled.
 *
 * @param cut whether they vanish
 * @param stalled whether they wait for the end of this condition
 * @param delayMillis how much later they arrive
 */
public record LinkCondition(boolean cut, boolean stalled, long delayMillis) {

	/** Nothing befalls them. */
	public static final LinkCondition CLEAR = new LinkCondition(false, false, 0);

	/** They vanish. */
	public static final LinkCondition CUT = new LinkCondition(true, false, 0);

	/** They wait. */
	public static final LinkCondition STALLED = new LinkCondition(false, true, 0);

	/**
	 * Joins two conditions that hold at once.
	 * @param other the other
	 * @return the worse of both
	 */
	public LinkCondition and(LinkCondition other) {
		return new LinkCondition(this.cut || other.cut, this.stalled || other.stalled,
				Math.max(this.delayMillis, other.delayMillis));
	}

	/** Whether bytes may go on now. */
	boolean passes() {
		return !this.cut && !this.stalled;
	}

}
