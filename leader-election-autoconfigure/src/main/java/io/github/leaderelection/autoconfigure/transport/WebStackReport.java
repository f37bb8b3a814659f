package io.github.leaderelection.autoconfigure.transport;

import java.security.CodeSource;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.settings.ObserverPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Says why an application is a servlet application although WebFlux is there, too.
 */
class WebStackReport implements SmartInitializingSingleton {

	/** By which Spring Boot decides. */
	static final String SERVLET = "org.springframework.web.servlet.DispatcherServlet";

	/** Serves WebFlux applications; its client alone does not bring it. */
	static final String REACTIVE = "org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration";

	private static final String KEY = "spring.main.web-application-type";

	private static final String STARTER = "leader-election-spring-boot-starter-webflux";

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Environment environment;

	WebStackReport(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (!this.environment.containsProperty(KEY)) {
			logger.info(
					"This application runs on Spring MVC, for {} is on the class path. Spring Boot prefers it to {}. To "
							+ "run on WebFlux, set {}=reactive or depend on {} alone",
					jar(SERVLET), jar(REACTIVE), KEY, dependencies());
		}
	}

	/** Of the same application on WebFlux: an observer listens on no port. */
	private String dependencies() {
		boolean listens = StringUtils.hasText(this.environment.getProperty(OwnPort.KEY))
				&& !this.environment.getProperty(ObserverPlan.KEY, Boolean.class, false);
		return STARTER + (listens ? ", tomcat-embed-websocket and spring-websocket" : "");
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
