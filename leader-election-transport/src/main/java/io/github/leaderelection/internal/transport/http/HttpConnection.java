package io.github.leaderelection.internal.transport.http;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.server.PostHeaders;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.spi.UnexpectedStatus;
import io.github.leaderelection.internal.transport.seal.FrameKey;
import io.github.leaderelection.internal.transport.seal.FrameKey.Opened;
import io.github.leaderelection.internal.transport.seal.FrameOpener;
import io.github.leaderelection.internal.transport.seal.FrameSealer;
import io.github.leaderelection.internal.transport.seal.SealException;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.Side;
import io.github.leaderelection.internal.transport.server.Reply;
import org.jspecify.annotations.Nullable;

/**
 * A connection over HTTP is a session. The dialler POSTs the first frame. The answer
 * holds the acceptor's first frame and the session's id.
 * <p>
 * From then on each side POSTs to the URL of the other, one POST at a time, numbered and
 * sealed. A sealed POST holds frames, one a line, or the code with which it closes the
 * session, or nothing. Its answer has the same form and the number of the POST. One
 * thread at a time writes. A lock orders the frames that arrive.
 */
final class HttpConnection implements Connection {

	private final ReentrantLock arriving = new ReentrantLock();

	private final AtomicBoolean reading = new AtomicBoolean();

	/** The answer to the dialler's first frame. Used by accepted sessions only. */
	private final CompletableFuture<Reply> greeting = new CompletableFuture<>();

	private final HttpMedium medium;

	private final Side side;

	private final String remoteAddress;

	private final String remoteHost;

	private volatile @Nullable FrameListener conversation;

	private volatile @Nullable String id;

	private volatile @Nullable URI url;

	private volatile @Nullable NodeId peer;

	private volatile @Nullable Keys keys;

	private volatile boolean closedByPeer;

	/** Whether anything was sent. Only the writing thread uses it. */
	private boolean begun;

	private HttpConnection(HttpMedium medium, Side side, @Nullable URI url, String remoteAddress, String remoteHost) {
		this.medium = medium;
		this.side = side;
		this.url = url;
		this.remoteAddress = remoteAddress;
		this.remoteHost = remoteHost;
	}

	static HttpConnection dialled(HttpMedium medium, URI url) {
		return new HttpConnection(medium, Side.DIALLER, url, url.getAuthority(), url.getHost());
	}

	static HttpConnection accepted(HttpMedium medium, String remoteHost, int remotePort) {
		HttpConnection session = new HttpConnection(medium, Side.ACCEPTOR, null, remoteHost + ":" + remotePort,
				remoteHost);
		String fresh = medium.freshId();
		session.id = fresh;
		medium.add(fresh, session);
		return session;
	}

	/**
	 * Hands the connection over. No frame is passed on before.
	 * @return the listener of this connection, or null if the connection is refused
	 */
	@Nullable FrameListener take(Function<Connection, @Nullable FrameListener> taking) {
		this.arriving.lock();
		try {
			FrameListener told = taking.apply(this);
			this.conversation = told;
			if (told == null) {
				forget();
			}
			return told;
		}
		finally {
			this.arriving.unlock();
		}
	}

	/**
	 * Handles the first frame, which opens this session.
	 * @return the answer; may complete later
	 */
	CompletableFuture<Reply> greet(byte[] body) {
		FrameListener told = this.conversation;
		if (told == null) {
			return CompletableFuture.completedFuture(Reply.unavailable());
		}
		this.arriving.lock();
		try {
			tell(told, body);
			CloseReason ended = told.ended();
			if (ended != null) {
				this.greeting.complete(Reply.gone(ended.code(), ""));
			}
			return this.greeting;
		}
		finally {
			this.arriving.unlock();
		}
	}

	private void tell(FrameListener told, byte[] body) {
		String text = PostHeaders.text(body);
		if (text == null) {
			told.refuse(RefusalReason.MALFORMED, "not UTF-8");
			return;
		}
		told.frames(List.of(text.split("\n", -1)));
	}

	/**
	 * Handles a later POST of this session.
	 * @param refusing the answer to a POST that is refused while the session goes on
	 */
	Reply receive(byte[] body, Function<RefusalReason, Reply> refusing) {
		this.arriving.lock();
		try {
			FrameListener told = this.conversation;
			Keys present = this.keys;
			if (told == null || present == null) {
				return refusing.apply(RefusalReason.SESSION);
			}
			try {
				boolean closing = read(told, present.opener().open(String.valueOf(PostHeaders.text(body))));
				return reply(present, closing, told.ended());
			}
			catch (SealException ex) {
				return unsealed(told, present, ex, refusing);
			}
		}
		finally {
			this.arriving.unlock();
		}
	}

	/**
	 * Answers a POST that cannot be opened. An authenticated session goes on, as anybody
	 * can POST to its URL.
	 */
	private static Reply unsealed(FrameListener told, Keys keys, SealException why,
			Function<RefusalReason, Reply> refusing) {
		if (told.isAuthenticated()) {
			boolean genuine = why.kind() == SealException.Kind.OUT_OF_TURN;
			return refusing.apply(genuine ? RefusalReason.REPLAYED : RefusalReason.SESSION);
		}
		told.unsealed(why);
		return reply(keys, false, told.ended());
	}

	/** Returns true if the POST closes the session. */
	private boolean read(FrameListener told, String text) {
		Integer code = PostHeaders.code(text);
		if (code != null) {
			this.closedByPeer = true;
			told.closed(code);
			return true;
		}
		if (text.isEmpty()) {
			told.heard();
		}
		else {
			told.frames(List.of(text.split("\n", -1)));
		}
		return false;
	}

