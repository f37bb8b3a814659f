package io.github.leaderelection.simulator.network;

/**
 * How the network behaves where nothing in particular is broken. Durations are in
 * nanoseconds of true time.
 *
 * @param straggler how long a message may take that is held up, drawn now and then
 * @param stragglerPerMille how many of a thousand messages are held up
 * @param lossPerMille how many of a thousand messages are lost
 * @param repeatPerMille how many of a thousand messages arrive twice
 * @param ordered whether messages of one direction keep their order
 * @param strict whether a message arrives only over the very link it was sent on
 * @param buffered whether what is sent into a cut arrives when it heals
 * @param redial between two attempts to open a link
 * @param silence after which a silent link is closed, 0 for never
 */
public record Conditions(long shortest, long longest, long straggler, int stragglerPerMille, int lossPerMille,
		int repeatPerMille, boolean ordered, boolean strict, boolean buffered, long redial, long silence) {

	private static final long MILLI = 1_000_000;

	/** A network without faults. */
	public static Conditions calm(long latency) {
		return new Conditions(latency, latency, latency, 0, 0, 0, true, true, false, 50 * MILLI, 0);
	}

	/** The same with no faults drawn by chance. */
	public Conditions calmed() {
		return new Conditions(this.shortest, this.longest, this.longest, 0, 0, 0, this.ordered, this.strict,
				this.buffered, this.redial, this.silence);
	}

	/** The same with another latency, and no message that is held up. */
	public Conditions withLatency(long least, long most) {
		return new Conditions(least, most, most, 0, this.lossPerMille, this.repeatPerMille, this.ordered, this.strict,
				this.buffered, this.redial, this.silence);
	}

	/**
	 * The same with other losses.
	 * @param perMille how many of a thousand messages are lost
	 */
	public Conditions withLoss(int perMille) {
		return new Conditions(this.shortest, this.longest, this.straggler, this.stragglerPerMille, perMille,
				this.repeatPerMille, this.ordered, this.strict, this.buffered, this.redial, this.silence);
	}

	/**
	 * The same with another delay before a silent link is closed.
	 * @param nanos the delay, 0 for never
	 */
	public Conditions withSilence(long nanos) {
		return new Conditions(this.shortest, this.longest, this.straggler, this.stragglerPerMille, this.lossPerMille,
				this.repeatPerMille, this.ordered, this.strict, this.buffered, this.redial, nanos);
	}

}
