package io.github.leaderelection.probe;

import java.nio.file.Path;

import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.spring.LeaderElectorRegistry;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * Puts the probe of all groups into the application that has it on its class path.
 */
@AutoConfiguration
@ConditionalOnProperty(ProbeNames.GROUPS)
public final class GroupsProbeAutoConfiguration {

	@Bean
	GroupsProbe groupsProbe(LeaderElectorRegistry electors, LinkStatus links,
			@Value("${" + ProbeNames.GROUPS + "}") Path file) {
		return new GroupsProbe(electors.groups().stream().map(electors::elector).toList(), links, file);
	}

}
