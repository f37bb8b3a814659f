package io.github.leaderelection.autoconfigure.actuate;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Exposes the endpoint {@code leader} over the web in an application that does not
 * configure the exposure. Runs last, so every other source prevails.
 */
final class LeaderEndpointExposureEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		environment.getPropertySources().addLast(new DefaultExposurePropertySource(environment.getPropertySources()));
	}

}
