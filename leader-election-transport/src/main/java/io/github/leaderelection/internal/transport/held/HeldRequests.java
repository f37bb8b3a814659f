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
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.wire.HeldCodec;
import io.github.leaderelection.internal.transport.wire.HeldFrame;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Ask;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Leave;
import io.github.leaderelection.internal.transport.wire.WireException;
import org.jspecify.annotations.Nullable;

/**
 * Holds one request of each observer until a view changes, or for ten seconds. The first
 * request opens a session, the others repeat its id and count up, so a recorded request
 * has no effect. Own threads answer, so observers do not delay members. Lives for one
 * start of the transport. Safe for use from any thread.
 */
public final class HeldRequests implements PeerHandler {

	private final ReentrantLock lock = new ReentrantLock();

	/** By session; the oldest first. */
	private final Map<String, Place> places = new LinkedHashMap<>();

	private final StrangersBodies strangers = new StrangersBodies();

	private final AtomicBoolean begun = new AtomicBoolean();

	private final AtomicBoolean wanted = new AtomicBoolean();

	private final HeldCodec codec = new HeldCodec();

	private final PeerTransportSettings settings;

	private final Acceptor acceptor;

	private final Times times;

	private final SharedSecret secret;

	private final ViewFeed feed;

	private final TransportThreads threads;

	private boolean retired;

	private volatile int count;

	public HeldRequests(PeerTransportSettings settings, Acceptor acceptor) {
		this(settings, acceptor, Times.DEFAULT);
	}

	HeldRequests(PeerTransportSettings settings, Acceptor acceptor, Times times) {
		this.settings = settings;
		this.acceptor = acceptor;
		this.times = times;
		this.secret = new SharedSecret(settings.secret(), settings.protection().previous());
		this.feed = new ViewFeed(settings.observers().views());
		this.threads = TransportThreads.forObservers(settings.self());
		settings.observers().views().onChange(this::changed);
	}

	/** The number of observers that have a place. */
	public int count() {
		return this.count;
	}

	@Override
	public void handle(PeerExchange exchange) throws IOException {
		String from = "from " + exchange.remoteHost();
		RefusalReason reason = PostRules.judge(exchange, this.acceptor);
		if (reason == null && !exchange.canGiveWay()) {
			reason = RefusalReason.TOO_MANY_OBSERVERS;
			from += ": a filter of this application forbids asynchronous requests, so none can be held";
		}
		String session = exchange.header(PostHeaders.SESSION);
		Place place = (session != null) ? locked(() -> this.places.get(session)) : null;
		int room = this.settings.observers().dialling();
		String where = from;
		if (reason == null && session != null && place == null) {
			this.acceptor.refused(RefusalReason.SESSION, from);
			exchange.replyUnread(Reply.gone(0, ""));
			return;
		}
		if (reason == null && ((place != null) ? !locked(place::begin) : !this.strangers.admit(exchange,
				(others) -> others < room, () -> refused(RefusalReason.TOO_MANY, where)))) {
			reason = RefusalReason.TOO_MANY;
		}
		if (reason != null) {
			exchange.replyUnread(refused(reason, from));
			return;
		}
		if (place != null) {
			exchange.onEnd(() -> end(place));
			if (locked(place::isTaken)) {
				exchange.hold(this.times.holdMillis() + this.times.idleMillis());
			}
		}
		X509Certificate presented = exchange.certificate();
		exchange.read((body) -> asked(place, body, presented, where, exchange::keep), (why) -> refused(why, where));
	}

