package io.github.leaderelection.simulator.explorer.lease;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.internal.lease.LeaseState;
import io.github.leaderelection.simulator.explorer.canonical.CanonicalKey;
import io.github.leaderelection.simulator.explorer.canonical.FactNumbers;
import io.github.leaderelection.simulator.explorer.table.InternTable;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * States as numbers: of each instance, in order, and of the store. Instances of one kind
 * are interchangeable. Safe for use from any thread.
 */
final class StateCodec {

	private final LeaseBounds bounds;

	private final LeaseScale scale;

	private final FactNumbers facts = new FactNumbers();

	private final InternTable<CanonicalKey, Instance> instances = new InternTable<>();

	private final InternTable<CanonicalKey, StoreState> stores = new InternTable<>();

	StateCodec(LeaseBounds bounds, LeaseScale scale) {
		this.bounds = bounds;
		this.scale = scale;
	}

	Instance[] instances(int[] state) {
		Instance[] all = new Instance[state.length - 1];
		Arrays.setAll(all, (i) -> this.instances.get(state[i]));
		return all;
	}

	StoreState store(int[] state) {
		return this.stores.get(state[state.length - 1]);
	}

	int instanceStates() {
		return this.instances.size();
	}

	/** Writes a state. */
	Coded code(Instance[] all, StoreState store, Since since) {
		long[] tokens = tokens(all, store);
		LeaseRecord record = store.record();
		String current = (record != null) ? record.version() : null;
		long[] numbers = new long[all.length];
		boolean others = since.state() == null || !areCanonical(tokens);
		for (int i = 0; i < all.length; i++) {
			if (!others && since.state() != null && i != since.node()) {
				numbers[i] = (long) since.state()[i] << Integer.SIZE | i;
				continue;
			}
			long elapsed = since.ticked() ? this.scale.tick(all[i].kind()) : 0;
			CanonicalKey key = new CanonicalKey(this.facts);
			Instance judged = judged(all[i], current);
			Instance written = write(judged,
					new InstanceForm(key, tokens, current, judged, elapsed, this.scale.longest()), key, current);
			// the position is told along, so that names can follow
			numbers[i] = (long) number(this.instances, key, written) << Integer.SIZE | i;
		}
		Arrays.sort(numbers);
		int[] state = new int[all.length + 1];
		int[] order = new int[all.length];
		for (int i = 0; i < all.length; i++) {
			state[i] = (int) (numbers[i] >> Integer.SIZE);
			order[i] = (int) numbers[i];
		}
		state[all.length] = code(store, tokens);
		return new Coded(state, order);
	}

	/** Whether each is its own rank, as in every state that was written before. */
	private static boolean areCanonical(long[] tokens) {
		return tokens[tokens.length - 1] == tokens.length - 1;
	}

	private static <V> int number(InternTable<CanonicalKey, V> table, CanonicalKey key, V value) {
		Integer known = table.find(key);
		return (known != null) ? known : table.number(key.trimmed(), value);
	}

	private int code(StoreState store, long[] tokens) {
		CanonicalKey key = new CanonicalKey(this.facts);
		long granted = Arrays.binarySearch(tokens, store.granted());
		key.add(granted);
		LeaseRecord record = store.record();
		LeaseRecord written = null;
		if (record != null) {
			long token = Arrays.binarySearch(tokens, record.token());
			key.add(token).add(record.durationNanos()).add(record.free() ? 1 : 0);
			written = new LeaseRecord(null, 0, 0, null, token, record.durationNanos(), record.free(), null, 0,
					InstanceForm.CURRENT);
		}
		return number(this.stores, key, new StoreState(written, granted));
	}

