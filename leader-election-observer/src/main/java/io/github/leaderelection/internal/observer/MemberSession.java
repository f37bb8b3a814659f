package io.github.leaderelection.internal.observer;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.asking.SealedSession;
import io.github.leaderelection.internal.transport.asking.SealedSession.Post;
import io.github.leaderelection.internal.transport.held.SealedText;
import io.github.leaderelection.internal.transport.http.Answer;
import io.github.leaderelection.internal.transport.http.PostClient;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.wire.HeldCodec;
import io.github.leaderelection.internal.transport.wire.HeldFrame;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Ask;
import io.github.leaderelection.internal.transport.wire.WireException;
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

	private final SealedSession session;

	MemberSession(PeerTransportSettings settings, PostClient client, NodeId member, URI base) {
		this.settings = settings;
		this.client = client;
		this.member = member;
		this.url = PeerTransportSettings.below(base, SealedText.PATH);
		this.session = new SealedSession(settings.protection());
	}

	/**
	 * Asks the member for what this observer has not seen yet. The first request only
	 * opens the session, and the second one is answered at once.
	 * @param millis the limit of the time
	 * @throws IOException if the member is to be left
	 */
	List<HeldFrame> ask(long millis) throws IOException {
		Post question = this.session.next(
				(nonce, number) -> new Ask(this.settings.cluster(), this.settings.self(), this.member, nonce, number),
				"");
		return frames(this.session.read(question, post(question, millis)));
	}

	private Answer post(Post post, long millis) throws IOException {
		return this.client.post(this.url, post.headers(), post.body(), millis, SealedText.MAX_BODY);
	}

	/** Frees the place at the member, if it hears it. */
	void leave(long millis) {
		try {
			post(this.session.leaving(), millis);
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("Member {} keeps the place of an observer for a while", this.member, ex);
		}
	}

	private static List<HeldFrame> frames(String text) throws IOException {
		List<HeldFrame> frames = new ArrayList<>();
		try {
			for (String line : text.lines().toList()) {
				frames.add(CODEC.decode(line));
			}
			return frames;
		}
		catch (WireException ex) {
			throw new IOException(
					RefusalReason.MALFORMED + ": " + RefusalReason.MALFORMED.text() + " (" + ex.getMessage() + ")", ex);
		}
	}

}
