package io.github.leaderelection.internal.metadata.runtime;

import java.io.IOException;

import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;

/**
 * Where a member keeps its register over restarts.
 */
public interface RegisterFile {

	/** Returns what was saved last, {@link SavedMetadata#BLANK} if that is lost. */
	SavedMetadata load();

	/**
	 * Replaces the state as a whole; returns when it survives a loss of power. A failure
	 * leaves the old or the new state.
	 */
	void save(SavedMetadata state) throws IOException;

	/** Keeps nothing. */
	static RegisterFile inMemory() {
		return new RegisterFile() {

			@Override
			public SavedMetadata load() {
				return SavedMetadata.BLANK;
			}

			@Override
			public void save(SavedMetadata state) {
			}

		};
	}

}
