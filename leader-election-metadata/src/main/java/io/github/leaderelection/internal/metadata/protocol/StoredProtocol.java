package io.github.leaderelection.internal.metadata.protocol;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Outcome;
import io.github.leaderelection.internal.metadata.protocol.StoredState.Leading;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * The register of a group in a store, as pure steps. The leader writes the value again
 * after its take, before it counts: that fences late writes of the former leader.
 */
public final class StoredProtocol {

	private final long lookNanos;

	/**
	 * A protocol.
	 * @param lookNanos the time between two reads
	 */
	public StoredProtocol(long lookNanos) {
		this.lookNanos = lookNanos;
	}

	/** The state of a start. */
	public StoredState start(Now now) {
		return new StoredState(Metadata.NONE, null, 0, 0, now.monotonicNanos());
	}

	/** Takes an event. */
	public Step step(StoredState state, MetadataEvent event, Now now) {
		List<MetadataEffect> effects = new ArrayList<>();
		return new Step(next(state, event, now, effects), List.copyOf(effects));
	}

	private StoredState next(StoredState state, MetadataEvent event, Now now, List<MetadataEffect> effects) {
		Leading leader = state.leader();
		if (event instanceof MetadataEvent.Granted granted) {
			end(leader, effects);
			return read(state.leading(new Leading(granted.token(), granted.lease(), null, 0, null, 0, false)), effects);
		}
		if (event instanceof MetadataEvent.Revoked revoked) {
			if (leader == null || leader.token() != revoked.token()) {
				return state;
			}
			end(leader, effects);
			return state.leading(null).looking(now.monotonicNanos());
		}
		if (event instanceof MetadataEvent.Renewed renewed && leader != null && leader.token() == renewed.token()) {
			return state.leading(new Leading(leader.token(), renewed.lease(), leader.version(), leader.written(),
					leader.pending(), leader.request(), leader.isSynchronised()));
		}
		if (event instanceof MetadataEvent.Written written) {
			return written(state, written, now, effects);
		}
		if (event instanceof MetadataEvent.Answered answered && answered.request() == state.asked()) {
			StoredState looking = state.looking(now.monotonicNanos() + this.lookNanos);
			if (leader == null) {
				return (answered.answer() instanceof StoreAnswer.Found found) ? show(looking, found.value(), effects)
						: looking;
			}
			return leader.lease().valid(now) ? answered(looking, leader, answered.answer(), effects) : looking;
		}
		return (event instanceof MetadataEvent.Due && delay(state, now) <= 0) ? read(state, effects) : state;
	}

	private StoredState written(StoredState state, MetadataEvent.Written written, Now now,
			List<MetadataEffect> effects) {
		Leading leader = state.leader();
		if (leader == null || !leader.isSynchronised() || !leader.lease().valid(now)) {
			effects.add(new MetadataEffect.Completed(written.request(), Outcome.REFUSED, null));
			return state;
		}
		if (leader.pending() != null) {
			effects.add(new MetadataEffect.Completed(written.request(), Outcome.BUSY, null));
			return state;
		}
		return write(state, leader, written.entries(), state.shown().lost(), written.request(), effects);
	}

	private StoredState answered(StoredState state, Leading leader, StoreAnswer answer, List<MetadataEffect> effects) {
		if (answer instanceof StoreAnswer.Written done && leader.pending() != null) {
			return done(state, at(leader, done.version()), leader.pending(), effects);
		}
		if (answer instanceof StoreAnswer.Found found) {
			return found(state, at(leader, found.version()), found.value(), effects);
		}
		return (answer instanceof StoreAnswer.NotDone) ? read(state, effects) : state;
	}

	private StoredState found(StoredState state, Leading leader, Metadata value, List<MetadataEffect> effects) {
		Metadata pending = leader.pending();
		LeaderSequenceNumber sequence = value.sequence();
		if (sequence != null && sequence.fencingToken() > leader.token()) {
			end(leader, effects);
			return state.leading(null);
		}
		if (pending != null && value.isOf(pending.sequence())) {
			return done(state, leader, pending, effects);
		}
		// A late write of the former leader may have come and been shown meanwhile.
		if (!leader.isSynchronised()) {
			return write(state, new Leading(leader.token(), leader.lease(), leader.version(), 0, null, 0, false),
					value.entries(), value.lost(), 0, effects);
		}
		// Not there: the write may still come, so it is repeated as it was.
		return (pending != null) ? put(state, leader, pending, effects) : state.leading(leader);
	}

	private StoredState write(StoredState state, Leading leader, List<Metadata.Entry> entries, boolean lost,
			long request, List<MetadataEffect> effects) {
		long number = leader.written() + 1;
		Metadata next = new Metadata(new LeaderSequenceNumber(leader.token(), number), entries, lost);
		return put(state, new Leading(leader.token(), leader.lease(), leader.version(), number, next, request,
				leader.isSynchronised()), next, effects);
	}

	private static StoredState put(StoredState state, Leading leader, Metadata value, List<MetadataEffect> effects) {
		StoredState asking = state.leading(leader).asking();
		effects.add(new MetadataEffect.Ask(asking.asked(), leader.version(), value));
		return asking;
	}

	private static StoredState read(StoredState state, List<MetadataEffect> effects) {
		StoredState asking = state.asking();
		effects.add(new MetadataEffect.Ask(asking.asked(), null, null));
		return asking;
	}

	private static StoredState done(StoredState state, Leading leader, Metadata value, List<MetadataEffect> effects) {
		StoredState shown = show(state, value, effects);
		if (!leader.isSynchronised()) {
			effects.add(new MetadataEffect.Synchronised());
		}
		if (leader.request() != 0) {
			effects.add(new MetadataEffect.Completed(leader.request(), Outcome.COMMITTED, value.sequence()));
		}
		return shown
			.leading(new Leading(leader.token(), leader.lease(), leader.version(), leader.written(), null, 0, true));
	}

	/** A read may show less than an earlier one. */
	private static StoredState show(StoredState state, Metadata value, List<MetadataEffect> effects) {
		if (!state.shown().isBefore(value.sequence())) {
			return state;
		}
		effects.add(new MetadataEffect.Show(value));
		return state.showing(value);
	}

	private static Leading at(Leading leader, @Nullable String version) {
		return new Leading(leader.token(), leader.lease(), version, leader.written(), leader.pending(),
				leader.request(), leader.isSynchronised());
	}

	private static void end(@Nullable Leading leader, List<MetadataEffect> effects) {
		if (leader != null && leader.request() != 0) {
			effects.add(new MetadataEffect.Completed(leader.request(), Outcome.UNKNOWN, null));
		}
	}

	/**
	 * In how many nanoseconds {@link MetadataEvent.Due} is due, or
	 * {@link MetadataProtocol#NEVER}.
	 */
	public long delay(StoredState state, Now now) {
		Leading leader = state.leader();
		boolean isWaiting = leader == null
				|| leader.lease().valid(now) && (!leader.isSynchronised() || leader.pending() != null);
		return (isWaiting && state.asked() == 0) ? now.until(state.lookNanos()) : MetadataProtocol.NEVER;
	}

	/**
	 * What a step leads to.
	 */
	public record Step(StoredState state, List<MetadataEffect> effects) {
	}

}
