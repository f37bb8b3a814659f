package io.github.leaderelection.internal.transport.spi;

import java.security.cert.X509Certificate;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections of other nodes. Safe for use from any thread; does not block.
 */
public interface Acceptor {

	/**
	 * Whether the transport runs. If not, every request must be refused.
	 */
	boolean isOpen();

	/**
	 * Judges a request by its headers.
	 * @param understood whether both sides speak a common version
	 * @return why to refuse the request, or null to accept it; the refusal is not counted
	 * yet
	 */
	@Nullable RefusalReason judge(PeerRequest request, boolean understood);

	/**
	 * Whether one more connection may be accepted.
	 * @param pending how many requests are about to become connections
	 */
	default boolean hasRoom(int pending) {
		return true;
	}

	/**
	 * Counts and reports the refusal of a stranger's request.
	 * @param detail the origin of the request and the circumstances
	 */
	default void refused(RefusalReason reason, String detail) {
		refused(reason, null, detail);
	}

	/**
	 * Counts and reports a refusal between this node and another one.
	 * @param peer the other member, or null for a stranger
	 * @param detail the address of the peer and the circumstances
	 */
	void refused(RefusalReason reason, @Nullable NodeId peer, String detail);

	/**
	 * Takes a connection. Takes none unless overridden.
	 * @param presented the certificate of the node that dialled, or null
	 * @return the listener of its events, or null to have it closed
	 */
	default @Nullable FrameListener accept(Connection connection, @Nullable X509Certificate presented) {
		return null;
	}

}