	private Instance write(Instance instance, InstanceForm form, CanonicalKey key, @Nullable String current) {
		form.fact(instance.kind());
		Writer writer = form.writer(instance.writer());
		LeaseLeadership reign = instance.reign();
		LeaseLeadership written = (form.isThere(reign) && reign != null) ? form.reign(reign) : null;
		LeaseState state = instance.explored().canonical(form);
		List<Flight> flights = new ArrayList<>();
		for (Flight flight : instance.flights()) {
			if (flight.awaited()) {
				Answer answer = flight.answer();
				flights.add(new Flight(form.request(flight.request()), true,
						(form.isThere(answer) && answer != null) ? form.answer(answer) : null));
			}
		}
		long late = 0;
		for (Flight flight : instance.flights()) {
			if (!flight.awaited() && isLate(flight, current)) {
				late |= 1L << LateRequests.kind(flight.request(), instance.openAttempt(current));
			}
		}
		key.add(late);
		flights.addAll(LateRequests.of(late, this.scale.settings(instance.kind())));
		return new Instance(instance.kind(), state, writer, flights, written);
	}

	private Instance judged(Instance instance, @Nullable String current) {
		List<Flight> flights = instance.flights();
		if (flights.isEmpty() || !flights.get(0).awaited()) {
			return instance;
		}
		Flight awaited = flights.get(0);
		Answer answer = answer(instance, awaited, current);
		if (answer == awaited.answer()) {
			return instance;
		}
		List<Flight> judged = new ArrayList<>(flights);
		judged.set(0, new Flight(awaited.request(), true, answer));
		return instance.with(judged);
	}

	/**
	 * A write that is refused whenever it arrives is refused. One that waits, and reads
	 * what is gone meanwhile, only reads again.
	 */
	private @Nullable Answer answer(Instance instance, Flight flight, @Nullable String current) {
		Request request = flight.request();
		Answer answer = flight.answer();
		if (request instanceof Request.Read) {
			LeaseRecord shown = Instance.shown(answer);
			boolean again = shown != null && !shown.version().equals(current) && instance.isWaiting(current);
			return again ? null : answer;
		}
		boolean vain = answer == null && ((request instanceof Request.Create)
				? current != null && !this.bounds.faults().contains(LeaseFault.DELETIONS)
				: !LateRequests.version(request).equals(current));
		return vain ? new Answer.NotDone() : answer;
	}

	/** Whether a request that was given up may still change something. */
	private boolean isLate(Flight flight, @Nullable String current) {
		if (flight.answer() != null || flight.request() instanceof Request.Read) {
			return false;
		}
		if (flight.request() instanceof Request.Create) {
			return current == null || this.bounds.faults().contains(LeaseFault.DELETIONS);
		}
		return LateRequests.version(flight.request()).equals(current);
	}

	private static long[] tokens(Instance[] all, StoreState store) {
		long[] tokens = new long[3 + 2 * all.length];
		int count = 1;
		tokens[count++] = store.granted();
		if (store.record() != null) {
			tokens[count++] = store.record().token();
		}
		for (Instance instance : all) {
			LeaseRecord shown = Instance.shown(instance.answer());
			if (shown != null) {
				tokens[count++] = shown.token();
			}
			if (instance.reign() != null) {
				tokens[count++] = instance.reign().token();
			}
		}
		Arrays.sort(tokens, 0, count);
		int distinct = 1;
		for (int i = 1; i < count; i++) {
			if (tokens[i] != tokens[distinct - 1]) {
				tokens[distinct++] = tokens[i];
			}
		}
		return Arrays.copyOf(tokens, distinct);
	}

	/**
	 * What has changed since the state before.
	 *
	 * @param state the state before, null if it is written anew as a whole
	 * @param ticked whether a tick has passed since the clocks read 0
	 */
	record Since(int @Nullable [] state, int node, boolean ticked) {

		private static final Since TICK = new Since(null, -1, true);

		private static final Since WRITE = new Since(null, -1, false);

		static Since aTick() {
			return TICK;
		}

		/** The record is another, which each instance may see. */
		static Since aWrite() {
			return WRITE;
		}

	}

	/**
	 * A state as numbers.
	 *
	 * @param order for each instance in it, at which position it was before
	 */
	record Coded(int[] state, int[] order) {
	}

}
