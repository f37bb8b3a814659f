package io.github.leaderelection.internal.transport.held;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.leaderelection.internal.transport.peer.TransportThreads;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.server.PeerExchange;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.server.PostHeaders;
import io.github.leaderelection.internal.transport.server.PostRules;
import io.github.leaderelection.internal.transport.server.Reply;
import io.github.leaderelection.internal.transport.server.StrangersBodies;
import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.spi.TransportTimes;
import io.github.leaderelection.internal.transport.wire.HeldCodec;
import io.github.leaderelection.internal.transport.wire.HeldFrame;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Leave;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Numbered;
import io.github.leaderelection.internal.transport.wire.WireException;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of nodes whose requests may be held. The first request opens a session, the
 * others repeat its id and count up, so a recorded request has no effect. Own threads
 * answer, so these nodes do not delay members. Safe for use from any thread.
 *
 * @param <P> the places of sessions
 */
abstract class SealedSessions<P extends Place> implements PeerHandler {

	private final ReentrantLock lock = new ReentrantLock();

	/** By session; the oldest first. */
	private final Map<String, P> places = new LinkedHashMap<>();

	private final StrangersBodies strangers = new StrangersBodies();

	private final AtomicBoolean begun = new AtomicBoolean();

	private final HeldCodec codec = new HeldCodec();

	private final Entry entry;

	private final Acceptor acceptor;

	private final Times times;

	private final SharedSecret secret;

	private final TransportThreads threads;

	private boolean retired;

	private volatile int count;

	SealedSessions(Entry entry, Acceptor acceptor, Times times, TransportThreads threads) {
		this.entry = entry;
		this.acceptor = acceptor;
		this.times = times;
		this.secret = new SharedSecret(entry.protection().secret(), entry.protection().previous());
		this.threads = threads;
	}

	abstract P place(String session);

	/** Judges a proven question. Returns why to refuse it, or null. */
	abstract @Nullable RefusalReason judge(Numbered asked, String text);

	/**
	 * Holds a question. Called under the lock.
	 * @return runs after the lock is free
	 */
	abstract Runnable hold(P place, Held held, Numbered asked, String text);

	/** Looks for news. Called under the lock. */
	void look() {
		// Requests may be held without news.
	}

	/**
	 * Answers the requests that are due. Called under the lock.
	 * @param nanos how long a request may be held
	 * @return complete the answers
	 */
	abstract List<Runnable> due(P place, long nanos);

	/** The number of nodes that have a place. */
	public final int count() {
		return this.count;
	}

	final TransportThreads threads() {
		return this.threads;
	}

	@Override
	public final void handle(PeerExchange exchange) throws IOException {
		if (!this.acceptor.isOpen()) {
			exchange.replyUnread(Reply.unavailable());
			return;
		}
		String from = "from " + exchange.remoteHost();
		RefusalReason reason = PostRules.judge(exchange, this.acceptor);
		String session = exchange.header(PostHeaders.SESSION);
		if (reason != null) {
			exchange.replyUnread(refused(reason, from));
		}
		else if (!exchange.canGiveWay()) {
			exchange.replyUnread(refused(this.entry.full(),
					from + ": a filter of this application forbids asynchronous requests, so none can be held"));
		}
		else if (session == null) {
			readFirst(exchange, from);
		}
		else {
			readNext(exchange, session, from);
		}
	}

	/** Reads the request that opens a session. */
	private void readFirst(PeerExchange exchange, String from) throws IOException {
		if (this.strangers.admit(exchange, (others) -> others < this.entry.dialling(),
				() -> refused(RefusalReason.TOO_MANY, from))) {
			read(exchange, null, new Held(), from);
		}
		else {
			exchange.replyUnread(refused(RefusalReason.TOO_MANY, from));
		}
	}

	/** Reads a later request of a session. */
	private void readNext(PeerExchange exchange, String session, String from) throws IOException {
		P place = locked(() -> this.places.get(session));
		if (place == null) {
			this.acceptor.refused(RefusalReason.SESSION, from);
			exchange.replyUnread(Reply.gone(0, ""));
		}
		else if (!locked(place::begin)) {
			exchange.replyUnread(refused(RefusalReason.TOO_MANY, from));
		}
		else {
			Held held = new Held();
			exchange.onEnd(() -> locked(() -> place.end(held)));
			exchange.hold(this.times.holdMillis() + this.times.idleMillis());
			this.threads.after(TransportTimes.HANDSHAKE_MILLIS, () -> endUnproven(exchange, held, from));
			read(exchange, place, held, from);
		}
	}

	private void read(PeerExchange exchange, @Nullable P place, Held held, String from) throws IOException {
		X509Certificate presented = exchange.certificate();
		exchange.read((body) -> asked(exchange, place, held, body, presented, from), (why) -> refused(why, from));
	}

	/** A stranger may know the id of a session, and must not keep its place for long. */
	private void endUnproven(PeerExchange exchange, Held held, String from) {
		if (!held.isProven()) {
			exchange.reply(() -> refused(RefusalReason.SLOW_HANDSHAKE, from));
		}
	}

	private void locked(Runnable task) {
		locked(() -> {
			task.run();
			return this;
		});
	}

