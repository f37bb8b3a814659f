package io.github.leaderelection.simulator.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.trace.TraceFormat;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * Events and effects for a reader: who said what, and times relative to now.
 */
final class StepText<M extends ElectionMessage> {

	private static final double NANOS_PER_SECOND = 1e9;

	private final TraceFormat<?, M> format;

	StepText(TraceFormat<?, M> format) {
		this.format = format;
	}

	static String seconds(long nanos) {
		return String.format(Locale.ROOT, "%.6f", nanos / NANOS_PER_SECOND);
	}

	String event(@Nullable Event<M> event) {
		if (event == null) {
			return "starts";
		}
		if (event instanceof Event.MessageReceived<M> received) {
			return received.envelope().from() + " says " + this.format.text(received.envelope().body());
		}
		if (event instanceof Event.TimerFired<M> fired) {
			return "timer " + fired.timer().name();
		}
		return this.format.text(event);
	}

	/** One line an effect. */
	List<String> effects(List<Effect<M>> effects, Now now) {
		List<String> lines = new ArrayList<>();
		boolean afterSave = false;
		for (Effect<M> effect : effects) {
			lines.add((afterSave ? "once saved: " : "") + effect(effect, now));
			afterSave |= effect instanceof Effect.SaveBallot<M>;
		}
		return lines;
	}

	private String effect(Effect<M> effect, Now now) {
		if (effect instanceof Effect.Send<M> send) {
			return "to " + send.to() + ": " + this.format.text(send.body());
		}
		if (effect instanceof Effect.StartTimer<M> start) {
			return "timer " + start.timer().name() + " in " + seconds(start.atNanos() - now.monotonicNanos()) + " s";
		}
		if (effect instanceof Effect.CancelTimer<M> cancel) {
			return "timer " + cancel.timer().name() + " off";
		}
		if (effect instanceof Effect.Grant<M> grant) {
			return "GRANTED: token " + grant.fencingToken() + ", term " + grant.term() + ", "
					+ lease(grant.lease(), now);
		}
		if (effect instanceof Effect.Renew<M> renew) {
			return "renewed: token " + renew.fencingToken() + ", term " + renew.term() + ", "
					+ lease(renew.lease(), now);
		}
		if (effect instanceof Effect.Revoke<M> revoke) {
			return "REVOKED: token " + revoke.fencingToken() + ", " + revoke.reason();
		}
		return this.format.text(effect);
	}

	private static String lease(Lease lease, Now now) {
		return "lease ends in " + seconds(lease.endNanos() - now.monotonicNanos()) + " s";
	}

	/** What makes two steps look alike to a reader. */
	String kind(ReplayedStep<M> step) {
		StringBuilder kind = new StringBuilder();
		if (step.event() instanceof Event.MessageReceived<M> received) {
			kind.append(received.envelope().from()).append(received.envelope().body().getClass().getSimpleName());
		}
		else {
			kind.append(event(step.event()));
		}
		for (Effect<M> effect : step.effects()) {
			kind.append(' ').append(effect.getClass().getSimpleName());
			if (effect instanceof Effect.Send<M> send) {
				kind.append(send.to()).append(send.body().getClass().getSimpleName());
			}
		}
		return kind.toString();
	}

}
