package io.github.leaderelection.autoconfigure.store;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.trace.TraceFormat;
import io.github.leaderelection.spi.LeaseStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Asks a store as soon as there is one, while the rest of the application is made. The
 * check before the node starts then finds a connection open, and its classes loaded, and
 * the node the form of its traces. What this look finds does not count.
 */
final class EarlyLook implements BeanPostProcessor {

	/** What its thread is called. */
	static final String THREAD = "leader-election-early-look";

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof LeaseStore store) {
			Thread thread = new Thread(() -> look(store), THREAD);
			thread.setDaemon(true);
			thread.start();
		}
		return bean;
	}

	private static void look(LeaseStore store) {
		try {
			store.check();
			TraceFormat.of(Algorithm.named(Algorithm.LEASE).protocol());
		}
		catch (RuntimeException | LinkageError ex) {
			// the check before the start tells of it, or the start itself
			logger.debug("The first look at {} failed", store.description(), ex);
		}
	}

}
