package io.github.leaderelection.autoconfigure.integration;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.application.ElectionLifecycle;
import io.github.leaderelection.spring.LeaderElectorRegistry;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/**
 * Also publishes Spring Integration's events for the begin and end of each leadership,
 * with the group as the role. A {@code SmartLifecycleRoleController} then starts and
 * stops the endpoints of that role. It hears of leaderships by itself: a listener of the
 * application that throws does not keep these events back.
 */
final class IntegrationLeaderEvents implements SmartLifecycle {

	private final LeaderElectorRegistry registry;

	private final ApplicationEventPublisher publisher;

	private final List<Registration> registrations = new CopyOnWriteArrayList<>();

	IntegrationLeaderEvents(LeaderElectorRegistry registry, ApplicationEventPublisher publisher) {
		this.registry = registry;
		this.publisher = publisher;
	}

	@Override
	public void start() {
		for (String group : this.registry.groups()) {
			LeaderElector elector = this.registry.elector(group);
			this.registrations.add(elector.addListener(new RoleListener(elector)));
		}
	}

	@Override
	public void stop() {
		this.registrations.forEach(Registration::close);
		this.registrations.clear();
	}

	@Override
	public boolean isRunning() {
		return !this.registrations.isEmpty();
	}

	/** Starts before the node and stops after it. */
	@Override
	public int getPhase() {
		return ElectionLifecycle.PHASE - 1;
	}

	/**
	 * Publishes for one group.
	 */
	private final class RoleListener implements LeadershipListener {

		private final LeaderElector elector;

		private RoleListener(LeaderElector elector) {
			this.elector = elector;
		}

		@Override
		public void onGranted(Leadership leadership) {
			IntegrationLeaderEvents.this.publisher.publishEvent(
					new OnGrantedEvent(IntegrationLeaderEvents.this, context(leadership), leadership.group()));
		}

		@Override
		public void onRevoked(Leadership leadership, RevocationReason reason) {
			IntegrationLeaderEvents.this.publisher.publishEvent(
					new OnRevokedEvent(IntegrationLeaderEvents.this, context(leadership), leadership.group()));
		}

		private Context context(Leadership leadership) {
			return new RoleContext(this.elector, leadership.fencingToken());
		}

	}

	/**
	 * One leadership as a context of Spring Integration.
	 */
	private record RoleContext(LeaderElector elector, long fencingToken) implements Context {

		@Override
		public boolean isLeader() {
			return this.elector.leadership().filter((held) -> held.fencingToken() == this.fencingToken).isPresent();
		}

		@Override
		public void yield() {
			if (isLeader()) {
				this.elector.resign();
			}
		}

		@Override
		public String getRole() {
			return this.elector.group();
		}

	}

}
