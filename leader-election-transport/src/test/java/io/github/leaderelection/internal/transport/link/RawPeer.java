package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.seal.Nonces;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Challenge;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Hello;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Opening;
import io.github.leaderelection.internal.transport.wire.LinkCodec;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Speaking;
import io.github.leaderelection.internal.transport.wire.WireException;

/**
 * A peer that does on purpose what no peer should do. Blocking; a read gives up after a
 * while.
 */
public abstract class RawPeer implements AutoCloseable {

	/** The URL that it tells of its application, on the host of its certificate. */
	public static final String APPLICATION = "http://localhost:80";

	private static final AtomicLong TURNS = new AtomicLong();

	private final HandshakeCodec codec = new HandshakeCodec();

	private final LinkCodec linkCodec = new LinkCodec();

	/**
	 * Asks to open a connection as a peer does.
	 * @return the HTTP status
	 */
	public abstract int knock(String... headers) throws IOException;

	/** Says a text as a member says it: sealed once there are keys. */
	public abstract void text(String text) throws IOException;

	/** Says a text as it is, whatever stands there. */
	public abstract void plain(String text) throws IOException;

	/** The text as it would be sealed next, with the number it would have and another. */
	public abstract String sealed(String text, int further) throws IOException;

	/** Part of a text that never ends; from now on nothing is read. */
	public abstract void half(String text) throws IOException;

	/** A text in parts, each short, that is too long altogether. */
	public abstract void manyParts() throws IOException;

	/** From now on nothing is read or answered. */
	public abstract void stopReading();

	/** The next text; the connection must not end before. */
	public abstract String readText() throws IOException;

	/**
	 * The code with which the other side closes, or -1 if it just ends the connection.
	 */
	public abstract int readClose() throws IOException;

	/** Whether the other side has ended the connection; waits for it. */
	public abstract boolean readEnd() throws IOException;

	@Override
	public abstract void close() throws IOException;

	/** The next that is said and heard is sealed. */
	protected abstract void keyed(SessionKeys keys);

	public final void say(HandshakeFrame frame) throws IOException {
		text(this.codec.encode(frame));
	}

	public final HandshakeFrame hear() throws IOException {
		try {
			// What is said behind it may be in the same message.
			return this.codec.decode(readText().split("\n")[0]);
		}
		catch (WireException ex) {
			throw new IOException(ex);
		}
	}

	/** Opens as a member does, and is challenged; believes it without a look. */
	public final Challenge open(String secret) throws IOException {
		SharedSecret shared = new SharedSecret(secret);
		Opening opening = new Opening(shared.freshNonce());
		say(opening);
		Challenge challenge = (Challenge) hear();
		keyed(shared.session(new Nonces(opening.nonce(), challenge.nonce())));
		return challenge;
	}

	/** Does as a member does, until it has said who it is. */
	public final void authenticate(String secret, String id, long incarnation, NodeId... members) throws IOException {
		open(secret);
		say(hello(id, incarnation, members));
	}

	/** As a member does, until it is linked. */
	public final void link(String secret, String id, long incarnation, NodeId... members) throws IOException {
		authenticate(secret, id, incarnation, members);
		hear();
		speak();
	}

	/** Says that it speaks on this connection, though another one dialled it. */
	public final void speak() throws IOException {
		text(this.linkCodec.encode(new Speaking(TURNS.incrementAndGet())));
	}

	public static Hello hello(String id, long incarnation, NodeId... members) {
		return new Hello("test", NodeId.of(id), incarnation, List.of(members), null, List.of(), APPLICATION);
	}

	public static Opening opening() {
		return new Opening(new SharedSecret(null).freshNonce());
	}

	/** A frame as it is written. */
	public final String written(HandshakeFrame frame) {
		return this.codec.encode(frame);
	}

}
