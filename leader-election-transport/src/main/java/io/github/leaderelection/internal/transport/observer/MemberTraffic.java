package io.github.leaderelection.internal.transport.observer;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.peer.Link;
import io.github.leaderelection.internal.transport.peer.LinkWriter;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.SendQueue.Kind;
import io.github.leaderelection.internal.transport.peer.SentCounts;
import io.github.leaderelection.internal.transport.seal.Nonces;
import io.github.leaderelection.internal.transport.seal.SealException;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.seal.Side;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Challenge;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Hello;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Observing;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Opening;
import io.github.leaderelection.internal.transport.wire.LinkCodec;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Ping;
import io.github.leaderelection.internal.transport.wire.ViewCodec;
import io.github.leaderelection.internal.transport.wire.ViewFrame;
import io.github.leaderelection.internal.transport.wire.ViewFrame.Shown;
import io.github.leaderelection.internal.transport.wire.WireException;
import org.jspecify.annotations.Nullable;

/**
 * One connection of an observer with a member: the handshake, then the member's views.
 * The connection's reader passes one frame at a time.
 */
final class MemberTraffic implements FrameListener {

	private static final HandshakeCodec HANDSHAKE = new HandshakeCodec();

	private static final LinkCodec LINK = new LinkCodec();

	private static final ViewCodec VIEWS = new ViewCodec();

	private enum Stage {

		OPENING, GREETING, LINKED

	}

	private final CountDownLatch closed = new CountDownLatch(1);

	private final ObserverRun run;

	private final Connection connection;

	private final Link link;

	private final NodeId member;

	private final long begunNanos;

	private final String nonce;

	/** Only the reader changes it. */
	private volatile Stage stage = Stage.OPENING;

	/** The pings sent so far. Only the timer uses it. */
	private long pings;

	MemberTraffic(ObserverRun run, Connection connection, NodeId member, long begunNanos) {
		this.run = run;
		this.connection = connection;
		this.member = member;
		this.begunNanos = begunNanos;
		this.nonce = run.secret().freshNonce();
		LinkWriter writer = new LinkWriter(connection, run.threads(), (ex) -> over("writing failed: " + ex),
				this.closed::countDown, new SentCounts());
		this.link = new Link(connection, writer, true);
	}

	NodeId member() {
		return this.member;
	}

	/** When dialling began, by the monotonic clock. */
	long begunNanos() {
		return this.begunNanos;
	}

	String address() {
		return this.connection.remoteAddress();
	}

	void begin() {
		say(new Opening(this.nonce));
	}

	private void say(HandshakeFrame frame) {
		this.link.writer().send(new Frame(HANDSHAKE.encode(frame), Kind.HANDSHAKE));
	}

	@Override
	public void frames(List<String> frames) {
		frames.forEach(this::take);
	}

	private void take(String text) {
		if (this.link.isEnded()) {
			return;
		}
		this.link.heard();
		try {
			switch (this.stage) {
				case OPENING -> challenged(HANDSHAKE.decode(text));
				case GREETING -> greeted(HANDSHAKE.decode(text));
				case LINKED -> shown(VIEWS.decode(text));
			}
		}
		catch (WireException ex) {
			refuse(RefusalReason.MALFORMED, String.valueOf(ex.getMessage()));
		}
	}

	private void challenged(HandshakeFrame frame) {
		if (!(frame instanceof Challenge challenge)) {
			refuse(RefusalReason.MALFORMED, "an unexpected handshake frame");
			return;
		}
		Nonces nonces = new Nonces(this.nonce, challenge.nonce());
		SharedSecret common = this.run.secret().provenBy(nonces, challenge.present(), challenge.mac());
		if (common == null) {
			this.connection.keyed(this.run.secret().session(nonces), Side.DIALLER);
			refuse(RefusalReason.SECRET, "it does not prove that it knows this observer's secret");
			return;
		}
		this.connection.keyed(common.session(nonces), Side.DIALLER);
		this.stage = Stage.GREETING;
		say(new Observing(this.run.settings().cluster(), this.run.settings().self(), this.member));
	}

	private void greeted(HandshakeFrame frame) {
		if (!(frame instanceof Hello hello)) {
			refuse(RefusalReason.MALFORMED, "an unexpected handshake frame");
		}
		else if (!hello.cluster().equals(this.run.settings().cluster())) {
			refuse(RefusalReason.CLUSTER, "its cluster is '" + hello.cluster() + "', this observer's is '"
					+ this.run.settings().cluster() + "'");
		}
		else if (!hello.node().equals(this.member)) {
			refuse(RefusalReason.WRONG_NODE, "it is '" + hello.node() + "'");
		}
		else {
			this.stage = Stage.LINKED;
			this.run.linked(this);
		}
	}

	private void shown(ViewFrame frame) {
		this.run.shown(this, () -> {
			if (frame instanceof Shown shown) {
				this.run.receiver().shown(shown.view());
			}
		});
	}

	/** Ends the connection if the handshake took too long. */
	void checkHandshake() {
		if (this.stage != Stage.LINKED && !this.link.isEnded()) {
			refuse(RefusalReason.SLOW_HANDSHAKE, "");
		}
	}

	/** Sends a ping if one is due. Ends the link of a silent member. */
	void watch(ObserverTimes times) {
		if (this.link.silentMillis() > times.silent()) {
			over("the member is silent");
			return;
		}
		if (this.link.ageMillis() >= (this.pings + 1) * times.ping()) {
			this.pings++;
			this.link.writer().send(new Frame(LINK.encode(new Ping(this.pings)), Kind.REPEATED));
		}
	}

	/** Closes the connection gracefully. */
	void part(CloseReason reason) {
		this.link.part(reason);
	}

	void awaitClosed(long millis) {
		try {
			if (!this.closed.await(millis, TimeUnit.MILLISECONDS)) {
				this.link.abort(CloseReason.GOING_AWAY);
			}
		}
		catch (InterruptedException ex) {
			this.link.abort(CloseReason.GOING_AWAY);
			Thread.currentThread().interrupt();
		}
	}

	/** Ends a useless connection and reports the reason to the run. */
	void over(String why) {
		this.link.abort(CloseReason.UNRELIABLE);
		this.run.ended(this, why);
	}

	@Override
	public void refuse(RefusalReason reason, String detail) {
		this.link.abort(new CloseReason(reason.closeCode(), reason.text()));
		this.run.ended(this, reason + ": " + reason.text() + (detail.isEmpty() ? "" : " (" + detail + ")"));
	}

	@Override
	public void unsealed(SealException why) {
		refuse(RefusalReason.SEAL, String.valueOf(why.getMessage()));
	}

	@Override
	public void binary() {
		refuse(RefusalReason.BINARY, "");
	}

	@Override
	public void heard() {
		this.link.heard();
	}

	@Override
	public void pong() {
		this.link.heard();
	}

	@Override
	public void closed(int code) {
		RefusalReason reason = RefusalReason.ofCloseCode(code);
		this.link.abort(CloseReason.NORMAL);
		this.run.ended(this, (reason != null) ? "the member refused this observer, " + reason + ": " + reason.text()
				: "closed with code " + code);
	}

	@Override
	public boolean isAuthenticated() {
		return this.stage == Stage.LINKED;
	}

	@Override
	public @Nullable CloseReason ended() {
		return this.link.closeReason();
	}

}
