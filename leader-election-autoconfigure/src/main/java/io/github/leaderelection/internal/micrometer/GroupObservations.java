package io.github.leaderelection.internal.micrometer;

import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.micrometer.ElectionObservation.Key;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Observes the elections and drains of one group. Runs on the threads of listeners, so
 * observation handlers delay only listeners.
 */
final class GroupObservations implements LeadershipListener {

	private final AtomicReference<@Nullable Observation> election = new AtomicReference<>();

	private final AtomicReference<@Nullable Observation> drain = new AtomicReference<>();

	private final LeaderElector elector;

	private final ObservationRegistry registry;

	private volatile boolean running;

	private volatile @Nullable Registration registration;

	GroupObservations(LeaderElector elector, ObservationRegistry registry) {
		this.elector = elector;
		this.registry = registry;
	}

	/** To be called before the node starts. */
	void start() {
		this.running = true;
		begin(this.election, ElectionObservation.ELECTION);
		this.registration = this.elector.addListener(this);
	}

	/** To be called after the node has stopped. */
	void stop() {
		this.running = false;
		Registration present = this.registration;
		this.registration = null;
		if (present != null) {
			present.close();
		}
		end(this.election, "STOPPED");
		end(this.drain, RevocationReason.STOPPED.name());
	}

	@Override
	public void onDraining(Leadership leadership) {
		begin(this.drain, ElectionObservation.DRAIN);
	}

	@Override
	public void onRevoked(Leadership leadership, RevocationReason reason) {
		end(this.drain, reason.name());
	}

	@Override
	public void onLeaderChanged(@Nullable LeaderInfo leader) {
		if (leader != null) {
			end(this.election, leader.id().equals(this.elector.status().node()) ? "WON" : "FOLLOWED");
		}
		else if (this.running) {
			begin(this.election, ElectionObservation.ELECTION);
		}
	}

	private void begin(AtomicReference<@Nullable Observation> place, ElectionObservation kind) {
		Observation begun = kind.observation(this.registry)
			.lowCardinalityKeyValue(Key.GROUP.withValue(this.elector.group()))
			.lowCardinalityKeyValue(Key.OUTCOME.withValue("NONE"))
			.start();
		Observation earlier = place.getAndSet(begun);
		if (earlier != null) {
			earlier.stop();
		}
	}

	private static void end(AtomicReference<@Nullable Observation> place, String outcome) {
		Observation begun = place.getAndSet(null);
		if (begun != null) {
			begun.lowCardinalityKeyValue(Key.OUTCOME.withValue(outcome)).stop();
		}
	}

}
