package io.github.leaderelection.internal.metadata.runtime;

import java.util.Optional;

import io.github.leaderelection.internal.metadata.protocol.MetadataEntry;
import io.github.leaderelection.internal.metadata.protocol.MetadataEvent;
import io.github.leaderelection.internal.metadata.protocol.MetadataSettings;
import io.github.leaderelection.internal.metadata.protocol.MetadataState;
import io.github.leaderelection.internal.metadata.protocol.MetadataStep;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.recordcodec.Shapes;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.internal.trace.EntryFormat;
import io.github.leaderelection.internal.trace.Heading;
import io.github.leaderelection.internal.trace.TraceBudget;
import io.github.leaderelection.internal.trace.TraceRecorder;

/**
 * Keeps the newest steps of a register, in as much memory as the election of its group.
 */
public final class MetadataTrace {

	/** The protocol that a heading names. */
	public static final String PROTOCOL = "metadata";

	/** Reads and writes traces. */
	public static final EntryFormat<MetadataEntry> FORMAT = new EntryFormat<>(Shapes.ofValues(), MetadataEntry.class,
			MetadataEntry.Stepped.class);

	/** A segment begins with a state, which may have the largest value thrice. */
	private static final int SEGMENTS = 4;

	private final TraceRecorder<MetadataState, MetadataEntry> recorder;

	private final GroupHost group;

	MetadataTrace(GroupHost group, MetadataSettings settings, SavedMetadata kept) {
		this.group = group;
		TraceBudget of = group.traces();
		this.recorder = new TraceRecorder<>(FORMAT, (state) -> new MetadataEntry.Resumed(settings, state),
				new TraceBudget(of.segmentBytes() * of.segments() / SEGMENTS, SEGMENTS));
		this.recorder.started(new MetadataEntry.Started(settings, kept));
	}

	void stepped(MetadataState before, MetadataEvent event, Now now, long entropy, MetadataStep step) {
		this.recorder.stepped(before, new MetadataEntry.Stepped(event, now, entropy, step.effects()));
	}

	/** The newest steps as text. For any thread. */
	Optional<String> text() {
		return this.recorder.text(Heading.of(PROTOCOL, this.group.settings(), this.group.clock().now()));
	}

}
