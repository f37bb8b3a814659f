package io.github.leaderelection.simulator.explorer.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.internal.lease.ExploredLease;
import io.github.leaderelection.internal.lease.LeaseProtocol;
import io.github.leaderelection.internal.lease.LeaseState;
import io.github.leaderelection.internal.lease.LeaseTimer;
import io.github.leaderelection.internal.lease.NoMessage;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.simulator.explorer.breadth.StateSpace;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * All that can happen to some instances and one store. Safe for use from any thread.
 */
public final class LeaseSpace implements StateSpace<LeaseSpace.Happened> {

	private static final long ENTROPY = 54321;

	/** A moment at which every look is due. */
	private static final Now LOOKED = new Now(Duration.ofHours(1).toNanos(), 0);

	/**
	 * The end of a drain is the same as that of the work; who is shown to lead steers
	 * nothing.
	 */
	private static final List<LeaseTimer> FIRED = List.of(LeaseTimer.RENEW, LeaseTimer.LOOK, LeaseTimer.TAKE,
			LeaseTimer.UNANSWERED);

	private final LeaseBounds bounds;

	private final LeaseScale scale;

	private final LeaseProtocol protocol;

	private final StateCodec codec;

	private final AtomicLong grants = new AtomicLong();

	/** The space within bounds. */
	public LeaseSpace(LeaseBounds bounds) {
		this.bounds = bounds;
		this.scale = new LeaseScale(bounds);
		this.protocol = new LeaseProtocol((settings) -> this.scale.options());
		this.codec = new StateCodec(bounds, this.scale);
	}

	/** Grants are counted by the events that grant a leadership. */
	@Override
	public Map<String, Long> counts() {
		return new TreeMap<>(
				Map.of("grants", this.grants.get(), "states of single instances", (long) this.codec.instanceStates()));
	}

	@Override
	public String bounds() {
		return this.bounds.toString();
	}

	@Override
	public int width() {
		return this.bounds.nodes() + 1;
	}

	@Override
	public int[] first() {
		Instance[] all = new Instance[this.bounds.nodes()];
		Arrays.setAll(all, (i) -> started(kind(i), Writer.NOBODY, List.of()));
		return this.codec.code(all, new StoreState(null, 0), StateCodec.Since.aWrite()).state();
	}

	/**
	 * The first instance with the same clock and lease, and with the same id if that is
	 * shared.
	 */
	private int kind(int node) {
		for (int other = 0; other < node; other++) {
			if (spec(other).equals(spec(node))) {
				return other;
			}
		}
		return node;
	}

	private String spec(int node) {
		char id = this.bounds.ids().charAt(node);
		boolean shared = this.bounds.ids().chars().filter((each) -> each == id).count() > 1;
		return "" + this.bounds.rates().charAt(node) + this.bounds.leases().charAt(node) + (shared ? id : '-');
	}

	/** A start of an instance, with what an earlier process of it has sent. */
	private Instance started(int kind, Writer writer, List<Flight> late) {
		Step<LeaseState, NoMessage> first = this.protocol
			.start(new Recovered(this.scale.settings(kind), null, Writer.OWN), LeaseLeadership.NOW, ENTROPY);
		Instance before = new Instance(kind, first.state(), writer, late, null);
		return looking(new InstanceStep(before, 0).follow(first, null).after());
	}

	/**
	 * One that waits to look has sent its read already: it may arrive at any time, and
	 * nothing else happens to the instance before. But a hint, for which it waits.
	 */
	private Instance looking(Instance waiting) {
		ExploredLease explored = waiting.explored();
		boolean waits = explored.isSet(LeaseTimer.LOOK) && explored.asked() == null && explored.heldAttempt() == 0;
		return (waits && !this.bounds.faults().contains(LeaseFault.HINTS))
				? new InstanceStep(waiting, 0).take(this.protocol, new Event.TimerFired<>(LeaseTimer.LOOK), LOOKED)
					.after()
				: waiting;
	}

