package io.github.leaderelection.internal.transport.spi;

import java.util.List;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * Tells the receiver when the process of a member has ended for certain, and lets the
 * others see the same of this one. Safe for use from any thread.
 */
public interface CrashDetector extends AutoCloseable {

	/**
	 * What has to hold beside the clocks, so that no two leases overlap. The guide says
	 * what breaks each, in the same words.
	 */
	List<String> CONDITIONS = List.of("Nothing refuses connections in the name of a member",
			"The address of a member does not move while its process lives",
			"Nobody destroys sockets of a member from outside", "No process is checkpointed and restored",
			"Nobody on the network forges packets between members");

	/** Where this process listens: greetings name it. */
	int port();

	/**
	 * A link with a member's process opened.
	 * @param port where it listens, null if it does not
	 */
	void linked(NodeId member, long process, @Nullable Integer port);

	/** A process of a member sent a message, which names a start of an election in it. */
	void heard(NodeId member, long process, String group, long incarnation);

	/** For the operator: whether it is in use for a member, or why not. */
	@Nullable String state(NodeId member);

	@Override
	void close();

	/**
	 * Begins; members see from then on that this process lives.
	 */
	interface Factory {

		/** Nobody watches. */
		Factory OFF = (settings, process, secret, host, receiver) -> null;

		/**
		 * Begins for one start of a transport.
		 * @param host where a member is reached, null while that is unknown
		 */
		@Nullable CrashDetector begin(PeerTransportSettings settings, long process, SharedSecret secret,
				Function<NodeId, @Nullable String> host, PeerTransport.Receiver receiver);

	}

}
