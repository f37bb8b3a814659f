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
 * Logs why an application is a servlet application although WebFlux is present, too.
 */
class WebStackReport implements SmartInitializingSingleton {

	/** The class by which Spring Boot selects Spring MVC. */
	static final String SERVLET = "org.springframework.web.servlet.DispatcherServlet";

	/** The class of WebFlux's server part, absent if only its client is used. */
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

	/**
	 * The dependencies of the same application on WebFlux. An observer listens on no
	 * port.
	 */
	private String dependencies() {
		boolean listens = StringUtils.hasText(this.environment.getProperty(OwnPort.KEY))
				&& !this.environment.getProperty(ObserverPlan.KEY, Boolean.class, false);
		return STARTER + (listens ? ", tomcat-embed-websocket and spring-websocket" : "");
	}

	/** The file that contains a class. */
	static String jar(String type) {
		Class<?> found = ClassUtils.resolveClassName(type, WebStackReport.class.getClassLoader());
		CodeSource source = found.getProtectionDomain().getCodeSource();
		String location = (source != null) ? String.valueOf(source.getLocation()) : type;
		String file = location.replaceFirst("[!/]+$", "");
		return file.substring(file.lastIndexOf('/') + 1);
	}

}