	@Override
	public void expand(int[] state, Visitor<Happened> told) {
		Instance[] all = this.codec.instances(state);
		StoreState store = this.codec.store(state);
		for (int i = 0; i < all.length; i++) {
			new Moves(all, store, i, new StateCodec.Since(state, i, false), told).tell();
		}
		tell(all, store, StateCodec.Since.aTick(), new LeaseAction(-1, "time passes"), null, told);
		if (store.record() != null && this.bounds.faults().contains(LeaseFault.DELETIONS)) {
			Instance[] after = all.clone();
			Arrays.setAll(after, (i) -> all[i].with(Writer.NOBODY));
			tell(after, new StoreState(null, store.granted()), StateCodec.Since.aWrite(),
					new LeaseAction(-1, "the record is deleted"), null, told);
		}
	}

	private void tell(Instance[] after, StoreState store, StateCodec.Since since, LeaseAction happening,
			@Nullable String broken, Visitor<Happened> told) {
		StateCodec.Coded coded = this.codec.code(after, store, since);
		long leading = Arrays.stream(this.codec.instances(coded.state())).filter(Instance::leads).count();
		told.reached(coded.state(), new Happened(happening, coded.order()),
				(broken != null || leading <= 1) ? broken : "S2: two leases are valid");
	}

	/** Tells a way by names that each instance keeps. */
	@Override
	public List<String> tell(List<int[]> way) {
		List<String> story = new ArrayList<>();
		String[] names = new String[width() - 1];
		Arrays.setAll(names, (i) -> Character.toString('a' + i));
		for (int i = 1; i < way.size(); i++) {
			Happened happened = event(way.get(i - 1), way.get(i));
			String[] before = names.clone();
			Arrays.setAll(names, (at) -> before[happened.order()[at]]);
			int node = happened.action().node();
			story.add(happened.action().tell((node >= 0) ? before[node] : "") + consequences(
					this.codec.instances(way.get(i - 1)), this.codec.instances(way.get(i)), happened.order(), names));
		}
		return story;
	}

	private static String consequences(Instance[] before, Instance[] after, int[] order, String[] names) {
		StringBuilder text = new StringBuilder();
		for (int at = 0; at < after.length; at++) {
			LeaseLeadership was = before[order[at]].reign();
			LeaseLeadership is = after[at].reign();
			if (is != null && was == null) {
				text.append("; ").append(names[at]).append(" IS GRANTED ").append(is.token());
			}
			else if (is == null && was != null) {
				text.append("; ").append(names[at]).append(" leads no more");
			}
		}
		return text.toString();
	}

	/**
	 * What has happened.
	 *
	 * @param order for each instance afterwards, at which position it was before
	 */
	record Happened(LeaseAction action, int[] order) {
	}

	/**
	 * What may happen to one instance.
	 */
	private final class Moves {

		private final Instance[] all;

		private final StoreState store;

		private final int node;

		private final Instance instance;

		private final ExploredLease explored;

		private final StateCodec.Since since;

		private final Visitor<Happened> told;

		Moves(Instance[] all, StoreState store, int node, StateCodec.Since since, Visitor<Happened> told) {
			this.all = all;
			this.store = store;
			this.node = node;
			this.instance = all[node];
			this.explored = this.instance.explored();
			this.since = since;
			this.told = told;
		}

		void tell() {
			timers();
			for (Flight flight : this.instance.flights()) {
				Answer answer = flight.answer();
				if (answer != null) {
					done(new InstanceStep(this.instance, this.store.granted()).answer(LeaseSpace.this.protocol, flight,
							answer), ": the answer arrives to its", flight.request());
				}
				else {
					arrives(flight);
				}
			}
			faults();
		}

		private void timers() {
			for (LeaseTimer timer : FIRED) {
				if (this.explored.isSet(timer) && (timer != LeaseTimer.RENEW || !this.explored.isWriting())) {
					take(new Event.TimerFired<>(timer), ": timer " + timer);
				}
			}
			if (this.explored.isSet(LeaseTimer.LEASE_END) && !this.instance.leads()) {
				take(new Event.TimerFired<>(LeaseTimer.LEASE_END), ": timer LEASE_END");
			}
			if (this.explored.drained() != 0) {
				take(new Event.WorkDrained<>(this.explored.drained()), ": its work has ended");
			}
		}

