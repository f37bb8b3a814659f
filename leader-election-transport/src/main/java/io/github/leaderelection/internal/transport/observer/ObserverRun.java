package io.github.leaderelection.internal.transport.observer;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.observer.MemberLink;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Loopback;
import io.github.leaderelection.internal.transport.spi.Medium;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.spi.TransportTimes;
import io.github.leaderelection.internal.transport.peer.PeerDialler;
import io.github.leaderelection.internal.transport.peer.TransportThreads;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.core.IntervalFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One start of an observer's transport. It has at most one connection at a time. The
 * receiver is called under the lock, in the order of events. Safe for use from any
 * thread.
 */
final class ObserverRun {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final long TICK_MILLIS = 1000;

	private static final IntervalFunction PAUSE = IntervalFunction.ofExponentialRandomBackoff(200, 2.0, 0.5, 1000);

	/** The number of attempts after which the pause no longer grows. */
	private static final int COUNTED_ATTEMPTS = 5;

	private static final long LOG_PAUSE_NANOS = 30_000_000_000L;

	private static final long CLOSE_MILLIS = 500;

	private final ReentrantLock lock = new ReentrantLock();

	private final PeerTransportSettings settings;

	private final CircuitBreakerRegistry breakers;

	private final MemberLink.Receiver receiver;

	private final ObserverTimes times;

	private final SharedSecret secret;

	private final TransportThreads threads;

	private final MemberRotation rotation;

	private volatile Medium.@Nullable Outlet outlet;

	/** The connection that is a link or in its handshake, or null. */
	private @Nullable MemberTraffic present;

	private boolean linked;

	/** When the observer draws another member, by the monotonic clock. */
	private long stayUntilNanos;

	private int attempts;

	private @Nullable Long loggedNanos;

	private boolean closed;

	ObserverRun(PeerTransportSettings settings, CircuitBreakerRegistry breakers, MemberLink.Receiver receiver,
			ObserverTimes times) {
		this.settings = settings;
		this.breakers = breakers;
		this.receiver = receiver;
		this.times = times;
		this.secret = new SharedSecret(settings.secret(), settings.protection().previous());
		this.threads = TransportThreads.forOneLink(settings.self());
		List<NodeId> known = settings.members().stream().filter((each) -> settings.dialUrl(each) != null).toList();
		this.rotation = new MemberRotation(known);
	}

	void open(Medium medium) {
		this.outlet = medium.open(this.settings);
		this.threads.every(TICK_MILLIS, this::tick);
		this.threads.execute(this::dial);
	}

	PeerTransportSettings settings() {
		return this.settings;
	}

	SharedSecret secret() {
		return this.secret;
	}

	TransportThreads threads() {
		return this.threads;
	}

	private CircuitBreaker breaker(NodeId member) {
		return this.breakers.circuitBreaker("leader-election-" + member, PeerDialler.breakerConfig());
	}

	/** Blocks until the connection is open or failed. */
	private void dial() {
		NodeId member = choose();
		if (member == null) {
			again("no member is dialled now, as dialling each of them has failed repeatedly");
			return;
		}
		long begun = System.nanoTime();
		Medium.Outlet way = this.outlet;
		URI url = this.settings.dialUrl(member);
		if (way == null || url == null) {
			breaker(member).releasePermission();
			again("the URL of member '" + member + "' is unknown");
			return;
		}
		if (this.settings.secret() == null && !Loopback.isHost(url.getHost())) {
			failed(member, begun, RefusalReason.NOT_LOOPBACK.text());
			return;
		}
		AtomicReference<@Nullable MemberTraffic> opened = new AtomicReference<>();
		try {
			way.dial(url, (connection) -> {
				MemberTraffic traffic = new MemberTraffic(this, connection, member, begun);
				opened.set(traffic);
				return take(traffic) ? traffic : null;
			});
		}
		catch (Throwable ex) {
			// No failure may end the attempts to reach a member.
			Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
			String why = cause + " (dialled " + url + ")";
			MemberTraffic traffic = opened.get();
			if (traffic != null) {
				// The end of a connection causes one new dial, whichever thread reports
				// it first.
				traffic.over(why);
			}
			else {
				failed(member, begun, why);
			}
		}
	}

