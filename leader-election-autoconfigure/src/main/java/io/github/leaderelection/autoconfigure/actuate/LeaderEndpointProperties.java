package io.github.leaderelection.autoconfigure.actuate;

import java.util.Set;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the endpoint {@code leader}.
 *
 * @param showDetails When the endpoint shows addresses and names of work over HTTP, and
 * gives out traces.
 * @param roles Roles of which an authorized user has one. Any authenticated user is
 * authorized unless set.
 */
@ConfigurationProperties("management.endpoint.leader")
record LeaderEndpointProperties(@DefaultValue("never") Show showDetails, @DefaultValue Set<String> roles) {

	boolean isDetailedFor(SecurityContext caller) {
		return this.showDetails.isShown(caller, this.roles);
	}

}
