package io.github.leaderelection.test.autoconfigure;

import io.github.leaderelection.test.TestElection;

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
			testContext.getApplicationContext().getBeanProvider(TestElection.class).ifAvailable(TestElection::reset);
		}
	}

}
