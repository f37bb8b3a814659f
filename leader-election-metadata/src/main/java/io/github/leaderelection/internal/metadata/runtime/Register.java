package io.github.leaderelection.internal.metadata.runtime;

import java.util.List;
import java.util.Optional;

import io.github.leaderelection.internal.metadata.protocol.MetadataEffect;
import io.github.leaderelection.internal.metadata.protocol.MetadataEvent;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * The register's steps in one start of a node, of members or of a store. Used by the
 * thread that runs the loop.
 */
public interface Register {

	/** Takes an event and returns what to do, in order. */
	List<MetadataEffect> step(MetadataEvent event, Now now, long entropy);

	/** In how many nanoseconds {@link MetadataEvent.Due} is due. */
	long delay(Now now);

	/** What readers may see after the newest step. */
	RegisterSnapshot snapshot();

	/** The newest steps as text, empty if none are recorded. For any thread. */
	default Optional<String> trace() {
		return Optional.empty();
	}

	/** Why it does not work as it should, null if it does. For any thread. */
	default @Nullable String problem() {
		return null;
	}

}
