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
 * Publishes each leadership and each revocation as Spring Integration's event of it too,
 * with the group as the role: a {@code SmartLifecycleRoleController} then starts and
 * stops what belongs to that role.
 */
final class IntegrationLeaderEvents {

	private final LeaderElectorRegistry registry;

	private final ApplicationEventPublisher publisher;

	/**
	 * Makes the bridge.
	 * @param registry knows the electors
	 * @param publisher publishes the events
	 */
	IntegrationLeaderEvents(LeaderElectorRegistry registry, ApplicationEventPublisher publisher) {
		this.registry = registry;
		this.publisher = publisher;
	}

	/**
	 * Tells of a leadership.
	 * @param event the leadership
	 */
	@EventListener
	public void granted(LeadershipGrantedEvent event) {
		this.publisher
			.publishEvent(new OnGrantedEvent(this, context(event.group(), event.fencingToken()), event.group()));
	}

	/**
	 * Tells of a revocation.
	 * @param event the revocation
	 */
	@EventListener
	public void revoked(LeadershipRevokedEvent event) {
		this.publisher
			.publishEvent(new OnRevokedEvent(this, context(event.group(), event.fencingToken()), event.group()));
	}

	private Context context(String group, long fencingToken) {
		return new GrantContext(this.registry.elector(group), fencingToken);
	}

	/**
	 * One leadership in the words of Spring Integration.
	 *
	 * @param elector the group's elector
	 * @param fencingToken the leadership's token
	 */
	private record GrantContext(LeaderElector elector, long fencingToken) implements Context {

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
