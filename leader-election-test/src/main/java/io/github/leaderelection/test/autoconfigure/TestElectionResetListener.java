package io.github.leaderelection.test.autoconfigure;

import io.github.leaderelection.test.TestElection;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/**
 * Resets the election after each test method. Last in line, hence the first after a test:
 * what the application does as it hears of the reset is undone with the test's
 * transaction, and is nothing that mocks remember in the next test.
 */
final class TestElectionResetListener implements TestExecutionListener, Ordered {

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public void afterTestMethod(TestContext testContext) {
		if (testContext.hasApplicationContext()) {
			ApplicationContext context = testContext.getApplicationContext();
			if (context instanceof ConfigurableApplicationContext configurable && configurable.isActive()) {
				context.getBeanProvider(TestElection.class).ifAvailable(TestElection::reset);
			}
		}
	}

}
