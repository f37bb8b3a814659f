package io.github.leaderelection.simulator.network;

import java.util.function.Consumer;

import io.github.leaderelection.transport.PeerTransport;

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

	/**
	 * What answers a new link at this moment.
	 * @return the answer
	 */
	Answer answer();

	/**
	 * Tells the process that runs, if any, as soon as it can be told.
	 * @param call on its receiver
	 */
	void tell(Consumer<PeerTransport.Receiver> call);

}
