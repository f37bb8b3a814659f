package io.github.leaderelection.internal.lease;

import java.util.function.Function;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * The election by a lease in a store. The record is a compare-and-set register, and every
 * node judges its age by its own monotonic clock; no clock of another machine, no session
 * and no time to live decides anything.
 */
public final class LeaseProtocol implements ElectionProtocol<LeaseState, NoMessage> {

	private final Function<ElectionSettings, LeaseOptions> options;

	/**
	 * Creates the protocol.
	 * @param options derives the options of the lease from the settings; applied once,
	 * when a node starts
	 */
	public LeaseProtocol(Function<ElectionSettings, LeaseOptions> options) {
		this.options = options;
	}

	@Override
	public String name() {
		return "lease";
	}

	@Override
	public Class<NoMessage> messageType() {
		return NoMessage.class;
	}

	@Override
	public Class<LeaseState> stateType() {
		return LeaseState.class;
	}

	@Override
	public Class<? extends Timer> timerType() {
		return LeaseTimer.class;
	}

	@Override
	public Step<LeaseState, NoMessage> start(Recovered recovered, Now now, long entropy) {
		ElectionSettings settings = recovered.settings();
		LeaseStep step = new LeaseStep(new LeaseConfig(settings, recovered.incarnation(), this.options.apply(settings)),
				now, entropy);
		step.store().lookNow();
		return step.finish();
	}

	@Override
	public Step<LeaseState, NoMessage> step(LeaseState state, Input<NoMessage> input) {
		LeaseStep step = new LeaseStep(state, input.now(), input.entropy());
		if (state.stopped()) {
			afterStop(step, input.event());
			return step.finish();
		}
		step.own().endIfOver();
		handle(step, input.event());
		// stops a node that has no leadership left, whatever event ended it
		step.stopIfSilent();
		return step.finish();
	}

	private static void afterStop(LeaseStep step, Event<NoMessage> event) {
		String refusal = "This node has stopped";
		if (event instanceof Event.ResignRequested<NoMessage> resign) {
			step.answer(resign.request(), refusal);
		}
		else if (event instanceof Event.TransferRequested<NoMessage> transfer) {
			step.answer(transfer.request(), refusal);
		}
		else if (event instanceof Event.BroadcastRequested<NoMessage> broadcast) {
			step.answer(broadcast.request(), refusal);
		}
		else if (event instanceof Event.EligibilityChanged<NoMessage> changed) {
			step.answer(changed.request(), null);
		}
	}

	private static void handle(LeaseStep step, Event<NoMessage> event) {
		if (event instanceof Event.StoreAnswered<NoMessage> answered) {
			answered(step, answered.request(), answered.answer());
		}
		else if (event instanceof Event.StoreChanged<NoMessage> changed) {
			changed(step, changed.record());
		}
		else if (event instanceof Event.TimerFired<NoMessage> fired) {
			timer(step, (LeaseTimer) fired.timer());
		}
		else if (event instanceof Event.ResignRequested<NoMessage> resign) {
			step.own().giveUp(RevocationReason.RESIGNED, resign.request(), null);
		}
		else if (event instanceof Event.TransferRequested<NoMessage> transfer) {
			transfer(step, transfer);
		}
		else if (event instanceof Event.BroadcastRequested<NoMessage> broadcast) {
			step.answer(broadcast.request(),
					"Nodes that lead by a lease in a store have no links to each other: use a broker of your own");
		}
		else if (event instanceof Event.EligibilityChanged<NoMessage> changed) {
			step.eligible(changed.request(), changed.eligible());
		}
		else if (event instanceof Event.WorkDrained<NoMessage> drained) {
			Held held = step.own().held();
			if (held != null && held.record().token() == drained.fencingToken()) {
				step.own().drained();
			}
		}
		else if (event instanceof Event.GrantEnded<NoMessage> ended) {
			step.own().ended(ended.fencingToken());
		}
		else if (event instanceof Event.Stopping<NoMessage>) {
			step.stop();
		}
	}

	private static void transfer(LeaseStep step, Event.TransferRequested<NoMessage> transfer) {
		if (transfer.to().equals(step.config().self())) {
			step.answer(transfer.request(), "'" + transfer.to() + "' is this node itself: name another");
		}
		else {
			step.own().giveUp(RevocationReason.TRANSFERRED, transfer.request(), transfer.to());
		}
	}

	private static void timer(LeaseStep step, LeaseTimer timer) {
		if (!step.takeDue(timer)) {
			return;
		}
		switch (timer) {
			case LEASE_END -> step.own().endIfOver();
			case RENEW -> step.own().renewDue();
			case LOOK -> step.store().lookNow();
			case TAKE -> decide(step);
			case UNANSWERED ->
				answered(step, step.store().openNumber(), new Answer.Unknown("no answer within its time"));
			case LEADER_LOST -> step.lookout().forget();
			case DRAIN -> step.own().drained();
		}
	}

