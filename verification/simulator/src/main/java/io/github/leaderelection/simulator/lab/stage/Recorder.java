package io.github.leaderelection.simulator.lab.stage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.lab.stage.Recording.Fault;
import io.github.leaderelection.simulator.lab.stage.Recording.Kind;
import io.github.leaderelection.simulator.lab.stage.Recording.Span;
import io.github.leaderelection.simulator.lab.stage.Recording.Standing;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what happens in a run for its pictures. For use by one thread.
 */
public final class Recorder implements ClusterObserver {

	private final SimulatedCluster cluster;

	private final Settings settings;

	private final List<RecordedMessage> messages = new ArrayList<>();

	private final UnderWay<Integer> underWay = new UnderWay<>();

	private final List<Standing> standings = new ArrayList<>();

	private final Map<Integer, Standing> newest = new HashMap<>();

	private final List<Span> spans = new ArrayList<>();

	private final Map<Integer, Span> reigns = new HashMap<>();

	private final Map<Integer, Span> absences = new HashMap<>();

	private final List<Fault> faults = new ArrayList<>();

	Recorder(SimulatedCluster cluster, Settings settings) {
		this.cluster = cluster;
		this.settings = settings;
		for (int machine = 0; machine < cluster.size(); machine++) {
			absent(machine);
		}
	}

	@Override
	public void leaving(Transit transit) {
		ElectionMessage said = transit.envelope().body();
		QuorumMessage carried = this.cluster.algorithm().carried(said);
		this.underWay.sent(transit, this.messages.size());
		this.messages.add(new RecordedMessage(transit.from(), transit.to(), (carried != null) ? carried : said, now(),
				RecordedMessage.LOST));
	}

	@Override
	public void handled(int machine, Envelope<?> envelope) {
		Integer index = this.underWay.handled(machine, envelope.body());
		if (index != null) {
			RecordedMessage sent = this.messages.get(index);
			this.messages.set(index, new RecordedMessage(sent.from(), sent.to(), sent.body(), sent.sent(), now()));
		}
	}

	@Override
	public void stepped(int machine, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step) {
		QuorumState state = step.state();
		Standing before = this.newest.get(machine);
		Standing standing = new Standing(machine, now(), state.role(), state.ballot().term());
		if (before == null || before.role() != standing.role() || before.term() != standing.term()) {
			this.newest.put(machine, standing);
			this.standings.add(standing);
		}
	}

	@Override
	public void settled(int machine) {
		Leadership held = this.cluster.node(machine).leadership(0);
		Span reign = this.reigns.get(machine);
		if (reign != null && (held == null || held.fencingToken() != reign.token())) {
			close(this.reigns, machine);
			reign = null;
		}
		if (held != null && reign == null) {
			this.reigns.put(machine, new Span(machine, Kind.LEADS, held.fencingToken(), now(), now()));
		}
	}

	@Override
	public void started(int machine) {
		close(this.absences, machine);
	}

	@Override
	public void ended(int machine, boolean clean) {
		this.newest.remove(machine);
		close(this.reigns, machine);
		this.spans.replaceAll((span) -> (span.node() == machine && span.until() > now())
				? new Span(machine, span.kind(), span.token(), span.from(), now()) : span);
		absent(machine);
	}

	void paused(int machine, long until) {
		this.spans.add(new Span(machine, Kind.PAUSED, 0, now(), until));
	}

	/**
	 * Notes what a scenario does to the cluster.
	 */
	void fault(String text) {
		this.faults.add(new Fault(now(), text));
	}

	/**
	 * Closes everything that lasts: the run is over.
	 */
	void end() {
		for (int machine = 0; machine < this.cluster.size(); machine++) {
			close(this.reigns, machine);
			close(this.absences, machine);
		}
	}

	private void absent(int machine) {
		close(this.absences, machine);
		this.absences.put(machine, new Span(machine, Kind.DOWN, 0, now(), now()));
	}

	private void close(Map<Integer, Span> open, int machine) {
		Span span = open.remove(machine);
		if (span != null && now() > span.from()) {
			this.spans.add(new Span(machine, span.kind(), span.token(), span.from(), now()));
		}
	}

	private long now() {
		return this.cluster.time().now();
	}

	/** What was recorded so far. */
	public Recording recording(String title, String about) {
		return new Recording(title, about, this.settings, now(), this.messages, this.standings, this.spans,
				this.faults);
	}

}
