package io.github.leaderelection.internal.runtime.peers;

import java.util.function.LongSupplier;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;
import io.github.leaderelection.spi.StateAge;
import org.jspecify.annotations.Nullable;

/**
 * Sends every message in an envelope with the sender's data. Used only by the thread that
 * runs the loop.
 */
public final class Outbox {

	private final PeerTransport transport;

	private final String cluster;

	private final String group;

	private final NodeId self;

	private final String fingerprint;

	private final long incarnation;

	private final StateMemory memory;

	/** The saved ballot's identity: one that a crash could still lose is never sent. */
	private String identity = "";

	private long saves;

	public Outbox(PeerTransport transport, ElectionSettings settings, long incarnation, StateMemory memory) {
		this.memory = memory;
		this.transport = transport;
		this.cluster = settings.cluster();
		this.group = settings.group();
		this.self = settings.self();
		this.fingerprint = settings.memberList().fingerprint();
		this.incarnation = incarnation;
	}

	/** Draws an incarnation other than 0, which stands for nobody. */
	public static long drawIncarnation(LongSupplier entropy) {
		long drawn = entropy.getAsLong();
		while (drawn == 0) {
			drawn = entropy.getAsLong();
		}
		return drawn;
	}

	public void saved(@Nullable Ballot ballot, long newSaves) {
		if (ballot != null) {
			this.identity = ballot.identity();
			this.saves = newSaves;
		}
	}

	/** The identity of the saved state, empty until there is one. */
	public String identity() {
		return this.identity;
	}

	/** How often that state has been saved. */
	public long saves() {
		return this.saves;
	}

	public void send(NodeId to, ElectionMessage body, long answers) {
		send(to, body, answers, this.memory.age(to, this.saves, body.isRepeated()));
	}

	/** Sends a message of an extension, which says nothing of the election's state. */
	public void sendBeside(NodeId to, ElectionMessage body) {
		send(to, body, 0, null);
	}

	private void send(NodeId to, ElectionMessage body, long answers, @Nullable StateAge age) {
		this.transport.send(to, new Envelope<>(this.cluster, this.group, this.self, this.identity, this.incarnation,
				this.fingerprint, answers, age, body));
	}

}
