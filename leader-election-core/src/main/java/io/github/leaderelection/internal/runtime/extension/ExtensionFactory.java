package io.github.leaderelection.internal.runtime.extension;

import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * Makes the extension of a group, anew at each start of the node.
 */
public interface ExtensionFactory {

	/** The name before its messages' types on the wire; has no dot. */
	String name();

	/**
	 * The sealed type of its messages, which no election has. One that is not repeated
	 * ends a link that has no room for it.
	 */
	Class<? extends ElectionMessage> messageType();

	/**
	 * Tells at each start which store keeps the lease of the group, before that is
	 * checked; null for none.
	 */
	default void keptIn(@Nullable LeaseStore store) {
	}

	GroupExtension create(GroupHost host);

}
