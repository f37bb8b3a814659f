package io.github.leaderelection.autoconfigure.actuate;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.AdditionalPathsMapper;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroupsPostProcessor;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;

/**
 * Excludes contributors from the primary health group, and from every group that includes
 * all contributors.
 */
final class NamedMembersOnly implements HealthEndpointGroupsPostProcessor {

	/** A name without a contributor: a group that includes it includes all. */
	private static final String NOBODY = "leaderElectionNobody";

	private final Set<String> names;

	NamedMembersOnly(Set<String> names) {
		this.names = names;
	}

	@Override
	public HealthEndpointGroups postProcessHealthEndpointGroups(HealthEndpointGroups groups) {
		return new Groups(groups, new Group(groups.getPrimary(), this.names), this.names);
	}

	/**
	 * All groups, including the primary one. Its answer lists groups only if it is always
	 * the same object.
	 */
	private record Groups(HealthEndpointGroups groups, HealthEndpointGroup primary,
			Set<String> names) implements HealthEndpointGroups, AdditionalPathsMapper {

		@Override
		public HealthEndpointGroup getPrimary() {
			return this.primary;
		}

		@Override
		public Set<String> getNames() {
			return this.groups.getNames();
		}

		@Override
		public @Nullable HealthEndpointGroup get(String name) {
			HealthEndpointGroup group = this.groups.get(name);
			return (group != null) ? new Group(group, this.names) : null;
		}

		@Override
		public @Nullable List<String> getAdditionalPaths(EndpointId endpointId, WebServerNamespace webServerNamespace) {
			return (this.groups instanceof AdditionalPathsMapper mapper)
					? mapper.getAdditionalPaths(endpointId, webServerNamespace) : null;
		}

	}

	/**
	 * One group.
	 */
	private record Group(HealthEndpointGroup group, Set<String> names) implements HealthEndpointGroup {

		@Override
		public boolean isMember(String name) {
			return this.group.isMember(name) && !(this.names.contains(name) && this.group.isMember(NOBODY));
		}

		@Override
		public boolean showComponents(SecurityContext securityContext) {
			return this.group.showComponents(securityContext);
		}

		@Override
		public boolean showDetails(SecurityContext securityContext) {
			return this.group.showDetails(securityContext);
		}

		@Override
		public StatusAggregator getStatusAggregator() {
			return this.group.getStatusAggregator();
		}

		@Override
		public HttpCodeStatusMapper getHttpCodeStatusMapper() {
			return this.group.getHttpCodeStatusMapper();
		}

		@Override
		public @Nullable AdditionalHealthEndpointPath getAdditionalPath() {
			return this.group.getAdditionalPath();
		}

	}

}
