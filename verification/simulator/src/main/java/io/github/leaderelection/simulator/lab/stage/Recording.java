package io.github.leaderelection.simulator.lab.stage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * One run, kept for its pictures. All times are nanoseconds of true time. For use by one
 * thread.
 */
public final class Recording {

	private final List<RecordedMessage> messages = new ArrayList<>();

	private final UnderWay<Integer> underWay = new UnderWay<>();

	private final List<Standing> standings = new ArrayList<>();

	private final Map<Integer, Standing> newest = new HashMap<>();

	private final List<Span> spans = new ArrayList<>();

	private final Map<Integer, Span> reigns = new HashMap<>();

	private final Map<Integer, Span> absences = new HashMap<>();

	private final List<Fault> faults = new ArrayList<>();

	private VirtualTime time = new VirtualTime();

	private int nodes;

	private long leaseNanos;

	private long heartbeatNanos;

	private String title = "";

	private String about = "";

	void begin(Settings settings, VirtualTime trueTime) {
		this.time = trueTime;
		this.nodes = settings.nodes();
		this.leaseNanos = settings.lease();
		this.heartbeatNanos = settings.heartbeat();
		for (int machine = 0; machine < this.nodes; machine++) {
			absent(machine, Kind.DOWN);
		}
	}

	/**
	 * Names the run.
	 * @param newTitle its name
	 * @param newAbout what it shows
	 */
	public void title(String newTitle, String newAbout) {
		this.title = newTitle;
		this.about = newAbout;
	}

	void sent(Transit transit, ElectionMessage body) {
		this.underWay.sent(transit, this.messages.size());
		this.messages.add(new RecordedMessage(transit.from(), transit.to(), body, now(), RecordedMessage.LOST));
	}

	void handled(int machine, Envelope<?> envelope) {
		Integer index = this.underWay.handled(machine, envelope.body());
		if (index != null) {
			RecordedMessage sent = this.messages.get(index);
			this.messages.set(index, new RecordedMessage(sent.from(), sent.to(), sent.body(), sent.sent(), now()));
		}
	}

	void stepped(SimulatedNode node, QuorumState state) {
		Standing before = this.newest.get(node.index());
		Standing standing = new Standing(node.index(), now(), state.role(), state.ballot().term());
		if (before == null || before.role() != standing.role() || before.term() != standing.term()) {
			this.newest.put(node.index(), standing);
			this.standings.add(standing);
		}
	}

	void settled(SimulatedNode node) {
		int machine = node.index();
		Leadership held = node.canAnswer() ? node.application().elector(0).leadership().orElse(null) : null;
		Span reign = this.reigns.get(machine);
		if (reign != null && (held == null || held.fencingToken() != reign.token())) {
			close(this.reigns, machine);
			reign = null;
		}
		if (held != null && reign == null) {
			this.reigns.put(machine, new Span(machine, Kind.LEADS, held.fencingToken(), now(), now()));
		}
	}

	void started(SimulatedNode node) {
		close(this.absences, node.index());
	}

	void ended(SimulatedNode node) {
		this.newest.remove(node.index());
		close(this.reigns, node.index());
		absent(node.index(), Kind.DOWN);
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
		for (int machine = 0; machine < this.nodes; machine++) {
			close(this.reigns, machine);
			close(this.absences, machine);
		}
	}

	private void absent(int machine, Kind kind) {
		close(this.absences, machine);
		this.absences.put(machine, new Span(machine, kind, 0, now(), now()));
	}

	private void close(Map<Integer, Span> open, int machine) {
		Span span = open.remove(machine);
		if (span != null && now() > span.from()) {
			this.spans.add(new Span(machine, span.kind(), span.token(), span.from(), now()));
		}
	}

	private long now() {
		return this.time.now();
	}

	/**
	 * The name of the run.
	 * @return the name
	 */
	public String title() {
		return this.title;
	}

	/**
	 * What the run shows.
	 * @return in words
	 */
	public String about() {
		return this.about;
	}

	/**
	 * How many nodes there are.
	 * @return the number
	 */
	public int nodes() {
		return this.nodes;
	}

	/**
	 * The lease.
	 * @return nanoseconds
	 */
	public long leaseNanos() {
		return this.leaseNanos;
	}

	/**
	 * The heartbeat interval.
	 * @return nanoseconds
	 */
	public long heartbeatNanos() {
		return this.heartbeatNanos;
	}

	/**
	 * When the run ended.
	 * @return nanoseconds
	 */
	public long endNanos() {
		return now();
	}

	/**
	 * All messages that left their process.
	 * @return in the order in which they left
	 */
	public List<RecordedMessage> messages() {
		return List.copyOf(this.messages);
	}

	/**
	 * The nodes' roles and terms, whenever one changed.
	 * @return in the order of the changes
	 */
	public List<Standing> standings() {
		return List.copyOf(this.standings);
	}

	/**
	 * When nodes led, were down or stood still.
	 * @return in the order of their ends
	 */
	public List<Span> spans() {
		return List.copyOf(this.spans);
	}

	/**
	 * What the scenario did.
	 * @return in order
	 */
	public List<Fault> faults() {
		return List.copyOf(this.faults);
	}

	/**
	 * What lasts for a while.
	 */
	public enum Kind {

		/** The node answers that it leads. */
		LEADS,

		/** No process runs. */
		DOWN,

		/** The process stands still. */
		PAUSED

	}

	/**
	 * Where a node stands after a step.
	 *
	 * @param node the node
	 * @param at when
	 * @param role its role
	 * @param term its term
	 */
	public record Standing(int node, long at, Role role, long term) {
	}

	/**
	 * Something that lasted.
	 *
	 * @param node the node
	 * @param kind what
	 * @param token of the grant, 0 where there is none
	 * @param from its beginning
	 * @param until its end
	 */
	public record Span(int node, Kind kind, long token, long from, long until) {
	}

	/**
	 * What a scenario did.
	 *
	 * @param at when
	 * @param text what
	 */
	public record Fault(long at, String text) {
	}

}
