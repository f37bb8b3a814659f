package io.github.leaderelection.internal.runtime;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Lease;

/**
 * Effects in few words.
 */
final class FakeEffects {

	private FakeEffects() {
	}

	static Effect<FakeMessage> send(String text) {
		return new Effect.Send<>(FakeEnvironment.OTHER, new FakeMessage(text), 0);
	}

	static Effect<FakeMessage> save(long term) {
		return new Effect.SaveBallot<>(FakeEnvironment.ballot(term));
	}

	static Effect<FakeMessage> grant(long token, Lease lease) {
		return new Effect.Grant<>(token, token, lease);
	}

	static Effect<FakeMessage> renew(long token, Lease lease) {
		return new Effect.Renew<>(token, token, lease);
	}

	static Effect<FakeMessage> revoke(long token) {
		return new Effect.Revoke<>(token, RevocationReason.RESIGNED);
	}

	static Effect<FakeMessage> timer(FakeTimer timer, long atNanos) {
		return new Effect.StartTimer<>(timer, atNanos);
	}

}
