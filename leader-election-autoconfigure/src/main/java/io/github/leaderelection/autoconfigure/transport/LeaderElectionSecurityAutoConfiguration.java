package io.github.leaderelection.autoconfigure.transport;

import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.security.config.annotation.web.configuration.WebSecurityCustomizer;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/**
 * {@link AutoConfiguration Auto-configuration} that excludes the path of the peers from
 * Spring Security's filter chains. That path has its own authentication. The chains of
 * the application or of Spring Boot still protect all other paths.
 */
@AutoConfiguration(
		after = { LeaderElectionHttpAutoConfiguration.class, LeaderElectionWebSocketAutoConfiguration.class })
@ConditionalOnWebApplication(type = Type.SERVLET)
@Conditional(OnOwnPort.Missing.class)
@ConditionalOnClass({ WebSecurityCustomizer.class, PathPatternRequestMatcher.class, DispatcherServletPath.class })
@ConditionalOnBean(value = PeerEntrance.class, search = SearchStrategy.CURRENT)
public final class LeaderElectionSecurityAutoConfiguration {

	@Bean
	WebSecurityCustomizer leaderElectionWebSecurityCustomizer(PeerEntrance entrance, DispatcherServletPath servlet,
			ObjectProvider<JoinEntrance> joins) {
		PathPatternRequestMatcher.Builder path = PathPatternRequestMatcher.withDefaults();
		List<PeerEntrance> entrances = JoinEntrance.with(entrance, joins);
		return (web) -> entrances.forEach((each) -> web.ignoring()
			.requestMatchers(path.matcher(each.method(), servlet.getRelativePath(each.path()))));
	}

}
