package io.github.leaderelection.internal.metadata.runtime;

import io.github.leaderelection.internal.metadata.protocol.Metadata;

/**
 * Takes what the register of a group does, on the loop; never blocks.
 */
public interface RegisterListener {

	/** A value is shown from now on. */
	default void shown(Metadata value) {
	}

	/** Nothing is kept, in this start. */
	default void refused(String why) {
	}

	/** A write of this node is committed. */
	default void written() {
	}

	/** This node leads, and takes writes. */
	default void synchronised() {
	}

}
