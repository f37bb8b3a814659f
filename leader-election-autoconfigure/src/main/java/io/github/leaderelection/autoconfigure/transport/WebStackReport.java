package io.github.leaderelection.autoconfigure.transport;

import java.security.CodeSource;

import io.github.leaderelection.LeaderElector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Says why an application is a servlet application although WebFlux is there, too.
 */
class WebStackReport implements SmartInitializingSingleton {

	/** By which Spring Boot decides. */
	static final String SERVLET = "org.springframework.web.servlet.DispatcherServlet";

	/** Serves WebFlux applications; its client alone does not bring it. */
	static final String REACTIVE = "org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration";

	private static final String KEY = "spring.main.web-application-type";

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Environment environment;

	WebStackReport(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (!this.environment.containsProperty(KEY)) {
			logger
				.info("Peers are served by Spring MVC, for {} is on the class path. Spring Boot prefers it to {}. To run "
						+ "on WebFlux, set {}=reactive or depend on leader-election-spring-boot-starter-webflux alone",
						jar(SERVLET), jar(REACTIVE), KEY);
		}
	}

	/** The file that a class is from. */
	static String jar(String type) {
		Class<?> found = ClassUtils.resolveClassName(type, WebStackReport.class.getClassLoader());
		CodeSource source = found.getProtectionDomain().getCodeSource();
		String location = (source != null) ? String.valueOf(source.getLocation()) : type;
		String file = location.replaceFirst("[!/]+$", "");
		return file.substring(file.lastIndexOf('/') + 1);
	}

}
