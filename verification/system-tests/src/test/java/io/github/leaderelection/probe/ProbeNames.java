package io.github.leaderelection.probe;

/**
 * The names on which a probe and who reads it agree.
 */
public final class ProbeNames {

	/** The property that names the probe's directory. */
	public static final String DIRECTORY = "probe.directory";

	/** The property that says how long the probe's leader-only work lasts. */
	public static final String WORK_LASTS = "probe.work-lasts";

	/** The property that says how often the leader writes to the register. */
	public static final String REGISTER_EVERY = "probe.register-every";

	/** The property that names the directory of what lets fenced writes go on. */
	public static final String FENCED_WRITES = "probe.fenced-writes";

	/**
	 * The property that says whether groups other than the default one are probed, each
	 * in a directory of its name in the probe's.
	 */
	public static final String OTHER_GROUPS = "probe.other-groups";

	/** The property that names the file of the probe of all groups. */
	public static final String GROUPS = "probe.groups";

	/**
	 * The property that names an assignment, of which is written, in a directory of its
	 * name in the probe's, what a listener hears.
	 */
	public static final String HEARD_OF = "probe.heard-of";

	/** The property that has the leader count in the metadata. */
	public static final String WRITES_METADATA = "probe.writes-metadata";

	/** The file of what it read, began and was answered. */
	public static final String METADATA = "metadata.txt";

	/** The file that has a leader end so many nanoseconds after it began to write. */
	public static final String HALT = "halt";

	/** The assignment whose partitions are probed. */
	public static final String ASSIGNMENT = "probe";

	/**
	 * The property that says of how many partitions, {@code p0} and on, and of how many
	 * keys the owner is asked for.
	 */
	public static final String PARTITIONS = "probe.partitions";

	/** The property that says how many threads only keep processors busy. */
	public static final String BUSY_THREADS = "probe.busy-threads";

	/** The directory with a file of answers to {@code owns} for each partition. */
	public static final String OWNED_PARTITIONS = "partitions";

	/** The directory with a file of answers to {@code ownsKey} for each key. */
	public static final String OWNED_KEYS = "keys";

	/** The file of answers to {@code isLeader()}. */
	public static final String SAMPLES = "samples.bin";

	/** The file of calls through the gate. */
	public static final String GATE = "gate.bin";

	/** The file of the terms of known leaders. */
	public static final String KNOWN = "known.bin";

	/** The file of the highest known terms. */
	public static final String TERMS = "terms.bin";

	/** The file of whether the node votes. */
	public static final String VOTING = "voting.bin";

	/** The file of the terms that the node leads. */
	public static final String LED = "led.bin";

	/** The file of what happened. */
	public static final String EVENTS = "events.txt";

	private ProbeNames() {
	}

}
