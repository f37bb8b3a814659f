package io.github.leaderelection.simulator.replay;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.metadata.protocol.MetadataEntry;
import io.github.leaderelection.internal.metadata.protocol.MetadataProtocol;
import io.github.leaderelection.internal.metadata.protocol.MetadataState;
import io.github.leaderelection.internal.metadata.protocol.MetadataStep;
import io.github.leaderelection.internal.metadata.runtime.MetadataTrace;
import io.github.leaderelection.internal.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a recorded trace of a register to its protocol again, and compares the effects
 * with those of then.
 */
public final class MetadataReplay {

	private final List<Difference> differences = new ArrayList<>();

	private @Nullable MetadataProtocol protocol;

	private @Nullable MetadataState state;

	private int inputs;

	private final ReplayResult result;

	/**
	 * Replays a trace.
	 * @param lines as a node wrote them
	 */
	public MetadataReplay(List<String> lines) {
		Trace<MetadataEntry> trace = MetadataTrace.FORMAT.read(lines);
		trace.lines().forEach(this::take);
		this.result = new ReplayResult(trace.heading(), this.inputs, this.differences);
	}

	/** What differs. */
	public ReplayResult result() {
		return this.result;
	}

	/** The state after the last input. */
	public @Nullable MetadataState state() {
		return this.state;
	}

	private void take(Trace.Line<MetadataEntry> line) {
		MetadataProtocol steps = this.protocol;
		MetadataState before = this.state;
		if (line.entry() instanceof MetadataEntry.Started started) {
			MetadataProtocol made = new MetadataProtocol(started.settings());
			this.protocol = made;
			this.state = made.start(started.kept());
		}
		else if (line.entry() instanceof MetadataEntry.Resumed resumed) {
			this.protocol = new MetadataProtocol(resumed.settings());
			this.state = resumed.state();
		}
		else if (line.entry() instanceof MetadataEntry.Stepped then && steps != null && before != null) {
			this.inputs++;
			MetadataStep now = steps.step(before, then.event(), then.now(), then.entropy());
			this.state = now.state();
			if (!now.effects().equals(then.effects())) {
				this.differences.add(Difference.of(line.number(), then.event(), then.effects(), now.effects()));
			}
		}
	}

}
