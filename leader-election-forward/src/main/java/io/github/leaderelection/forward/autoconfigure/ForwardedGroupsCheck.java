package io.github.leaderelection.forward.autoconfigure;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.spring.LeaderElectorRegistry;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.web.method.HandlerMethod;

/**
 * Checks after the creation of all beans that each handler for the leader names a
 * configured group.
 */
final class ForwardedGroupsCheck implements SmartInitializingSingleton {

	private final Function<HandlerMethod, Optional<String>> groups;

	private final Supplier<Stream<HandlerMethod>> handlers;

	private final Supplier<LeaderElectorRegistry> electors;

	/**
	 * Creates the check.
	 * @param groups the group whose leader runs a handler, empty if any node may run the
	 * handler
	 */
	ForwardedGroupsCheck(Function<HandlerMethod, Optional<String>> groups, Supplier<Stream<HandlerMethod>> handlers,
			Supplier<LeaderElectorRegistry> electors) {
		this.groups = groups;
		this.handlers = handlers;
		this.electors = electors;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.handlers.get().forEach(this::check);
	}

	private void check(HandlerMethod handler) {
		this.groups.apply(handler).ifPresent((group) -> {
			LeaderElectorRegistry registry = this.electors.get();
			if (registry.find(group).isEmpty()) {
				throw new InvalidElectionConfigurationException("leader-election.groups." + group, null,
						"The handler " + handler.getShortLogMessage() + " has @ForwardToLeader for the unknown group '"
								+ group + "'; the groups are " + registry.groups(),
						"Add the line 'leader-election.groups." + group
								+ ":' with nothing behind it, or name one of these");
			}
		});
	}

}
