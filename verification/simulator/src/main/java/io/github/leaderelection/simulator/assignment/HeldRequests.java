package io.github.leaderelection.simulator.assignment;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.runtime.AssignmentCarrier;
import io.github.leaderelection.internal.assignment.runtime.GroupAssignments;
import org.jspecify.annotations.Nullable;

/**
 * Carries pings of an application as requests, and answers those of others that it holds.
 */
final class HeldRequests implements AssignmentCarrier {

	private final AssignmentRun run;

	private final AssignmentApplication own;

	/** Those that this application holds, and of whom. */
	private final Map<Long, AssignmentApplication> held = new HashMap<>();

	HeldRequests(AssignmentRun run, AssignmentApplication own) {
		this.run = run;
		this.own = own;
	}

	boolean areHeld() {
		return !this.held.isEmpty();
	}

	/** The start that was asked has stopped: what it had not taken nobody answers. */
	void forget() {
		this.held.clear();
	}

	@Override
	public void send(AssignmentMessage.Ping ping) {
		this.run.count(AssignmentCount.REQUEST);
		AssignmentApplication leader = this.run.leaderOf(this.own);
		if (leader != null) {
			this.run.carry(this.own, this.own, () -> leader.host.in(() -> leader.requests.ask(ping, this.own)));
		}
	}

	private void ask(AssignmentMessage.Ping ping, AssignmentApplication worker) {
		GroupAssignments present = this.own.factory.present();
		if (present != null) {
			long request = this.run.nextRequest();
			this.held.put(request, worker);
			present.tell(new AssignmentEvent.Pinged(ping, request));
		}
	}

	@Override
	public void answer(long request, AssignmentMessage.Answer answer) {
		AssignmentApplication worker = ended(request);
		if (worker != null) {
			this.run.count(AssignmentCount.REQUEST_ANSWERED);
			this.run.carry(this.own, worker, () -> {
				AssignmentApplication to = this.run.orLater(worker);
				to.host.in(() -> to.tell(new AssignmentEvent.Answered(answer)));
			});
		}
	}

	@Override
	public void end(long request, boolean leads) {
		if (ended(request) != null) {
			this.run.count(leads ? AssignmentCount.REQUEST_IGNORED : AssignmentCount.NOT_LEADER);
		}
	}

	private @Nullable AssignmentApplication ended(long request) {
		AssignmentApplication worker = this.held.remove(request);
		if (worker == null) {
			this.run.broken("one answer a request", this.own + " ends the request " + request + " twice");
		}
		return worker;
	}

}
