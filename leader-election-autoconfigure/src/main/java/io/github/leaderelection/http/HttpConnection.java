package io.github.leaderelection.http;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.link.CloseReason;
import io.github.leaderelection.link.Connection;
import io.github.leaderelection.link.Conversation;
import io.github.leaderelection.link.RefusalReason;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is a session: whoever dials POSTs a greeting and gets the other's and
 * the session's id for an answer; from then on each side POSTs to the URL of the other,
 * one POST at a time, numbered and sealed. What is written is written by one thread at a
 * time; what arrives is told one thing at a time, under a lock.
 */
final class HttpConnection implements Connection {

	private final ReentrantLock arriving = new ReentrantLock();

	private final AtomicBoolean reading = new AtomicBoolean();

	/** What the dialler's greeting is answered with; of an accepted session only. */
	private final CompletableFuture<Reply> greeting = new CompletableFuture<>();

	private final HttpMedium medium;

	private final Direction sending;

	private final String remoteAddress;

	private final String remoteHost;

	private volatile @Nullable Conversation conversation;

	private volatile @Nullable String id;

	private volatile @Nullable URI url;

	private volatile @Nullable NodeId peer;

	private volatile @Nullable SealedPosts seal;

	private volatile boolean closedByPeer;

	/** How many POSTs were sent. Used by what writes alone. */
	private long sent;

	/** How many POSTs were taken. Used under the lock. */
	private long taken;

	private HttpConnection(HttpMedium medium, Direction sending, @Nullable URI url, String remoteAddress,
			String remoteHost) {
		this.medium = medium;
		this.sending = sending;
		this.url = url;
		this.remoteAddress = remoteAddress;
		this.remoteHost = remoteHost;
	}

	static HttpConnection dialled(HttpMedium medium, URI url) {
		return new HttpConnection(medium, Direction.FROM_DIALLER, url, url.getAuthority(), url.getHost());
	}

	static HttpConnection accepted(HttpMedium medium, String remoteHost, int remotePort) {
		HttpConnection session = new HttpConnection(medium, Direction.FROM_ACCEPTOR, null,
				remoteHost + ":" + remotePort, remoteHost);
		String fresh = medium.freshId();
		session.id = fresh;
		medium.add(fresh, session);
		return session;
	}