	private static void answered(LeaseStep step, long number, Answer answer) {
		PendingRequest asked = step.store().answered(number, answer);
		if (asked == null) {
			return;
		}
		if (asked.request() instanceof Request.Release release) {
			step.own().released(release, answer);
		}
		else if (answer instanceof Answer.Unknown) {
			unknown(step, asked.request(), asked.sentNanos());
		}
		else if (asked.request() instanceof Request.Read) {
			read(step, shown(answer));
		}
		else if (answer instanceof Answer.Mine mine && asked.request() instanceof Request.Create) {
			read(step, mine.record());
		}
		else if (answer instanceof Answer.Mine mine) {
			step.own().confirmed(asked, mine.record());
		}
		else {
			notWritten(step, asked.request());
		}
	}

	private static @Nullable LeaseRecord shown(Answer answer) {
		if (answer instanceof Answer.Held held) {
			return held.record();
		}
		return (answer instanceof Answer.Free free) ? free.record() : null;
	}

	private static void notWritten(LeaseStep step, Request request) {
		if (request instanceof Request.Take) {
			step.own().closeAttempt();
		}
		step.own().refused();
	}

	/** Handles a request without a certain answer. A read shows a write's outcome. */
	private static void unknown(LeaseStep step, Request request, long sentNanos) {
		if (!(request instanceof Request.Read)) {
			step.store().lookNow();
		}
		else if (step.own().isParting()) {
			step.own().parted(null);
		}
		else if (step.own().held() != null) {
			step.store().askOn(sentNanos);
		}
		else {
			step.store().lookLater();
		}
	}

	private static void read(LeaseStep step, @Nullable LeaseRecord shown) {
		step.lookout().show(shown);
		Held held = step.own().held();
		if (held != null) {
			step.own().shown(held, shown);
			return;
		}
		if (step.own().isParting()) {
			step.own().parted(shown);
			return;
		}
		if (step.lookout().takeRefused()) {
			step.store().lookLater();
			return;
		}
		if (shown != null && step.own().mayAdopt(shown) && step.store().isWritable()) {
			step.own().renew(shown.version());
			return;
		}
		decide(step);
	}

	/** Takes the record if the last read allows it, or schedules the next read. */
	private static void decide(LeaseStep step) {
		if (!step.mayTake()) {
			step.store().lookLater();
			return;
		}
		LeaseRecord read = step.lookout().record();
		if (!step.store().isWritable()) {
			step.store().lookOnceWritable();
			return;
		}
		if (read == null) {
			step.own().create();
			return;
		}
		long takeable = step.lookout().takeableNanos(read, step.own().coolDownEndNanos());
		if (step.now().reached(takeable)) {
			step.own().take(read);
			return;
		}
		step.store().lookLater(step.lookout().isTold() ? step.lookout().toldUntilNanos() : LeaseState.NEVER);
		step.atLatest(LeaseTimer.LOOK, takeable);
	}

	/**
	 * Handles a hint of a changed record. A hint grants nothing. A waiting node acts
	 * after a random delay; the preferred member acts at once.
	 */
	private static void changed(LeaseStep step, @Nullable LeaseRecord told) {
		LeaseRecord hinted = (told != null && told.isLegal()) ? told : null;
		boolean taken = hinted != null && !hinted.free() && hinted.holder() != null;
		if (step.own().held() != null || step.store().openNumber() != 0) {
			if (!taken) {
				step.store().lookAgain();
			}
			return;
		}
		boolean preferred = hinted != null && step.config().self().equals(hinted.preferred());
		if (hinted != null && taken) {
			// a renewal, or a take of another: nothing to run for
			held(step, hinted);
			return;
		}
		if (hinted != null && hinted.token() >= step.lookout().leastToken() - 1) {
			step.lookout().show(hinted);
			long delay = preferred ? 0 : step.config().afterHintNanos(step.draw());
			step.atLatest(LeaseTimer.TAKE, step.nanos() + delay);
			return;
		}
		step.atLatest(LeaseTimer.LOOK, step.nanos() + (preferred ? 0 : step.config().afterHintNanos(step.draw())));
	}

	/**
	 * Puts the next read off after a hint of a renewal. A read is still due once the
	 * record of the last answer may be taken, whatever hints say.
	 */
	private static void held(LeaseStep step, LeaseRecord hinted) {
		if (step.own().isParting() || !step.lookout().tellHeld(hinted)) {
			return;
		}
		step.cancel(LeaseTimer.TAKE);
		if (!step.config().isSoon(step.deadline(LeaseTimer.LOOK) - step.nanos())) {
			step.store().putOff(step.lookout().toldUntilNanos());
		}
		LeaseRecord shown = step.lookout().record();
		if (shown != null) {
			step.atLatest(LeaseTimer.LOOK, step.lookout().takeableNanos(shown, LeaseState.NEVER));
		}
	}

	@Override
	public boolean goesByEligibility() {
		return true;
	}

	@Override
	public ElectionView view(LeaseState state, Now now) {
		return LeaseView.of(state, now);
	}

}
