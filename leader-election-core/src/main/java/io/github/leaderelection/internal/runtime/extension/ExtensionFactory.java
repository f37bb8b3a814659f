package io.github.leaderelection.internal.runtime.extension;

import io.github.leaderelection.spi.ElectionMessage;

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

	GroupExtension create(GroupHost host);

}
