package io.github.leaderelection.internal.transport.join;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.server.PostRules;
import io.github.leaderelection.internal.transport.server.StrangersBodies;
import io.github.leaderelection.internal.transport.join.SealedFrames.Sealed;
import io.github.leaderelection.internal.transport.spi.BaseUrl;
import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.leaderelection.internal.transport.spi.Loopback;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.server.PeerExchange;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.server.Reply;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Join;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Known;
import io.github.leaderelection.internal.transport.wire.WireException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers joining nodes on a seed node. It records their addresses and answers with all
 * known ones. No election depends on a seed node's honesty: a node found at an address
 * still has to authenticate itself.
 */
public final class JoinHandler implements PeerHandler {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final int SPARE = 8;

	private final StrangersBodies reading = new StrangersBodies();

	private final JoinSettings settings;

	private final Acceptor acceptor;

	private final SealedFrames frames;

	/** Creates a handler. */
	public JoinHandler(JoinSettings settings, Acceptor acceptor) {
		this.settings = settings;
		this.acceptor = acceptor;
		this.frames = new SealedFrames(settings.protection());
	}

	@Override
	public void handle(PeerExchange exchange) throws IOException {
		if (!this.acceptor.isOpen()) {
			exchange.replyUnread(Reply.unavailable());
			return;
		}
		String from = "from " + exchange.remoteHost();
		RefusalReason reason = PostRules.judge(exchange, this.acceptor);
		if (reason != null) {
			exchange.replyUnread(refused(reason, from));
			return;
		}
		int places = 2 * this.settings.members().size() + SPARE;
		if (!this.reading.admit(exchange, (others) -> others < places, () -> refused(RefusalReason.TOO_MANY, from))) {
			exchange.replyUnread(refused(RefusalReason.TOO_MANY, from));
			return;
		}
		X509Certificate presented = exchange.certificate();
		exchange.read((body) -> answerSoon(body, presented, from), (why) -> refused(why, from));
	}

	/**
	 * Answers on another thread without a secret: hosts are then looked up, and the
	 * server's thread must not wait.
	 */
	private CompletableFuture<Reply> answerSoon(byte[] body, @Nullable X509Certificate presented, String from) {
		return (this.settings.secret() == null) ? CompletableFuture.supplyAsync(() -> answer(body, presented, from))
				: CompletableFuture.completedFuture(answer(body, presented, from));
	}

	private Reply answer(byte[] body, @Nullable X509Certificate presented, String from) {
		try {
			Sealed question = this.frames.read(new String(body, StandardCharsets.UTF_8));
			if (question == null || !(question.frame() instanceof Join join)) {
				return refused(RefusalReason.MALFORMED, from + ": not a join");
			}
			return answer(question, join, presented, from);
		}
		catch (WireException ex) {
			RefusalReason reason = (ex.kind() == WireException.Kind.TOO_LARGE) ? RefusalReason.OVERSIZED
					: RefusalReason.MALFORMED;
			return refused(reason, from + ": " + ex.getMessage());
		}
	}

	private Reply answer(Sealed question, Join join, @Nullable X509Certificate presented, String from) {
		NodeId node = join.at().id();
		String who = from + ": '" + node + "'";
		// A node that does not know the secret learns nothing about the cluster.
		if (!this.frames.provesQuestion(question)) {
			return refused(RefusalReason.SECRET, who);
		}
		if (!join.cluster().equals(this.settings.cluster())) {
			return refused(RefusalReason.CLUSTER, who + " belongs to cluster '" + join.cluster() + "', this node to '"
					+ this.settings.cluster() + "'");
		}
		if (node.equals(this.settings.self())) {
			return refused(RefusalReason.OWN_ID, who);
		}
		if (!this.settings.members().contains(node)) {
			return refused(RefusalReason.UNKNOWN_MEMBER, who);
		}
		URI url = BaseUrl.parse(join.at().url());
		if (url == null) {
			return refused(RefusalReason.MALFORMED, who + " has the URL " + join.at().url());
		}
		if (this.settings.secret() == null && !Loopback.isHost(url.getHost())) {
			return refused(RefusalReason.NOT_LOOPBACK, who + " has the URL " + url);
		}
		String flaw = this.settings.protection().tls().flaw(presented, url);
		if (flaw != null) {
			return refused(RefusalReason.CERTIFICATE, who + ": " + flaw);
		}
		if (!this.settings.book().learn(join.at(), url, node)) {
			// The answer follows anyway: a node with its clock set back has to stamp
			// higher.
			this.acceptor.refused(RefusalReason.REPLAYED, who + " names " + url + ", an older address");
		}
		return told(question);
	}

	private Reply told(Sealed question) {
		Known known = new Known(this.settings.self(), this.settings.book().addresses());
		try {
			return Reply.told(this.frames.write(this.frames.answer(known, question)));
		}
		catch (IllegalArgumentException ex) {
			logger.error(
					"The addresses of {} members do not fit into one answer, so joining nodes do not learn them: {}",
					known.addresses().size(), ex.getMessage());
			return Reply.unavailable();
		}
	}

	private Reply refused(RefusalReason reason, String detail) {
		this.acceptor.refused(reason, detail);
		return Reply.refused(reason);
	}

}
