package io.github.leaderelection.autoconfigure.transport;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.configuration.WebSecurityCustomizer;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * {@link AutoConfiguration Auto-configuration} that gives the path of the peers an empty
 * filter chain of Spring Security. That path has its own authentication. The chains of
 * the application or of Spring Boot still protect all other paths. Runs after all others,
 * because Spring Boot's own chain backs off if another exists before.
 */
@AutoConfiguration(
		after = { LeaderElectionHttpAutoConfiguration.class, LeaderElectionWebSocketAutoConfiguration.class,
				LeaderElectionWorkersAutoConfiguration.class },
		afterName = { "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
				"org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration" })
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnWebApplication(type = Type.SERVLET)
@Conditional(OnOwnPort.Unused.class)
@ConditionalOnClass({ WebSecurityCustomizer.class, PathPatternRequestMatcher.class, DispatcherServletPath.class })
@ConditionalOnBean(value = Entrances.class, search = SearchStrategy.CURRENT)
public final class LeaderElectionSecurityAutoConfiguration {

	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	@ConditionalOnBean(SecurityFilterChain.class)
	SecurityFilterChain leaderElectionPeersFilterChain(ObjectProvider<Entrances> entrances,
			DispatcherServletPath servlet) {
		return new DefaultSecurityFilterChain(new OrRequestMatcher(matchers(entrances, servlet)));
	}

	/**
	 * Ignores the paths of peers. Without any chain Spring Security creates its own for
	 * all paths, which a chain from here would replace.
	 */
	@Bean
	@ConditionalOnMissingBean(SecurityFilterChain.class)
	WebSecurityCustomizer leaderElectionWebSecurityCustomizer(ObjectProvider<Entrances> entrances,
			DispatcherServletPath servlet) {
		return (web) -> web.ignoring().requestMatchers(matchers(entrances, servlet));
	}

	private static RequestMatcher[] matchers(ObjectProvider<Entrances> entrances, DispatcherServletPath servlet) {
		PathPatternRequestMatcher.Builder path = PathPatternRequestMatcher.withDefaults();
		return Entrances.all(entrances)
			.stream()
			.map((each) -> path.matcher(each.method(), servlet.getRelativePath(each.path())))
			.toArray(RequestMatcher[]::new);
	}

}