	private void end(Place place) {
		locked(() -> {
			place.end();
			return place;
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

	private CompletableFuture<Reply> asked(@Nullable Place place, byte[] body, @Nullable X509Certificate presented,
			String from, Runnable proven) {
		SealedText question = SealedText.read(new String(body, StandardCharsets.UTF_8));
		SharedSecret common = question.provenQuestion((place != null) ? place.session() : "", this.secret);
		if (common == null) {
			return CompletableFuture.completedFuture(refused(RefusalReason.SECRET, from));
		}
		try {
			HeldFrame frame = this.codec.decode(question.text());
			if (frame instanceof Leave leave) {
				return CompletableFuture.completedFuture(leave(leave.session()));
			}
			if (frame instanceof Ask ask) {
				if (place != null) {
					proven.run();
				}
				String who = from + ": observer '" + ask.node() + "'";
				RefusalReason reason = judge(ask, presented);
				if (reason != null) {
					return CompletableFuture.completedFuture(refused(reason,
							who + " dialled '" + ask.dialled() + "' of cluster '" + ask.cluster() + "'"));
				}
				return (place != null) ? hold(place, ask, question.text(), common, who)
						: CompletableFuture.completedFuture(open(question.text(), common, who));
			}
			return CompletableFuture.completedFuture(refused(RefusalReason.MALFORMED, from));
		}
		catch (WireException ex) {
			return CompletableFuture.completedFuture(refused(RefusalReason.MALFORMED, from + ": " + ex.getMessage()));
		}
	}

	private @Nullable RefusalReason judge(Ask ask, @Nullable X509Certificate presented) {
		if (!ask.cluster().equals(this.settings.cluster())) {
			return RefusalReason.CLUSTER;
		}
		if (this.settings.members().contains(ask.node())) {
			return RefusalReason.OBSERVER_ID;
		}
		if (!ask.dialled().equals(this.settings.self())) {
			return RefusalReason.WRONG_NODE;
		}
		boolean unproven = this.settings.protection().tls().certificatesNeeded() && presented == null;
		return unproven ? RefusalReason.CERTIFICATE : null;
	}

	/** Opens a session. It takes a place only with its next request, which is no copy. */
	private Reply open(String question, SharedSecret common, String who) {
		if (this.begun.compareAndSet(false, true)) {
			this.threads.every(this.times.tickMillis(), this::show);
		}
		if (this.count >= this.settings.observers().places()) {
			return refused(RefusalReason.TOO_MANY_OBSERVERS, who);
		}
		Place place = new Place(this.secret.freshNonce());
		this.lock.lock();
		try {
			List<String> untaken = this.places.values()
				.stream()
				.filter((each) -> !each.isTaken())
				.map(Place::session)
				.toList();
			if (untaken.size() >= this.settings.observers().dialling()) {
				this.places.remove(untaken.get(0));
			}
			this.places.put(place.session(), place);
		}
		finally {
			this.lock.unlock();
		}
		return Reply.greeting(place.session(), SealedText.answer("", question, common).body());
	}

	private CompletableFuture<Reply> hold(Place place, Ask ask, String question, SharedSecret common, String who) {
		RefusalReason reason;
		this.lock.lock();
		try {
			boolean first = !place.isTaken();
			if (this.retired || first && this.count >= this.settings.observers().places()) {
				reason = RefusalReason.TOO_MANY_OBSERVERS;
			}
			else {
				CompletableFuture<Reply> answer = place.hold(ask.number(), question, common);
				if (answer != null) {
					if (first) {
						// From here on a change schedules an update, as refresh() may
						// already have read its group.
						this.count++;
						refresh();
					}
					if (first || place.isDue(this.feed.last(), Long.MAX_VALUE)) {
						place.answer(this.feed).run();
					}
					return answer;
				}
				reason = RefusalReason.REPLAYED;
			}
		}
		finally {
			this.lock.unlock();
		}
		return CompletableFuture.completedFuture(refused(reason, who));
	}

	private Reply leave(String session) {
		Reply gone = Reply.gone(CloseReason.GOING_AWAY.code(), "");
		this.lock.lock();
		try {
			Place place = this.places.remove(session);
			if (place != null) {
				this.threads.execute(place.answer(gone));
				countPlaces();
			}
		}
		finally {
			this.lock.unlock();
		}
		return gone;
	}

	private void countPlaces() {
		this.count = (int) this.places.values().stream().filter(Place::isTaken).count();
	}

	/** Schedules an update. Listeners call this and must not wait for observers. */
	private void changed() {
		if (this.count > 0 && this.wanted.compareAndSet(false, true)) {
			this.threads.after(0, this::show);
		}
	}

	/** Answers the requests that are due, and frees the places of observers that left. */
	private void show() {
		this.wanted.set(false);
		long hold = TimeUnit.MILLISECONDS.toNanos(this.times.holdMillis());
		long idle = TimeUnit.MILLISECONDS.toNanos(this.times.idleMillis());
		List<Runnable> answers = new ArrayList<>();
		this.lock.lock();
		try {
			if (this.count > 0) {
				refresh();
			}
			this.places.values().removeIf((each) -> each.isIdle(idle));
			countPlaces();
			for (Place each : this.places.values()) {
				if (each.isDue(this.feed.last(), hold)) {
					answers.add(each.answer(this.feed));
				}
			}
		}
		finally {
			this.lock.unlock();
		}
		answers.forEach(this.threads::execute);
	}

	private void refresh() {
		if (this.feed.refresh()) {
			this.threads.after(LeaderlessMoments.MILLIS, this::show);
		}
	}

	/** Ends all sessions, within a bounded time. */
	public void close() {
		this.threads.endTimers();
		Reply gone = Reply.gone(CloseReason.GOING_AWAY.code(), "");
		List<Runnable> answers = new ArrayList<>();
		this.lock.lock();
		try {
			this.retired = true;
			this.places.values().forEach((each) -> answers.add(each.answer(gone)));
			this.places.clear();
			this.count = 0;
		}
		finally {
			this.lock.unlock();
		}
		answers.forEach(this.threads::execute);
		this.threads.end();
	}

	private Reply refused(RefusalReason reason, String detail) {
		this.acceptor.refused(reason, detail);
		return Reply.refused(reason);
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

		static final Times DEFAULT = new Times(1000, 10_000, 5_000);

	}

}
