package io.github.leaderelection.internal.metadata.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What a store says of the record of the register.
 */
public sealed interface StoreAnswer {

	/**
	 * A read shows the record.
	 *
	 * @param version null for no record
	 */
	record Found(@Nullable String version, Metadata value) implements StoreAnswer {
	}

	/** The write is done. */
	record Written(String version) implements StoreAnswer {
	}

	/** The write is not done, and never will be: the record has another version. */
	record NotDone() implements StoreAnswer {
	}

	/** A write may be done, now or later; a read showed nothing. */
	record Unknown() implements StoreAnswer {
	}

}
