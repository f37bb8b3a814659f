package io.github.leaderelection.simulator.replay;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEntry;
import io.github.leaderelection.internal.assignment.protocol.AssignmentProtocol;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.AssignmentStep;
import io.github.leaderelection.internal.assignment.runtime.AssignmentTrace;
import io.github.leaderelection.internal.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a recorded trace of assignments to their protocol again, and compares the effects
 * with those of then.
 */
public final class AssignmentReplay {

	private final List<Difference> differences = new ArrayList<>();

	private @Nullable AssignmentProtocol protocol;

	private @Nullable AssignmentState state;

	private int inputs;

	private AssignmentReplay() {
	}

	/**
	 * Replays a trace.
	 * @param lines as a node wrote them
	 * @return what differs
	 */
	public static ReplayResult replay(List<String> lines) {
		Trace<AssignmentEntry> trace = AssignmentTrace.FORMAT.read(lines);
		AssignmentReplay replay = new AssignmentReplay();
		trace.lines().forEach(replay::take);
		return new ReplayResult(trace.heading(), replay.inputs, replay.differences);
	}

	private void take(Trace.Line<AssignmentEntry> line) {
		AssignmentProtocol steps = this.protocol;
		AssignmentState before = this.state;
		if (line.entry() instanceof AssignmentEntry.Started started) {
			AssignmentProtocol made = new AssignmentProtocol(started.settings());
			this.protocol = made;
			this.state = made.start();
		}
		else if (line.entry() instanceof AssignmentEntry.Resumed resumed) {
			this.protocol = new AssignmentProtocol(resumed.settings());
			this.state = resumed.state();
		}
		else if (line.entry() instanceof AssignmentEntry.Stepped then && steps != null && before != null) {
			this.inputs++;
			AssignmentStep now = steps.step(before, then.event(), then.now(), then.entropy());
			this.state = now.state();
			if (!now.effects().equals(then.effects())) {
				this.differences.add(Difference.of(line.number(), then.event(), then.effects(), now.effects()));
			}
		}
	}

}