	private <T extends @Nullable Object> T locked(Supplier<T> task) {
		this.lock.lock();
		try {
			return task.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	private CompletableFuture<Reply> asked(PeerExchange exchange, @Nullable P place, Held held, byte[] body,
			@Nullable X509Certificate presented, String from) {
		SealedText question = SealedText.read(new String(body, StandardCharsets.UTF_8));
		SharedSecret common = question.provenQuestion((place != null) ? place.session() : "", this.secret);
		if (common == null) {
			return CompletableFuture.completedFuture(refused(RefusalReason.SECRET, from));
		}
		held.prove(question.text(), common);
		try {
			HeldFrame frame = this.codec.decode(question.head());
			if (frame instanceof Leave leave) {
				return CompletableFuture.completedFuture(leave(leave.session()));
			}
			if (!(frame instanceof Numbered asked)) {
				return CompletableFuture.completedFuture(refused(RefusalReason.MALFORMED, from));
			}
			String who = from + ": " + asked.claim();
			RefusalReason reason = judge(asked, question.rest(), presented);
			if (reason != null) {
				return CompletableFuture.completedFuture(refused(reason, who));
			}
			if (place == null) {
				return CompletableFuture.completedFuture(open(held, who));
			}
			exchange.keep();
			return hold(place, held, asked, question.rest(), who);
		}
		catch (WireException ex) {
			return CompletableFuture.completedFuture(refused(RefusalReason.MALFORMED, from + ": " + ex.getMessage()));
		}
	}

	private @Nullable RefusalReason judge(Numbered asked, String text, @Nullable X509Certificate presented) {
		if (!asked.cluster().equals(this.entry.cluster())) {
			return RefusalReason.CLUSTER;
		}
		RefusalReason reason = judge(asked, text);
		boolean unproven = this.entry.protection().tls().certificatesNeeded() && presented == null;
		return (reason == null && unproven) ? RefusalReason.CERTIFICATE : reason;
	}

	/** Opens a session. It takes a place only with its next request, which is no copy. */
	private Reply open(Held held, String who) {
		if (this.begun.compareAndSet(false, true)) {
			this.threads.every(this.times.tickMillis(), this::tick);
		}
		if (this.count >= this.entry.places()) {
			return refused(this.entry.full(), who);
		}
		P place = place(this.secret.freshNonce());
		locked(() -> {
			List<String> untaken = this.places.values()
				.stream()
				.filter((each) -> !each.isTaken())
				.map(Place::session)
				.toList();
			if (untaken.size() >= this.entry.dialling()) {
				this.places.remove(untaken.get(0));
			}
			this.places.put(place.session(), place);
		});
		return Reply.greeting(place.session(), held.seal(""));
	}

	private CompletableFuture<Reply> hold(P place, Held held, Numbered asked, String text, String who) {
		Runnable next = locked(() -> {
			RefusalReason reason = admit(place, asked.number());
			return (reason != null) ? () -> held.answer(refused(reason, who)) : hold(place, held, asked, text);
		});
		next.run();
		return held.answer();
	}

	private @Nullable RefusalReason admit(P place, long number) {
		boolean first = !place.isTaken();
		if (this.retired || first && this.count >= this.entry.places()) {
			return this.entry.full();
		}
		if (!place.use(number)) {
			return RefusalReason.REPLAYED;
		}
		if (first) {
			// From here on a change schedules an update, as look() may already have read
			// its group.
			this.count++;
		}
		return null;
	}

	private Reply leave(String session) {
		Reply gone = Reply.gone(CloseReason.GOING_AWAY.code(), "");
		locked(() -> {
			P place = this.places.remove(session);
			if (place != null) {
				place.takeBeyond(0).forEach((each) -> this.threads.execute(() -> each.answer(gone)));
				countPlaces();
			}
		});
		return gone;
	}

	private void countPlaces() {
		this.count = (int) this.places.values().stream().filter(Place::isTaken).count();
	}

	/** Answers the requests that are due, and frees the places of nodes that left. */
	final void tick() {
		long hold = TimeUnit.MILLISECONDS.toNanos(this.times.holdMillis());
		long idle = TimeUnit.MILLISECONDS.toNanos(this.times.idleMillis());
		List<Runnable> answers = new ArrayList<>();
		locked(() -> {
			look();
			this.places.values().removeIf((each) -> each.isIdle(idle));
			countPlaces();
			this.places.values().forEach((each) -> answers.addAll(due(each, hold)));
		});
		answers.forEach(this.threads::execute);
	}

	/** Ends all sessions, within a bounded time. */
	public final void close() {
		this.threads.endTimers();
		Reply gone = Reply.gone(CloseReason.GOING_AWAY.code(), "");
		locked(() -> {
			this.retired = true;
			this.places.values()
				.forEach((place) -> place.takeBeyond(0)
					.forEach((each) -> this.threads.execute(() -> each.answer(gone))));
			this.places.clear();
			this.count = 0;
		});
		this.threads.end();
	}

	private Reply refused(RefusalReason reason, String detail) {
		this.acceptor.refused(reason, detail);
		return Reply.refused(reason);
	}

	/**
	 * The nodes that may ask.
	 *
	 * @param places how many may have a place
	 * @param dialling how many sessions may be open without a place
	 * @param full the reason to refuse one more
	 */
	record Entry(String cluster, Protection protection, int places, int dialling, RefusalReason full) {
	}

	/**
	 * The periods of held requests.
	 *
	 * @param tickMillis the pause between two ticks, which find changes that no listener
	 * reports, such as a risen term
	 * @param holdMillis how long a request is held without news; the answer is a sign of
	 * life
	 * @param idleMillis how long a place is kept without a request
	 */
	record Times(long tickMillis, long holdMillis, long idleMillis) {
	}

}
