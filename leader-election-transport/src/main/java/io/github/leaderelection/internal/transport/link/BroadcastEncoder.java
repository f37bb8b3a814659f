package io.github.leaderelection.internal.transport.link;

import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.SendQueue.Kind;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Encodes messages. A message to several members in a row is encoded once. Safe for use
 * from any thread.
 */
final class BroadcastEncoder {

	private final WireCodec codec;

	private volatile @Nullable Encoded newest;

	BroadcastEncoder(WireCodec codec) {
		this.codec = codec;
	}

	Frame encode(Envelope<?> envelope) {
		Encoded before = this.newest;
		if (before != null && before.isOf(envelope)) {
			return before.frame();
		}
		Kind kind = envelope.body().isRepeated() ? Kind.REPEATED : Kind.UNIQUE;
		Frame frame = new Frame(this.codec.encode(envelope), kind, envelope.group());
		this.newest = new Encoded(envelope, frame);
		return frame;
	}

	private record Encoded(Envelope<?> envelope, Frame frame) {

		/** A message to several members has the same body object. */
		boolean isOf(Envelope<?> other) {
			return other.body() == this.envelope.body() && other.equals(this.envelope);
		}

	}

}