	/**
	 * Hands the connection over. Nothing is told before.
	 * @return what is told of it, or null if it is not wanted
	 */
	@Nullable Conversation take(Function<Connection, @Nullable Conversation> taking) {
		this.arriving.lock();
		try {
			Conversation told = taking.apply(this);
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
	 * A greeting arrived that opens this session.
	 * @return what to answer, once that is known
	 */
	CompletableFuture<Reply> greet(Post post) {
		Conversation told = this.conversation;
		if (told == null) {
			return CompletableFuture.completedFuture(Reply.unavailable());
		}
		this.arriving.lock();
		try {
			tell(told, post);
			CloseReason ended = told.ended();
			if (ended != null) {
				this.greeting.complete(Reply.gone(ended.code(), null));
			}
			return this.greeting;
		}
		finally {
			this.arriving.unlock();
		}
	}

	private void tell(Conversation told, Post post) {
		List<String> frames = post.frames();
		if (frames == null) {
			told.refuse(RefusalReason.MALFORMED, this.peer, "no UTF-8, from " + this.remoteHost);
			return;
		}
		for (String frame : frames) {
			told.text(frame);
		}
	}

	/**
	 * A POST of this session arrived.
	 * @param refusing told why, if it is refused and the session goes on
	 * @return what to answer
	 */
	Reply receive(Post post, Function<RefusalReason, Reply> refusing) {
		this.arriving.lock();
		try {
			Conversation told = this.conversation;
			SealedPosts present = this.seal;
			if (told == null || present == null) {
				return refusing.apply(RefusalReason.SESSION);
			}
			if (!present.isGenuine(post)) {
				if (told.isAuthenticated()) {
					return refusing.apply(RefusalReason.SESSION);
				}
				told.refuse(RefusalReason.SECRET, this.peer, "from " + this.remoteHost);
			}
			else if (post.sequence() != this.taken + 1) {
				return refusing.apply(RefusalReason.REPLAYED);
			}
			else {
				this.taken = post.sequence();
				read(told, post);
			}
			return present.reply(post, told.ended());
		}
		finally {
			this.arriving.unlock();
		}
	}

	private void read(Conversation told, Post post) {
		if (post.close() != 0) {
			this.closedByPeer = true;
			told.closed(post.close());
		}
		else if (post.body().length == 0) {
			told.heard();
		}
		else {
			tell(told, post);
		}
	}

	/** Whether nothing else is being read of this session; then it is to be ended. */
	boolean beginReading() {
		return this.reading.compareAndSet(false, true);
	}

	void endReading() {
		this.reading.set(false);
	}

	@Override
	public void send(List<String> texts) throws IOException {
		String body = String.join("\n", texts);
		if (this.seal == null) {
			greetFirst(body);
		}
		else if (this.sending == Direction.FROM_DIALLER || this.greeting.isDone()) {
			post(PostHeaders.bytes(body), 0);
		}
		else {
			this.greeting.complete(Reply.greeting(String.valueOf(this.id), body));
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
		if (!this.medium.add(given, this)) {
			throw new IOException("The answer has no usable " + PostHeaders.SESSION);
		}
		this.id = given;
		this.arriving.lock();
		try {
			Conversation told = this.conversation;
			if (told != null) {
				told.text(answer.body());
			}
		}
		finally {
			this.arriving.unlock();
		}
	}

	private URI reachable() throws IOException {
		URI to = this.url;
		if (to == null) {
			throw new IOException("The URL of member '" + this.peer + "' is not known, or not on this machine though "
					+ "there is no secret: correct leader-election.peers");
		}
		return to;
	}

	@Override
	public int batchLength() {
		return PostHeaders.MAX_BODY;
	}

	@Override
	public void ping() throws IOException {
		post(new byte[0], 0);
	}

	private void post(byte[] body, int close) throws IOException {
		SealedPosts present = this.seal;
		Conversation told = this.conversation;
		if (present == null || told == null) {
			throw new IOException("The session is not open");
		}
		long sequence = ++this.sent;
		Answer answer = this.medium.post(reachable(), present.headers(sequence, close, body), body);
		boolean genuine = present.isGenuine(answer, sequence);
		if (genuine && answer.isOk()) {
			told.pong();
		}
		// Who does not know the secret cannot prove that it refuses for this reason.
		else if (answer.close() != 0 && (genuine || !told.isAuthenticated())) {
			closedByPeer(answer.close());
		}
		else {
			throw unexpected(answer);
		}
	}

	private static IOException unexpected(Answer answer) {
		return new IOException(answer.isOk() ? "An answer that is not the member's"
				: "HTTP status " + answer.status() + ", with which no member answers that knows the session");
	}

	private void closedByPeer(int code) {
		this.closedByPeer = true;
		Conversation told = this.conversation;
		if (told != null) {
			told.closed(code);
		}
	}

	@Override
	public void close(CloseReason reason) throws IOException {
		try {
			this.greeting.complete(Reply.gone(reason.code(), null));
			Conversation told = this.conversation;
			boolean knows = this.sending == Direction.FROM_DIALLER || told != null && told.isAuthenticated();
			if (!this.closedByPeer && this.seal != null && knows) {
				post(new byte[0], reason.code());
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

	private void forget() {
		String known = this.id;
		if (known != null) {
			this.medium.remove(known, this);
		}
	}

	@Override
	public void greeted(NodeId who, @Nullable URI reachableUrl, byte[] key) {
		this.peer = who;
		if (this.sending == Direction.FROM_ACCEPTOR) {
			this.url = reachableUrl;
		}
		this.seal = new SealedPosts(String.valueOf(this.id), this.sending, key);
	}

	@Override
	public boolean isEchoNeeded() {
		return this.sending == Direction.FROM_ACCEPTOR;
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

}
