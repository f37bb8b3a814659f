package io.github.leaderelection.system.chaos;

import java.util.Collection;

/**
 * What befalls what goes from one node to another.
 *
 * @param cut whether it gets lost
 * @param stalled whether it waits
 * @param delayMillis how much later it arrives
 * @param lossPercent how much of it has to be sent again
 */
record Trouble(boolean cut, boolean stalled, int delayMillis, int lossPercent) {

	/** The sum of faults that hold at once. */
	static Trouble of(Collection<Fault> faults) {
		boolean cut = false;
		boolean stalled = false;
		int delay = 0;
		int loss = 0;
		for (Fault fault : faults) {
			switch (fault.kind()) {
				case CUT, CUT_ONE_WAY -> cut = true;
				case STALL -> stalled = true;
				case DELAY -> delay = Math.max(delay, fault.strength());
				case LOSS -> loss = Math.max(loss, fault.strength());
				default -> throw new IllegalArgumentException("No lasting fault of a link: " + fault);
			}
		}
		return new Trouble(cut, stalled, delay, loss);
	}

}
