package io.github.leaderelection.internal.transport.join;

import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.link.TransportStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * A transport that joins through the seed nodes while it runs. May be started and closed
 * repeatedly. Safe for use from any thread.
 */
public final class JoiningTransport implements PeerTransport {

	private final AtomicReference<@Nullable JoinLoop> running = new AtomicReference<>();

	private final LinkTransport transport;

	private final JoinSettings settings;

	private final JoinLoop.Pace pace;

	/** Creates a transport that is not started. */
	public JoiningTransport(LinkTransport transport, JoinSettings settings) {
		this(transport, settings, JoinLoop.Pace.USUAL);
	}

	JoiningTransport(LinkTransport transport, JoinSettings settings, JoinLoop.Pace pace) {
		this.transport = transport;
		this.settings = settings;
		this.pace = pace;
	}

	@Override
	public void start(Receiver receiver) {
		this.transport.start(receiver);
		JoinLoop joining = new JoinLoop(this.settings, this.transport.acceptor(), this::isSettled, this.pace);
		this.running.set(joining);
		joining.start();
	}

	/**
	 * Whether every member whose address may change is linked and has a known address.
	 */
	private boolean isSettled() {
		TransportStatus status = this.transport.status();
		return this.settings.book().unlisted().stream().allMatch((member) -> {
			PeerStatus peer = status.peer(member);
			return peer != null && peer.connected() && this.settings.book().url(member) != null;
		});
	}

	@Override
	public void connect(NodeId peer) {
		this.transport.connect(peer);
	}

	@Override
	public void forget(NodeId peer) {
		this.transport.forget(peer);
	}

	@Override
	public void send(NodeId to, Envelope<?> envelope) {
		this.transport.send(to, envelope);
	}

	@Override
	public void close() {
		JoinLoop joining = this.running.getAndSet(null);
		if (joining != null) {
			joining.close();
		}
		this.transport.close();
	}

}
