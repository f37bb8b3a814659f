package io.github.leaderelection.internal.metadata.protocol;

import java.util.List;

import io.github.leaderelection.internal.protocol.Now;

/**
 * A line of a trace.
 */
public sealed interface MetadataEntry {

	/** A start, with what was kept. */
	record Started(MetadataSettings settings, SavedMetadata kept) implements MetadataEntry {
	}

	/** The state at which the trace continues. */
	record Resumed(MetadataSettings settings, MetadataState state) implements MetadataEntry {
	}

	/** An event and what it asked for. */
	record Stepped(MetadataEvent event, Now now, long entropy, List<MetadataEffect> effects) implements MetadataEntry {
	}

}
