package io.github.leaderelection.test.autoconfigure;

import io.github.leaderelection.test.TestElection;

import org.springframework.core.Ordered;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/**
 * Resets the election after each test method. Its order is the lowest, so it runs first
 * after a test, before the test's transaction is rolled back and mocks are reset. So what
 * the application does on a reset does not reach the next test.
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
