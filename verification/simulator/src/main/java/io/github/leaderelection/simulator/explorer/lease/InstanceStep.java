package io.github.leaderelection.simulator.explorer.lease;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.lease.ExploredLease;
import io.github.leaderelection.internal.lease.LeaseProtocol;
import io.github.leaderelection.internal.lease.LeaseState;
import io.github.leaderelection.internal.lease.NoMessage;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * What an instance does in one step, judged by the promises that concern it alone. One
 * use each.
 */
final class InstanceStep {

	private static final long ENTROPY = 12345;

	private final Instance before;

	private final List<Flight> flights;

	private @Nullable LeaseLeadership reign;

	private long granted;

	private @Nullable String broken;

	private LeaseState state;

	/**
	 * Prepares a step.
	 * @param granted the highest fencing token that was granted
	 */
	InstanceStep(Instance before, long granted) {
		this.before = before;
		this.flights = new ArrayList<>(before.flights());
		this.reign = before.reign();
		this.granted = granted;
		this.state = before.state();
	}

	/** The first promise it breaks, null for none. */
	@Nullable String broken() {
		return this.broken;
	}

	long granted() {
		return this.granted;
	}

	Instance after() {
		return new Instance(this.before.kind(), this.state, this.before.writer(), this.flights, this.reign);
	}

	/** The answer that is on its way arrives. */
	InstanceStep answer(LeaseProtocol protocol, Flight flight, Answer answer) {
		this.flights.remove(flight);
		return take(protocol, new Event.StoreAnswered<>(this.before.explored().lastNumber(), answer));
	}

	/** Something happens. */
	InstanceStep take(LeaseProtocol protocol, Event<NoMessage> event) {
		return take(protocol, event, LeaseLeadership.NOW);
	}

	/** Something happens at a time. */
	InstanceStep take(LeaseProtocol protocol, Event<NoMessage> event, Now now) {
		return follow(protocol.step(this.before.state(), new Input<>(event, now, ENTROPY)),
				mine(event, this.before.explored()));
	}

	/** Takes over what a step says, the first one too. */
	InstanceStep follow(Step<LeaseState, NoMessage> step, @Nullable LeaseRecord mine) {
		this.state = step.state();
		step.effects().forEach((effect) -> follow(effect, mine));
		if (new ExploredLease(this.state).asked() == null) {
			giveUpAwaited();
		}
		return this;
	}

	/** What the store confirmed of the open take, and nothing else. */
	private static @Nullable LeaseRecord mine(Event<NoMessage> event, ExploredLease before) {
		if (event instanceof Event.StoreAnswered<NoMessage> answered && answered.answer() instanceof Answer.Mine mine
				&& (before.asked() instanceof Request.Take || before.asked() instanceof Request.Renew)) {
			LeaseRecord record = mine.record();
			boolean own = Writer.of(record).isSelf() && before.openAttempt() != 0
					&& record.attempt() == before.openAttempt();
			return own ? record : null;
		}
		return null;
	}

	private void follow(Effect<NoMessage> effect, @Nullable LeaseRecord mine) {
		if (effect instanceof Effect.AskStore<NoMessage> ask) {
			giveUpAwaited();
			this.flights.add(0, new Flight(ask.what(), true, null));
			check(!(ask.what() instanceof Request.Release) || this.reign == null,
					"order of giving up: a record is released before its leadership is revoked");
		}
		else if (effect instanceof Effect.Grant<NoMessage> grant) {
			check(this.reign == null, "pairing of grants: granted twice");
			check(grant.fencingToken() > this.granted, "S3: a fencing token that does not rise is granted");
			check(mine != null && mine.token() == grant.fencingToken(),
					"grant by a write: the store has not confirmed the take that is granted");
			LeaseLeadership now = new LeaseLeadership(grant.fencingToken(), grant.lease());
			check(now.leads(), "nothing is granted outside a lease");
			this.reign = now;
			this.granted = Math.max(this.granted, now.token());
		}
		else if (effect instanceof Effect.Renew<NoMessage> renew) {
			LeaseLeadership present = this.reign;
			check(present != null && present.token() == renew.fencingToken(),
					"pairing of grants: renewed what is not granted");
			check(present == null || present.leads(), "an ended lease is never extended");
			this.reign = new LeaseLeadership(renew.fencingToken(), renew.lease());
		}
		else if (effect instanceof Effect.Revoke<NoMessage> revoke) {
			LeaseLeadership present = this.reign;
			check(present != null && present.token() == revoke.fencingToken(),
					"pairing of grants: revoked what is not granted");
			this.reign = null;
		}
	}

	private void giveUpAwaited() {
		this.flights.replaceAll((flight) -> flight.awaited() ? flight.givenUp() : flight);
	}

	private void check(boolean holds, String promise) {
		if (!holds && this.broken == null) {
			this.broken = promise;
		}
	}

}
