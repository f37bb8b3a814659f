package io.github.leaderelection.autoconfigure.transport;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

import io.github.leaderelection.internal.application.HandOverRehearsal;
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

/**
 * What nodes that elect among themselves rehearse: the default election, and the wire
 * form of its messages.
 */
final class MessageRehearsal {

	/** Shared by all contexts of this process. */
	static final AtomicBoolean BEGUN = new AtomicBoolean();

	private MessageRehearsal() {
	}

	static HandOverRehearsal of(BooleanSupplier wanted) {
		return new HandOverRehearsal(wanted, BEGUN,
				HandOverRehearsal.rounds(() -> new Rehearsal(new QuorumProtocol(), sealedWire())));
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