	private static Reply reply(Keys keys, boolean closing, @Nullable CloseReason ended) {
		long number = keys.opener().number();
		if (ended == null || closing) {
			return Reply.taken(keys.answering().seal(number, ""), closing);
		}
		String code = Integer.toString(ended.code());
		return Reply.gone(ended.code(), keys.answering().seal(number, code));
	}

	/**
	 * Returns whether no other body of this session is being read. If so,
	 * {@link #endReading()} must follow.
	 */
	boolean beginReading() {
		return this.reading.compareAndSet(false, true);
	}

	void endReading() {
		this.reading.set(false);
	}

	@Override
	public void send(String frames) throws IOException {
		if (this.begun) {
			post(frames);
			return;
		}
		this.begun = true;
		if (this.side == Side.DIALLER) {
			greetFirst(frames);
		}
		else {
			this.greeting.complete(Reply.greeting(String.valueOf(this.id), frames));
		}
	}

	private void greetFirst(String body) throws IOException {
		Answer answer = this.medium.post(reachable(), Map.of(), PostHeaders.bytes(body));
		if (!answer.isOk()) {
			if (answer.close() == 0) {
				throw unexpected(answer);
			}
			closedByPeer(answer.close());
			return;
		}
		String given = String.valueOf(answer.session());
		boolean own = this.medium.session(given) != null;
		if (!own && !this.medium.add(given, this)) {
			throw new IOException("The answer has no usable header " + PostHeaders.SESSION);
		}
		this.arriving.lock();
		try {
			FrameListener told = this.conversation;
			if (told != null && own) {
				told.refuse(RefusalReason.OWN_ID, "this node itself answered");
			}
			else if (told != null) {
				this.id = given;
				told.frames(List.of(answer.body()));
			}
		}
		finally {
			this.arriving.unlock();
		}
	}

	private URI reachable() throws IOException {
		URI to = this.url;
		if (to == null) {
			throw new IOException(
					"The URL of member '" + this.peer + "' is unknown, or not on this machine and no secret "
							+ "is set: correct leader-election.peers, or set leader-election.transport.secret");
		}
		return to;
	}

	@Override
	public void ping() throws IOException {
		post("");
	}

	private void post(String text) throws IOException {
		Keys present = this.keys;
		FrameListener told = this.conversation;
		if (present == null || told == null) {
			throw new IOException("The session is not open");
		}
		byte[] body = PostHeaders.bytes(present.sealer().seal(text));
		Answer answer = this.medium.post(reachable(), Map.of(PostHeaders.SESSION, String.valueOf(this.id)), body);
		boolean genuine = isGenuine(present, answer);
		if (genuine && answer.isOk()) {
			told.pong();
		}
		// A node with another secret cannot seal its refusal.
		else if (answer.close() != 0 && (genuine || !told.isAuthenticated())) {
			closedByPeer(answer.close());
		}
		else {
			throw unexpected(answer);
		}
	}

	private static boolean isGenuine(Keys keys, Answer answer) {
		Opened opened = keys.answered().open(answer.body());
		String expected = (answer.close() != 0) ? Integer.toString(answer.close()) : "";
		return opened != null && opened.number() == keys.sealer().number() && opened.text().equals(expected);
	}

	private static IOException unexpected(Answer answer) {
		return new IOException(
				answer.isOk() ? "The answer was not sealed by the member" : UnexpectedStatus.describe(answer.status()));
	}

	private void closedByPeer(int code) {
		this.closedByPeer = true;
		FrameListener told = this.conversation;
		if (told != null) {
			told.closed(code);
		}
	}

	@Override
	public void close(CloseReason reason) throws IOException {
		try {
			this.greeting.complete(Reply.gone(reason.code(), ""));
			if (!this.closedByPeer && this.keys != null && isOfMember()) {
				post(Integer.toString(reason.code()));
			}
		}
		finally {
			forget();
		}
	}

	@Override
	public void abort(CloseReason reason) throws IOException {
		close(reason);
	}

	/** Whether this node dialled or the other side is authenticated. */
	boolean isOfMember() {
		FrameListener told = this.conversation;
		return this.side == Side.DIALLER || told != null && told.isAuthenticated();
	}

	private void forget() {
		String known = this.id;
		if (known != null) {
			this.medium.remove(known, this);
		}
	}

	@Override
	public void keyed(SessionKeys session, Side own) {
		this.keys = new Keys(session.sealer(own), session.answers(own.other()), session.opener(own.other()),
				session.answers(own));
	}

	@Override
	public void introduced(NodeId who, @Nullable URI reachableUrl) {
		this.peer = who;
		if (this.side == Side.ACCEPTOR) {
			this.url = reachableUrl;
		}
	}

	@Override
	public boolean isCloseSealed() {
		return true;
	}

	@Override
	public boolean isEchoNeeded() {
		return this.side == Side.ACCEPTOR;
	}

	@Override
	public boolean isWrittenByReader() {
		return false;
	}

	@Override
	public String remoteAddress() {
		return this.remoteAddress;
	}

	@Override
	public String remoteHost() {
		return this.remoteHost;
	}

	/**
	 * The keys of a session. Only the writing thread uses the first two; the lock guards
	 * the other two.
	 *
	 * @param answered opens the answers of the other side
	 * @param opener opens the POSTs of the other side
	 */
	private record Keys(FrameSealer sealer, FrameKey answered, FrameOpener opener, FrameKey answering) {
	}

}