	private @Nullable NodeId choose() {
		this.lock.lock();
		try {
			return this.closed ? null : this.rotation.next((each) -> breaker(each).tryAcquirePermission());
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean take(MemberTraffic traffic) {
		this.lock.lock();
		try {
			if (this.closed) {
				breaker(traffic.member()).releasePermission();
				return false;
			}
			this.present = traffic;
			this.linked = false;
		}
		finally {
			this.lock.unlock();
		}
		this.threads.after(TransportTimes.HANDSHAKE_MILLIS, traffic::checkHandshake);
		traffic.begin();
		return true;
	}

	private void failed(NodeId member, long begunNanos, String why) {
		breaker(member).onError(System.nanoTime() - begunNanos, TimeUnit.NANOSECONDS, new IOException(why));
		again("member '" + member + "' cannot be observed: " + why);
	}

	private void again(String why) {
		this.lock.lock();
		try {
			if (this.closed) {
				return;
			}
			this.attempts++;
			log(why);
			this.receiver.failed(why);
			dialIn(PAUSE.apply(Math.min(this.attempts, COUNTED_ATTEMPTS)));
		}
		finally {
			this.lock.unlock();
		}
	}

	private void dialIn(long millis) {
		this.threads.after(millis, () -> this.threads.execute(this::dial));
	}

	private void log(String why) {
		long now = System.nanoTime();
		Long before = this.loggedNanos;
		if (before == null || now - before > LOG_PAUSE_NANOS) {
			this.loggedNanos = now;
			logger.info("Observer {}: {}; dialling goes on", this.settings.self(), why);
		}
		else {
			logger.debug("Observer {}: {}", this.settings.self(), why);
		}
	}

	/** Reports that the member has authenticated itself and taken the link. */
	void linked(MemberTraffic traffic) {
		breaker(traffic.member()).onSuccess(System.nanoTime() - traffic.begunNanos(), TimeUnit.NANOSECONDS);
		this.lock.lock();
		try {
			if (this.present == traffic && !this.closed) {
				this.linked = true;
				stay();
				logger.info("Observer {} is linked with member {} at {}", this.settings.self(), traffic.member(),
						traffic.address());
				this.receiver.linked(traffic.member());
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void stay() {
		long millis = ThreadLocalRandom.current().nextLong(this.times.stay(), 2 * this.times.stay());
		this.stayUntilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
	}

	/** Passes on a view of the present member; ignores former members. */
	void shown(MemberTraffic traffic, Runnable passing) {
		this.lock.lock();
		try {
			if (this.present == traffic && this.linked) {
				this.attempts = 0;
				passing.run();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	MemberLink.Receiver receiver() {
		return this.receiver;
	}

	/** Reports the end of a connection. Only the first call for a connection counts. */
	void ended(MemberTraffic traffic, String why) {
		boolean was;
		this.lock.lock();
		try {
			if (this.present != traffic) {
				return;
			}
			this.present = null;
			was = this.linked;
			this.linked = false;
			if (this.closed) {
				return;
			}
			if (was) {
				String told = "the link with member '" + traffic.member() + "' ended: " + why;
				logger.info("Observer {}: {}", this.settings.self(), told);
				this.receiver.unlinked(told);
				this.attempts++;
				dialIn(PAUSE.apply(Math.min(this.attempts, COUNTED_ATTEMPTS)));
			}
		}
		finally {
			this.lock.unlock();
		}
		if (!was) {
			failed(traffic.member(), traffic.begunNanos(), why);
		}
	}

	/** Draws another member. The link stays if there is no other. */
	void moveOn() {
		MemberTraffic left;
		this.lock.lock();
		try {
			left = this.present;
			if (left == null || !this.linked || this.closed || this.settings.members().size() < 2) {
				return;
			}
			this.present = null;
			this.linked = false;
			this.receiver.unlinked("another member is dialled instead of '" + left.member() + "'");
			dialIn(0);
		}
		finally {
			this.lock.unlock();
		}
		left.part(CloseReason.NORMAL);
	}

	private void tick() {
		MemberTraffic traffic;
		boolean over = false;
		this.lock.lock();
		try {
			traffic = this.linked ? this.present : null;
			if (traffic != null && System.nanoTime() - this.stayUntilNanos > 0) {
				over = this.rotation.drawAnew(traffic.member());
				stay();
			}
		}
		finally {
			this.lock.unlock();
		}
		if (traffic != null) {
			traffic.watch(this.times);
		}
		if (over) {
			moveOn();
		}
	}

	void close() {
		MemberTraffic left;
		this.lock.lock();
		try {
			this.closed = true;
			left = this.present;
			this.present = null;
		}
		finally {
			this.lock.unlock();
		}
		this.threads.endTimers();
		if (left != null) {
			left.part(CloseReason.GOING_AWAY);
			left.awaitClosed(CLOSE_MILLIS);
		}
		this.threads.end();
		Medium.Outlet way = this.outlet;
		if (way != null) {
			way.close();
		}
	}

}
