package io.github.leaderelection.autoconfigure.transport;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import io.github.leaderelection.internal.runtime.Rehearsal;
import io.github.leaderelection.internal.transport.seal.FrameOpener;
import io.github.leaderelection.internal.transport.seal.FrameSealer;
import io.github.leaderelection.internal.transport.seal.Nonces;
import io.github.leaderelection.internal.transport.seal.SealException;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.seal.Side;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.internal.transport.wire.WireException;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Rehearses hand-overs of the default election once a process, after the application is
 * ready. Otherwise a new leader would load and link the classes of its first election
 * while no node leads.
 */
final class HandOverRehearsal implements ApplicationListener<ApplicationReadyEvent> {

	/** Shared by all contexts of this process. */
	static final AtomicBoolean BEGUN = new AtomicBoolean();

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** More rounds would trigger compilation, which costs seconds of CPU time. */
	private static final int ROUNDS = 3;

	private final BooleanSupplier wanted;

	/**
	 * Creates a rehearsal that has not begun.
	 * @param wanted whether to rehearse, evaluated once the application is ready
	 */
	HandOverRehearsal(BooleanSupplier wanted) {
		this.wanted = wanted;
	}

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		if (this.wanted.getAsBoolean() && BEGUN.compareAndSet(false, true)) {
			Thread thread = new Thread(() -> rehearse(sealedWire()), "leader-election-rehearsal");
			thread.setDaemon(true);
			thread.setPriority(Thread.MIN_PRIORITY);
			thread.start();
		}
	}

	/** Rehearses on the caller's thread. */
	static void rehearse(UnaryOperator<Envelope<? extends ElectionMessage>> wire) {
		try {
			for (int i = 0; i < ROUNDS; i++) {
				new Rehearsal(new QuorumProtocol(), wire).run();
			}
		}
		catch (RuntimeException | LinkageError ex) {
			logger.warn("The rehearsal of a hand-over failed. The first hand-over will take a few hundredths of a "
					+ "second longer", ex);
		}
	}

	/** Sends a message through the real codec and seal, with its own keys. */
	static UnaryOperator<Envelope<? extends ElectionMessage>> sealedWire() {
		WireCodec codec = new WireCodec(Map.of(Rehearsal.GROUP, QuorumMessage.class));
		SharedSecret secret = new SharedSecret(null);
		SessionKeys keys = secret.session(new Nonces(secret.freshNonce(), secret.freshNonce()));
		FrameSealer sealer = keys.sealer(Side.DIALLER);
		FrameOpener opener = keys.opener(Side.DIALLER);
		return (envelope) -> {
			try {
				return codec.decode(opener.open(sealer.seal(codec.encode(envelope))));
			}
			catch (SealException | WireException ex) {
				throw new IllegalStateException("The wire form of a message cannot be read: " + envelope, ex);
			}
		};
	}

}
