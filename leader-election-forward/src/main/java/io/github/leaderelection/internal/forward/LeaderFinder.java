package io.github.leaderelection.internal.forward;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.forward.Destination.Crowded;
import io.github.leaderelection.internal.forward.Destination.Local;
import io.github.leaderelection.internal.forward.Destination.Nowhere;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.gate.Admission;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Finds the leader or waits for one. A limited number of requests wait at a time, or they
 * could block all threads of the web server. Safe for use from any thread.
 */
final class LeaderFinder {

	/** The name of the work for operators. */
	private static final String REQUEST = "a request for the leader";

	/**
	 * The longest pause between two looks, in nanoseconds. No listener reports that the
	 * leader's URL is learned. A blocking listener of the application delays this one.
	 */
	private static final long LOOK_NANOS = 100_000_000;

	private final LeaderGate gate;

	private final Supplier<LeaderElectorRegistry> electors;

	private final Semaphore places;

	LeaderFinder(LeaderGate gate, Supplier<LeaderElectorRegistry> electors, int maxWaiting) {
		this.gate = gate;
		this.electors = electors;
		this.places = new Semaphore(maxWaiting);
	}

	/**
	 * Finds the present destination of a request. A draining leader does not count.
	 * @param past a leader to ignore, or null
	 */
	Destination look(String group, @Nullable Remote past) {
		Admission admission = this.gate.of(group).admit(REQUEST);
		if (admission != null) {
			return new Local(admission);
		}
		LeaderElector elector = this.electors.get().find(group).orElse(null);
		LeaderInfo leader = (elector != null) ? elector.leader().orElse(null) : null;
		if (elector == null || leader == null || isPast(leader, past) || leader.id().equals(elector.status().node())) {
			return new Nowhere(null);
		}
		String url = leader.url();
		return (url != null) ? new Remote(leader.id(), leader.term(), URI.create(url)) : new Nowhere(leader.id());
	}

	private static boolean isPast(LeaderInfo leader, @Nullable Remote past) {
		return past != null && leader.id().equals(past.leader()) && leader.term() == past.term();
	}

	/**
	 * Finds the destination of a request, and waits until a leader is known.
	 * @param past a leader to ignore, or null
	 * @throws InterruptedException if the thread is interrupted while it waits
	 */
	Destination find(String group, @Nullable Remote past, Duration limit) throws InterruptedException {
		Destination now = look(group, past);
		if (!(now instanceof Nowhere) || limit.isZero()) {
			return now;
		}
		LeaderElector elector = this.electors.get().find(group).orElse(null);
		if (elector == null) {
			return now;
		}
		if (!this.places.tryAcquire()) {
			return new Crowded();
		}
		try {
			return await(elector, past, limit);
		}
		finally {
			this.places.release();
		}
	}

	private Destination await(LeaderElector elector, @Nullable Remote past, Duration limit)
			throws InterruptedException {
		long start = System.nanoTime();
		Changes changes = new Changes();
		Registration registration = elector.addListener(changes);
		try {
			Destination now = look(elector.group(), past);
			long left = limit.toNanos();
			while (now instanceof Nowhere && left > 0) {
				changes.await(Math.min(left, LOOK_NANOS));
				now = look(elector.group(), past);
				left = limit.toNanos() - (System.nanoTime() - start);
			}
			return now;
		}
		finally {
			registration.close();
		}
	}

	/** The known leader, possibly this node, or null. */
	@Nullable NodeId known(String group) {
		return this.electors.get().find(group).flatMap(LeaderElector::leader).map(LeaderInfo::id).orElse(null);
	}

	/** This node, or null if it takes no part in the election. */
	@Nullable NodeId self(String group) {
		return this.electors.get().find(group).map((elector) -> elector.status().node()).orElse(null);
	}

	/**
	 * Counts changes since the last look.
	 */
	private static final class Changes implements LeadershipListener {

		private final Semaphore unseen = new Semaphore(0);

		private void await(long nanos) throws InterruptedException {
			if (this.unseen.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
				this.unseen.drainPermits();
			}
		}

		@Override
		public void onGranted(Leadership leadership) {
			this.unseen.release();
		}

		@Override
		public void onLeaderChanged(@Nullable LeaderInfo leader) {
			this.unseen.release();
		}

	}

}
