package io.github.leaderelection.internal.metadata.protocol;

import java.util.List;

/**
 * The register on one member.
 *
 * @param kept what is saved, or about to be
 * @param version of the newest state to save
 * @param saved the newest version that is saved
 * @param shown the value that readers see
 * @param question what this start asked for, 0 for nothing
 * @param held messages that wait for a save
 */
public record ReplicaState(SavedMetadata kept, long version, long saved, Metadata shown, long question,
		List<Held> held) {

	/**
	 * Copies the list.
	 */
	public ReplicaState {
		held = List.copyOf(held);
	}

	static ReplicaState starting(SavedMetadata kept) {
		return new ReplicaState(kept, 0, 0, Metadata.NONE, 0, List.of());
	}

	/**
	 * A message that says what is not saved yet.
	 */
	public record Held(long version, MetadataEffect.Send send) {
	}

}
