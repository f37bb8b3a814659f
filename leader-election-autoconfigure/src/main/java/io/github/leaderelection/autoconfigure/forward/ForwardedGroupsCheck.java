package io.github.leaderelection.autoconfigure.forward;

import java.util.function.Supplier;

import io.github.leaderelection.internal.forward.LeaderForwarding;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.spring.LeaderElectorRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Checks after the creation of all beans that each handler for the leader names a
 * configured group.
 */
final class ForwardedGroupsCheck implements SmartInitializingSingleton {

	private final LeaderForwarding forwarding;

	private final ObjectProvider<RequestMappingHandlerMapping> mappings;

	private final Supplier<LeaderElectorRegistry> electors;

	ForwardedGroupsCheck(LeaderForwarding forwarding, ObjectProvider<RequestMappingHandlerMapping> mappings,
			Supplier<LeaderElectorRegistry> electors) {
		this.forwarding = forwarding;
		this.mappings = mappings;
		this.electors = electors;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.mappings.orderedStream()
			.flatMap((mapping) -> mapping.getHandlerMethods().values().stream())
			.forEach(this::check);
	}

	private void check(HandlerMethod handler) {
		this.forwarding.group(handler).ifPresent((group) -> {
			LeaderElectorRegistry registry = this.electors.get();
			if (registry.find(group).isEmpty()) {
				throw new InvalidElectionConfigurationException("leader-election.groups." + group, null,
						"The handler " + handler.getShortLogMessage() + " has @ForwardToLeader for the unknown group '"
								+ group + "'; the groups are " + registry.groups(),
						"Add the group, or name one of these");
			}
		});
	}

}
