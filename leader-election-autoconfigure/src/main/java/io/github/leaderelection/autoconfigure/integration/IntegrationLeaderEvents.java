package io.github.leaderelection.autoconfigure.integration;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/**
 * Also publishes Spring Integration's events for the begin and end of each leadership,
 * with the group as the role. A {@code SmartLifecycleRoleController} then starts and
 * stops the endpoints of that role.
 */
final class IntegrationLeaderEvents {

	private final LeaderElectorRegistry registry;

	private final ApplicationEventPublisher publisher;

	IntegrationLeaderEvents(LeaderElectorRegistry registry, ApplicationEventPublisher publisher) {
		this.registry = registry;
		this.publisher = publisher;
	}

	@EventListener
	public void granted(LeadershipGrantedEvent event) {
		this.publisher
			.publishEvent(new OnGrantedEvent(this, context(event.group(), event.fencingToken()), event.group()));
	}

	@EventListener
	public void revoked(LeadershipRevokedEvent event) {
		this.publisher
			.publishEvent(new OnRevokedEvent(this, context(event.group(), event.fencingToken()), event.group()));
	}

	private Context context(String group, long fencingToken) {
		return new RoleContext(this.registry.elector(group), fencingToken);
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
