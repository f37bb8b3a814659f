package io.github.leaderelection.internal.runtime;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Lease;

/**
 * Effects in few words.
 */
public final class FakeEffects {

	private FakeEffects() {
	}

	public static Effect<FakeMessage> send(String text) {
		return new Effect.Send<>(FakeEnvironment.OTHER, new FakeMessage(text), 0);
	}

	public static Effect<FakeMessage> save(long term) {
		return new Effect.SaveBallot<>(FakeEnvironment.ballot(term));
	}

	public static Effect<FakeMessage> grant(long token, Lease lease) {
		return new Effect.Grant<>(token, token, lease);
	}

	public static Effect<FakeMessage> renew(long token, Lease lease) {
		return new Effect.Renew<>(token, token, lease);
	}

	public static Effect<FakeMessage> revoke(long token) {
		return new Effect.Revoke<>(token, RevocationReason.RESIGNED);
	}

	public static Effect<FakeMessage> timer(FakeTimer timer, long atNanos) {
		return new Effect.StartTimer<>(timer, atNanos);
	}

}
