package io.github.leaderelection.autoconfigure.integration;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.lifecycle.ElectionLifecycle;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.support.SmartLifecycleRoleController;

/**
 * Publishes Spring Integration's events for the begin and end of each leadership, with
 * the group as the role. A {@code SmartLifecycleRoleController} then starts and stops the
 * endpoints of that role. Uses listeners of its own, so that a throwing listener of the
 * application does not suppress these events.
 */
final class IntegrationLeaderEvents implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final LeaderElectorRegistry registry;

	private final ApplicationEventPublisher publisher;

	private final Supplier<Stream<SmartLifecycleRoleController>> controllers;

	private final List<Registration> registrations = new CopyOnWriteArrayList<>();

	IntegrationLeaderEvents(LeaderElectorRegistry registry, ApplicationEventPublisher publisher,
			Supplier<Stream<SmartLifecycleRoleController>> controllers) {
		this.registry = registry;
		this.publisher = publisher;
		this.controllers = controllers;
	}

	@Override
	public void start() {
		tellOfIdleRoles();
		for (String group : this.registry.groups()) {
			LeaderElector elector = this.registry.elector(group);
			this.registrations.add(elector.addListener(new RoleListener(elector)));
		}
	}

	private void tellOfIdleRoles() {
		List<String> idle = this.controllers.get()
			.flatMap((controller) -> controller.getRoles().stream())
			.filter((role) -> this.registry.find(role).isEmpty())
			.distinct()
			.sorted()
			.toList();
		if (!idle.isEmpty()) {
			logger.warn("No group has the roles {}, so no leadership starts what they keep. Add the line "
					+ "'leader-election.groups.<role>:' with nothing behind it for each, or name one of the groups {}",
					idle, this.registry.groups());
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
	 * Publishes the events of one group.
	 */
	private final class RoleListener implements LeadershipListener {

		private final LeaderElector elector;

		/** Whether the grant was published, but not its end. */
		private boolean told;

		private RoleListener(LeaderElector elector) {
			this.elector = elector;
		}

		@Override
		public void onGranted(Leadership leadership) {
			this.told = true;
			IntegrationLeaderEvents.this.publisher.publishEvent(
					new OnGrantedEvent(IntegrationLeaderEvents.this, context(leadership), leadership.group()));
		}

		/**
		 * Publishes the end in the drain, so that endpoints stop before another node
		 * leads.
		 */
		@Override
		public void onDraining(Leadership leadership) {
			revoke(leadership);
		}

		@Override
		public void onRevoked(Leadership leadership, RevocationReason reason) {
			if (this.told) {
				revoke(leadership);
			}
		}

		private void revoke(Leadership leadership) {
			this.told = false;
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
			return this.elector.leadership()
				.filter((held) -> held.fencingToken() == this.fencingToken && !held.isDraining())
				.isPresent();
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
