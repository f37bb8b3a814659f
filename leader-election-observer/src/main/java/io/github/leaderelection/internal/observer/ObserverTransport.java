package io.github.leaderelection.internal.observer;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.http.PostClient;
import io.github.leaderelection.internal.transport.peer.PeerDialler;
import io.github.leaderelection.internal.transport.spi.OutgoingClient;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.wire.HeldFrame;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Kept;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Shown;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.core.IntervalFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one request open with one member. Accepts nothing, so it needs no web server. One
 * thread asks and reports. It may be started once.
 */
public final class ObserverTransport implements MemberLink {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final IntervalFunction PAUSE = IntervalFunction.ofExponentialRandomBackoff(200, 2.0, 0.5, 1000);

	/** The number of attempts after which the pause no longer grows. */
	private static final int COUNTED_ATTEMPTS = 5;

	private static final long LOG_PAUSE_NANOS = 30_000_000_000L;

	private static final long CLOSE_MILLIS = 500;

	private final PeerTransportSettings settings;

	private final CircuitBreakerRegistry breakers;

	private final ObserverTimes times;

	private final MemberRotation rotation;

	private final PostClient client;

	private volatile @Nullable Thread asking;

	private volatile boolean linked;

	private volatile boolean closed;

	/** The attempts since a member showed a view. Only the asking thread uses it. */
	private int attempts;

	/** Only the asking thread uses it. */
	private @Nullable Long loggedNanos;

	/**
	 * Creates a transport that is not started.
	 * @param settings the members, of which this node is none
	 * @param breakers holds one circuit breaker for each member, named
	 * {@code leader-election-} and the member's id
	 */
	public ObserverTransport(PeerTransportSettings settings, CircuitBreakerRegistry breakers) {
		this(settings, breakers, ObserverTimes.DEFAULT);
	}

	ObserverTransport(PeerTransportSettings settings, CircuitBreakerRegistry breakers, ObserverTimes times) {
		this.settings = settings;
		this.breakers = breakers;
		this.times = times;
		this.rotation = new MemberRotation(
				settings.members().stream().filter((each) -> settings.dialUrl(each) != null).toList());
		this.client = new PostClient("leader-election-" + settings.self() + "-transport-http", 1,
				settings.protection().tls());
	}

	@Override
	public void start(Receiver receiver) {
		Thread thread = new Thread(() -> run(receiver), "leader-election-" + this.settings.self() + "-transport");
		thread.setDaemon(true);
		// The caller's class loader may be unloaded later.
		thread.setContextClassLoader(ObserverTransport.class.getClassLoader());
		this.asking = thread;
		thread.start();
	}

	private CircuitBreaker breaker(NodeId member) {
		return this.breakers.circuitBreaker("leader-election-" + member, PeerDialler.breakerConfig());
	}

	private void run(Receiver receiver) {
		while (!this.closed) {
			try {
				NodeId member = this.rotation.next((each) -> breaker(each).tryAcquirePermission());
				if (member != null) {
					observe(member, receiver);
				}
				else {
					failed(receiver, "no member is dialled now, as dialling each of them has failed repeatedly");
				}
			}
			catch (InterruptedException ex) {
				logger.debug("Observer {} ends a pause", this.settings.self());
			}
			catch (Throwable ex) {
				// No failure may end the attempts to reach a member.
				logger.error("A task of observer {} failed", this.settings.self(), ex);
			}
		}
	}

	private void observe(NodeId member, Receiver receiver) throws InterruptedException {
		CircuitBreaker breaker = breaker(member);
		long begun = System.nanoTime();
		URI url = this.settings.dialUrl(member);
		MemberSession session;
		List<HeldFrame> news;
		try {
			session = new MemberSession(this.settings, this.client, member, allowed(url));
			session.ask(OutgoingClient.MILLIS);
			news = session.ask(OutgoingClient.MILLIS);
		}
		catch (IOException | RuntimeException ex) {
			breaker.onError(System.nanoTime() - begun, TimeUnit.NANOSECONDS, ex);
			failed(receiver, "member '" + member + "' cannot be observed: " + reason(ex) + " (dialled " + url + ")");
			return;
		}
		breaker.onSuccess(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
		follow(member, session, news, receiver);
	}

	private URI allowed(@Nullable URI url) throws IOException {
		RefusalReason reason = (url != null) ? this.settings.reasonNotToDial(url) : null;
		if (url == null || reason != null) {
			throw new IOException((reason != null) ? reason.text() : "its URL is unknown");
		}
		return url;
	}

	private static String reason(Exception ex) {
		return (ex.getCause() != null) ? ex.getCause().toString() : String.valueOf(ex.getMessage());
	}

	private void follow(NodeId member, MemberSession session, List<HeldFrame> first, Receiver receiver)
			throws InterruptedException {
		logger.info("Observer {} is linked with member {}", this.settings.self(), member);
		this.linked = true;
		report(() -> receiver.linked(member));
		String why = null;
		try {
			List<HeldFrame> news = first;
			for (long until = stay(); why == null; news = session.ask(this.times.silent())) {
				for (HeldFrame frame : news) {
					this.attempts = 0;
					report(() -> show(frame, receiver));
				}
				if (System.nanoTime() - until > 0) {
					until = stay();
					why = this.rotation.drawAnew(member) ? "" : null;
				}
			}
		}
		catch (IOException | RuntimeException ex) {
			why = reason(ex);
		}
		this.linked = false;
		boolean moving = Thread.interrupted() || why.isEmpty();
		if (moving || this.closed) {
			session.leave(CLOSE_MILLIS);
		}
		if (this.closed) {
			return;
		}
		String told = moving ? "another member is dialled instead of '" + member + "'"
				: "the link with member '" + member + "' ended: " + why;
		logger.info("Observer {}: {}", this.settings.self(), told);
		receiver.unlinked(told);
		if (!moving) {
			pause();
		}
	}

	private static void show(HeldFrame frame, Receiver receiver) {
		if (frame instanceof Shown shown) {
			receiver.shown(shown.view());
		}
		else if (frame instanceof Kept kept) {
			receiver.kept(kept.value());
		}
	}

	/** Reports nothing after the close. */
	private void report(Runnable report) {
		if (!this.closed) {
			report.run();
		}
	}

	private long stay() {
		return System.nanoTime() + TimeUnit.MILLISECONDS
			.toNanos(ThreadLocalRandom.current().nextLong(this.times.stay(), 2 * this.times.stay()));
	}

	private void failed(Receiver receiver, String why) throws InterruptedException {
		if (!this.closed) {
			log(why);
			receiver.failed(why);
			pause();
		}
	}

	private void pause() throws InterruptedException {
		this.attempts++;
		Thread.sleep(PAUSE.apply(Math.min(this.attempts, COUNTED_ATTEMPTS)));
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

	@Override
	public void moveOn() {
		Thread thread = this.asking;
		if (thread != null && this.linked && this.settings.members().size() > 1) {
			thread.interrupt();
		}
	}

	@Override
	public void close() {
		this.closed = true;
		Thread thread = this.asking;
		if (thread != null) {
			thread.interrupt();
			try {
				thread.join(CLOSE_MILLIS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
		this.client.close();
	}

}
