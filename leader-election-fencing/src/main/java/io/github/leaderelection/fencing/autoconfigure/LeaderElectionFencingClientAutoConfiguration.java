package io.github.leaderelection.fencing.autoconfigure;

import io.github.leaderelection.fencing.autoconfigure.FencingProperties.Client.WhenNotLeading;
import io.github.leaderelection.fencing.web.FencingTokenExchangeFilter;
import io.github.leaderelection.fencing.web.FencingTokenInterceptor;
import io.github.leaderelection.fencing.web.FencingTokenSender;
import io.github.leaderelection.spring.LeaderElectorRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;

/**
 * {@link AutoConfiguration Auto-configuration} for clients that send the fencing token of
 * the group {@code default}. A client sends it only if the application adds the
 * interceptor or filter.
 */
@AutoConfiguration(after = LeaderElectionFencingAutoConfiguration.class)
public final class LeaderElectionFencingClientAutoConfiguration {

	private static final String GROUP = "default";

	@Bean
	@ConditionalOnMissingBean
	FencingTokenSender leaderElectionFencingTokenSender(FencingProperties properties,
			ObjectProvider<LeaderElectorRegistry> registry) {
		boolean refuse = properties.client().whenNotLeading() == WhenNotLeading.REFUSE;
		return new FencingTokenSender(GROUP, new LeaderTokens(registry::getObject, refuse),
				FencingSettings.signature(properties.signature()));
	}

	/**
	 * The interceptor for {@code RestClient} and {@code RestTemplate}.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ClientHttpRequestInterceptor.class)
	static class RestClientConfiguration {

		@Bean
		@ConditionalOnMissingBean
		FencingTokenInterceptor leaderElectionFencingTokenInterceptor(FencingTokenSender sender) {
			return new FencingTokenInterceptor(sender);
		}

	}

	/**
	 * The filter for {@code WebClient}.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ExchangeFilterFunction.class)
	static class WebClientConfiguration {

		@Bean
		@ConditionalOnMissingBean
		FencingTokenExchangeFilter leaderElectionFencingTokenExchangeFilter(FencingTokenSender sender) {
			return new FencingTokenExchangeFilter(sender);
		}

	}

}
