package io.github.leaderelection.internal.observer;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.held.SealedText;
import io.github.leaderelection.internal.transport.http.Answer;
import io.github.leaderelection.internal.transport.http.PostClient;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.spi.PeerHeaders;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.spi.UnexpectedStatus;
import io.github.leaderelection.internal.transport.wire.HeldCodec;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Ask;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Leave;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Shown;
import io.github.leaderelection.internal.transport.wire.WireException;
import io.github.leaderelection.internal.view.GroupView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of an observer to one member, one after the other. Used by one thread.
 */
final class MemberSession {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final HeldCodec CODEC = new HeldCodec();

	private final PeerTransportSettings settings;

	private final PostClient client;

	private final NodeId member;

	private final URI url;

	private final String nonce;

	private SharedSecret secret;

	private String id = "";

	private long number;

	MemberSession(PeerTransportSettings settings, PostClient client, NodeId member, URI base) {
		this.settings = settings;
		this.client = client;
		this.member = member;
		this.url = PeerTransportSettings.below(base, SealedText.PATH);
		this.secret = new SharedSecret(settings.secret(), settings.protection().previous());
		this.nonce = this.secret.freshNonce();
	}

	/**
	 * Asks the member for what this observer has not seen yet. The first request only
	 * opens the session, and the second one is answered at once.
	 * @param millis the limit of the time
	 * @throws IOException if the member is to be left
	 */
	List<GroupView> ask(long millis) throws IOException {
		String question = CODEC
			.encode(new Ask(this.settings.cluster(), this.settings.self(), this.member, this.nonce, this.number));
		String body = SealedText.question(question, this.id, this.secret).body();
		Answer answer = this.client.post(this.url,
				this.id.isEmpty() ? Map.of() : Map.of(PeerHeaders.HTTP_SESSION, this.id),
				body.getBytes(StandardCharsets.US_ASCII), millis, SealedText.MAX_BODY);
		if (!answer.isOk()) {
			RefusalReason reason = RefusalReason.ofCloseCode(answer.close());
			throw new IOException(
					(reason != null) ? "the member refused this observer, " + said(reason, "") : (answer.close() != 0)
							? "closed with code " + answer.close() : UnexpectedStatus.describe(answer.status()));
		}
		SealedText told = SealedText.read(answer.body());
		SharedSecret common = told.provenAnswer(question, this.secret);
		if (common == null) {
			throw new IOException(said(RefusalReason.SECRET, "it does not prove that it knows this observer's secret"));
		}
		if (answer.session() != null) {
			this.secret = common;
			this.id = answer.session();
		}
		this.number++;
		return views(told.text());
	}

	/** Frees the place at the member, if it hears it. */
	void leave(long millis) {
		String text = CODEC.encode(new Leave(this.id));
		try {
			this.client.post(this.url, Map.of(),
					SealedText.question(text, "", this.secret).body().getBytes(StandardCharsets.US_ASCII), millis,
					SealedText.MAX_BODY);
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("Member {} keeps the place of an observer for a while", this.member, ex);
		}
	}

	private static List<GroupView> views(String text) throws IOException {
		List<GroupView> views = new ArrayList<>();
		try {
			for (String line : text.lines().toList()) {
				if (CODEC.decode(line) instanceof Shown shown) {
					views.add(shown.view());
				}
			}
			return views;
		}
		catch (WireException ex) {
			throw new IOException(said(RefusalReason.MALFORMED, String.valueOf(ex.getMessage())), ex);
		}
	}

	private static String said(RefusalReason reason, String detail) {
		return reason + ": " + reason.text() + (detail.isEmpty() ? "" : " (" + detail + ")");
	}

}
