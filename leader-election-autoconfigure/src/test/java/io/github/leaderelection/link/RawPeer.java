package io.github.leaderelection.link;

import java.io.IOException;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.link.SharedSecret.Side;
import io.github.leaderelection.wire.HandshakeCodec;
import io.github.leaderelection.wire.HandshakeFrame;
import io.github.leaderelection.wire.HandshakeFrame.Hello;
import io.github.leaderelection.wire.HandshakeFrame.Proof;
import io.github.leaderelection.wire.WireException;

/**
 * A peer that does on purpose what no peer should do. Blocking; a read gives up after a
 * while.
 */
public abstract class RawPeer implements AutoCloseable {

	private final HandshakeCodec codec = new HandshakeCodec();

	/**
	 * Asks to open a connection as a peer does.
	 * @return the HTTP status
	 */
	public abstract int knock(String... headers) throws IOException;

	public abstract void text(String text) throws IOException;

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

	/** Both have greeted. */
	protected void greeted(byte[] key) {
	}

	public final void say(HandshakeFrame frame) throws IOException {
		text(this.codec.encode(frame));
	}

	public final HandshakeFrame hear() throws IOException {
		try {
			return this.codec.decode(readText());
		}
		catch (WireException ex) {
			throw new IOException(ex);
		}
	}

	/** Greets as a member does, and is greeted; gives its proof. */
	public final Proof greet(String secret, String id, long incarnation, NodeId... members) throws IOException {
		SharedSecret shared = new SharedSecret(secret);
		Hello own = hello(id, incarnation, members);
		say(own);
		Hello theirs = (Hello) hear();
		greeted(shared.sessionKey(own, theirs));
		return new Proof(shared.proof(Side.DIALLER, own, theirs));
	}

	/** Does as a member does, up to and with its proof. */
	public final void authenticate(String secret, String id, long incarnation, NodeId... members) throws IOException {
		say(greet(secret, id, incarnation, members));
	}

	/** As a member does, until it is linked. */
	public final void link(String secret, String id, long incarnation, NodeId... members) throws IOException {
		authenticate(secret, id, incarnation, members);
		hear();
	}

	public static Hello hello(String id, long incarnation, NodeId... members) {
		return new Hello("test", NodeId.of(id), incarnation, List.of(members), new SharedSecret(null).freshNonce());
	}

	/** A greeting as it is written. */
	protected final String written(HandshakeFrame frame) {
		return this.codec.encode(frame);
	}

}
