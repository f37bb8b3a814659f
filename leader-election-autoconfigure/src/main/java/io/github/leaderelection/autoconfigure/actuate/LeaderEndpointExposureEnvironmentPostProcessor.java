package io.github.leaderelection.autoconfigure.actuate;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Lets the endpoint {@code leader} be read over the web in an application that says
 * nothing of which endpoints it exposes. Comes last and yields to everybody.
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
