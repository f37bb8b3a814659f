package io.github.leaderelection.internal.transport.join;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.http.Answer;
import io.github.leaderelection.internal.transport.http.PostClient;
import io.github.leaderelection.internal.transport.join.SealedFrames.Sealed;
import io.github.leaderelection.internal.transport.spi.BaseUrl;
import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.leaderelection.internal.transport.spi.Loopback;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.spi.UnexpectedStatus;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Address;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Join;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Known;
import io.github.leaderelection.internal.transport.wire.WireException;

/**
 * Tells a seed node the address of this node, and records the addresses in its answer.
 * Used by one thread at a time.
 */
final class SeedCaller implements AutoCloseable {

	private final JoinSettings settings;

	private final Acceptor acceptor;

	private final SealedFrames frames;

	private final PostClient client;

	SeedCaller(JoinSettings settings, Acceptor acceptor) {
		this.settings = settings;
		this.acceptor = acceptor;
		this.frames = new SealedFrames(settings.protection());
		this.client = new PostClient("leader-election-" + settings.self() + "-join-http", 2,
				settings.protection().tls());
	}

	/**
	 * Joins through one seed node. Blocks for a bounded time.
	 * @throws IOException if no trustworthy answer arrives
	 */
	void join(NodeId seed, URI url) throws IOException {
		if (this.settings.protection().tls().certificatesNeeded() && !PeerTls.isSecure(url)) {
			throw unusable(RefusalReason.CERTIFICATE, seed, "it would not be asked by https");
		}
		if (!take(ask(seed, url)) && !take(ask(seed, url))) {
			throw new IOException("it knows a newer address of this node: another process uses this node's id");
		}
	}

	private Known ask(NodeId seed, URI url) throws IOException {
		Sealed question = this.frames
			.question(new Join(this.settings.cluster(), this.settings.book().own(), this.frames.freshNonce()));
		Answer answer = this.client.post(this.settings.question(url), Map.of(),
				this.frames.write(question).getBytes(StandardCharsets.US_ASCII));
		if (!answer.isOk()) {
			throw refused(answer, seed);
		}
		Sealed told = read(answer, seed);
		if (!this.frames.provesAnswer(told, question)) {
			throw unusable(RefusalReason.SECRET, seed, "the answer is not proven");
		}
		if (!(told.frame() instanceof Known known)) {
			throw unusable(RefusalReason.MALFORMED, seed, "the answer contains no addresses");
		}
		if (!known.node().equals(seed)) {
			throw unusable(RefusalReason.WRONG_NODE, seed, "'" + known.node() + "' answers");
		}
		return known;
	}

	private IOException refused(Answer answer, NodeId seed) {
		String why = Arrays.stream(RefusalReason.values())
			.filter((reason) -> reason.closeCode() == answer.close())
			.findFirst()
			.map((reason) -> reason.name() + ", ")
			.orElse("");
		if (answer.close() != 0) {
			this.acceptor.refused(RefusalReason.BY_PEER, seed, "the join, " + why + "code " + answer.close());
		}
		return new IOException("it refused the join, " + why + UnexpectedStatus.describe(answer.status()));
	}

	private Sealed read(Answer answer, NodeId seed) throws IOException {
		try {
			Sealed told = this.frames.read(answer.body());
			if (told != null) {
				return told;
			}
			throw unusable(RefusalReason.MALFORMED, seed, "the answer is not sealed");
		}
		catch (WireException ex) {
			throw unusable(RefusalReason.MALFORMED, seed, String.valueOf(ex.getMessage()));
		}
	}

	private IOException unusable(RefusalReason reason, NodeId seed, String detail) {
		this.acceptor.refused(reason, seed, "the join: " + detail);
		return new IOException(detail);
	}

	/** Returns false if the seed node knows a newer address of this node. */
	private boolean take(Known known) {
		AddressBook book = this.settings.book();
		boolean accepted = true;
		for (Address address : known.addresses()) {
			if (address.id().equals(this.settings.self())) {
				accepted = agrees(address);
			}
			else {
				URI url = BaseUrl.parse(address.url());
				if (url != null && (this.settings.secret() != null || Loopback.isHost(url.getHost()))) {
					book.learn(address, url, known.node());
				}
			}
		}
		return accepted;
	}

	private boolean agrees(Address mine) {
		AddressBook book = this.settings.book();
		// Stamp 0 marks an address from the seed node's configuration.
		if (mine.stamp() == 0 || mine.url().equals(book.own().url())) {
			return true;
		}
		book.surpass(mine.stamp());
		return false;
	}

	@Override
	public void close() {
		this.client.close();
	}

}
