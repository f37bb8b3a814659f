package io.github.leaderelection.internal.transport.spi;

import java.util.List;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * Tells the receiver when the process of a member has ended for certain. Makes the end of
 * this process visible to the other members, too. Safe for use from any thread.
 */
public interface CrashDetector extends AutoCloseable {

	/**
	 * The conditions, besides those on clocks, under which no two leases overlap. The
	 * guide lists them in the same words, with what breaks each.
	 */
	List<String> CONDITIONS = List.of("Nothing refuses connections in the name of a member",
			"The address of a member does not move while its process lives",
			"Nobody destroys sockets of a member from outside", "No process is checkpointed and restored",
			"Nobody on the network forges packets between members");

	/** The port on which this process listens, which greetings name. */
	int port();

	/**
	 * Reports that a link with a member's process opened.
	 * @param port the port on which the process listens, null if it has none
	 */
	void linked(NodeId member, long process, @Nullable Integer port);

	/** Reports a message of a member's process, which names an election start in it. */
	void heard(NodeId member, long process, String group, long incarnation);

	/** For the operator: whether detection is in use for a member, or why not. */
	@Nullable String state(NodeId member);

	@Override
	void close();

	/**
	 * Starts detection. From then on members see that this process lives.
	 */
	interface Factory {

		/** No crash detection. */
		Factory OFF = (settings, process, secret, host, receiver) -> null;

		/**
		 * Starts detection for one start of a transport.
		 * @param host gives the host of a member, null while it is unknown
		 */
		@Nullable CrashDetector begin(PeerTransportSettings settings, long process, SharedSecret secret,
				Function<NodeId, @Nullable String> host, PeerTransport.Receiver receiver);

	}

}
