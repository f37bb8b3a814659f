package io.github.leaderelection.simulator.network;

import java.util.Map;
import java.util.function.Consumer;

import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;

/**
 * A machine as the network sees it.
 */
public interface Host {

	/**
	 * What answers a new link.
	 */
	enum Answer {

		/** A process accepts it. */
		ACCEPTED,

		/** The machine runs, but no process listens. */
		REFUSED,

		/** Nothing answers. */
		NONE

	}

	/** What answers a new link at this moment. */
	Answer answer();

	/**
	 * By which rules the process holds the elections of each group.
	 * @return the rules, by the name of the group
	 */
	Map<String, String> rules();

	/**
	 * Whether the process that runs can read a message.
	 * @return false where its group's election knows no such message
	 */
	boolean understands(Envelope<?> envelope);

	/** Tells the process that runs, if any, as soon as it can be told. */
	void tell(Consumer<PeerTransport.Receiver> call);

}
