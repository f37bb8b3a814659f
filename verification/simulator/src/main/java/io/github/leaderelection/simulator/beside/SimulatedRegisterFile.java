package io.github.leaderelection.simulator.beside;

import java.util.Map;

import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.metadata.runtime.RegisterFile;

/**
 * A file of a register that outlives each crash.
 */
public record SimulatedRegisterFile<K>(Map<K, SavedMetadata> disks, K disk) implements RegisterFile {

	@Override
	public SavedMetadata load() {
		return this.disks.getOrDefault(this.disk, SavedMetadata.BLANK);
	}

	@Override
	public void save(SavedMetadata state) {
		this.disks.put(this.disk, state);
	}

}
