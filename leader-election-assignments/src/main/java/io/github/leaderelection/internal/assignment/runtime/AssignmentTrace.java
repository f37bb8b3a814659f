package io.github.leaderelection.internal.assignment.runtime;

import java.util.Optional;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEntry;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.AssignmentStep;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.recordcodec.Shapes;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.internal.trace.EntryFormat;
import io.github.leaderelection.internal.trace.Heading;
import io.github.leaderelection.internal.trace.TraceBudget;
import io.github.leaderelection.internal.trace.TraceRecorder;

/**
 * Keeps the newest steps. A segment begins with a state, which names every partition.
 */
public final class AssignmentTrace {

	/** The protocol that a heading names. */
	public static final String PROTOCOL = "assignments";

	/** Reads and writes traces. */
	public static final EntryFormat<AssignmentEntry> FORMAT = new EntryFormat<>(Shapes.ofValues(),
			AssignmentEntry.class, AssignmentEntry.Stepped.class);

	private static final TraceBudget BUDGET = new TraceBudget(128 * 1024, 4);

	private final TraceRecorder<AssignmentState, AssignmentEntry> recorder;

	private final GroupHost group;

	AssignmentTrace(GroupHost group, AssignmentSettings settings) {
		this.group = group;
		this.recorder = new TraceRecorder<>(FORMAT, (state) -> new AssignmentEntry.Resumed(settings, state), BUDGET);
		this.recorder.started(new AssignmentEntry.Started(settings));
	}

	void stepped(AssignmentState before, AssignmentEvent event, Now now, long entropy, AssignmentStep step) {
		this.recorder.stepped(before, new AssignmentEntry.Stepped(event, now, entropy, step.effects()));
	}

	/** The newest steps as text. For any thread. */
	Optional<String> text(Now now) {
		return this.recorder.text(Heading.of(PROTOCOL, this.group.settings(), now));
	}

}