		private void faults() {
			if (is(LeaseFault.CRASHES)) {
				crash();
			}
			if (is(LeaseFault.RESIGNS) && this.explored.heldAttempt() != 0 && this.explored.drained() == 0) {
				take(new Event.ResignRequested<>(0), " is asked to resign");
			}
			if (is(LeaseFault.PAUSES)) {
				boolean eligible = !this.instance.state().eligible();
				take(new Event.EligibilityChanged<>(0, eligible), eligible ? " may lead again" : " may lead no more");
			}
			if (is(LeaseFault.STOPS) && !this.instance.state().stopping()) {
				take(new Event.Stopping<>(), " is asked to stop");
			}
			LeaseRecord record = this.store.record();
			if (is(LeaseFault.HINTS) && record != null && this.explored.heldAttempt() == 0) {
				take(new Event.StoreChanged<>(this.instance.writer().view(record)), " is told of the record");
			}
		}

		private boolean is(LeaseFault fault) {
			return LeaseSpace.this.bounds.faults().contains(fault);
		}

		private void take(Event<NoMessage> event, String what) {
			done(new InstanceStep(this.instance, this.store.granted()).take(LeaseSpace.this.protocol, event), what,
					null);
		}

		private void done(InstanceStep step, String what, @Nullable Request request) {
			if (step.granted() > this.store.granted()) {
				LeaseSpace.this.grants.incrementAndGet();
			}
			Instance[] after = this.all.clone();
			after[this.node] = LeaseSpace.this.looking(step.after());
			LeaseSpace.this.tell(after, new StoreState(this.store.record(), step.granted()), this.since,
					new LeaseAction(this.node, what, request), step.broken(), this.told);
		}

		/** A process of before is another one, for whoever reads its record. */
		private void crash() {
			List<Flight> late = new ArrayList<>();
			for (Flight flight : this.instance.flights()) {
				Request request = flight.request();
				late.add(new Flight((request instanceof Request.Take take) ? ofFormerStart(take) : request, false,
						flight.answer()));
			}
			Instance[] after = this.all.clone();
			Writer writer = this.instance.writer().isSelf() ? Writer.FORMER : this.instance.writer();
			after[this.node] = started(this.instance.kind(), writer, late);
			LeaseSpace.this.tell(after, this.store, this.since, new LeaseAction(this.node, " crashes and starts again"),
					null, this.told);
		}

		private Request ofFormerStart(Request.Take take) {
			return new Request.Take(take.key(), take.version(), take.holder(), Writer.FORMER_START, 0, null,
					take.durationNanos(), 0, 0);
		}

		/** A request reaches the store. */
		private void arrives(Flight flight) {
			Request request = flight.request();
			LeaseRecord before = this.store.record();
			LeaseRecord written = this.store.written(request);
			Instance[] after = this.all.clone();
			if (written != null) {
				written(after, request);
			}
			List<Flight> flights = new ArrayList<>(this.instance.flights());
			flights.remove(flight);
			if (flight.awaited()) {
				flights.add(0, flight.answered(answer(request, written, after[this.node].writer())));
			}
			after[this.node] = after[this.node].with(flights);
			LeaseSpace.this.tell(after, new StoreState((written != null) ? written : before, this.store.granted()),
					(written != null) ? StateCodec.Since.aWrite() : this.since,
					new LeaseAction(this.node,
							flight.awaited() ? ": the store does its" : ": the store does, late, its", request),
					null, this.told);
		}

		private Answer answer(Request request, @Nullable LeaseRecord written, Writer writer) {
			if (written != null) {
				return new Answer.Mine(writer.view(written));
			}
			LeaseRecord record = this.store.record();
			return (request instanceof Request.Read) ? Answer.read((record != null) ? writer.view(record) : null)
					: new Answer.NotDone();
		}

		/** Who took the record is told to each as it sees that. */
		private void written(Instance[] after, Request request) {
			for (int i = 0; i < after.length; i++) {
				if (request instanceof Request.Create) {
					after[i] = after[i].with(Writer.NOBODY);
				}
				else if (request instanceof Request.Take take) {
					after[i] = after[i].with((i == this.node) ? taker(take) : isTwin(i) ? Writer.FORMER : Writer.OTHER);
				}
			}
		}

		private Writer taker(Request.Take take) {
			return (take.incarnation() == Writer.OWN) ? Writer.self(take.attempt()) : Writer.FORMER;
		}

		private boolean isTwin(int other) {
			LeaseBounds of = LeaseSpace.this.bounds;
			return of.ids().charAt(this.all[other].kind()) == of.ids().charAt(this.instance.kind())
					&& of.ids().chars().filter((id) -> id == of.ids().charAt(this.instance.kind())).count() > 1;
		}

	}

}
