package io.github.leaderelection.test.autoconfigure;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.stream.Stream;

import io.github.leaderelection.test.assignments.TestAssignments;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Gives the partitions of {@link WithPartitions} before each test method, and resets the
 * assignments after it, as {@link TestElectionResetListener} does with the election.
 */
final class WithPartitionsListener implements TestExecutionListener, Ordered {

	/** Whether the application has assignments on its class path. */
	static final boolean PRESENT = ClassUtils.isPresent("io.github.leaderelection.assignments.AssignedPartitions",
			WithPartitionsListener.class.getClassLoader());

	/** Whether a test class or one of its methods says which partitions it owns. */
	static boolean isOn(Class<?> testClass) {
		return !onClass(testClass).isEmpty() || Stream.of(ReflectionUtils.getAllDeclaredMethods(testClass))
			.anyMatch((method) -> !onMethod(method).isEmpty());
	}

	private static Set<WithPartitions> onClass(Class<?> testClass) {
		return TestContextAnnotationUtils.getMergedRepeatableAnnotations(testClass, WithPartitions.class);
	}

	private static Set<WithPartitions> onMethod(Method method) {
		return AnnotatedElementUtils.findMergedRepeatableAnnotations(method, WithPartitions.class);
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public void beforeTestMethod(TestContext testContext) {
		Set<WithPartitions> own = onMethod(testContext.getTestMethod());
		Set<WithPartitions> given = own.isEmpty() ? onClass(testContext.getTestClass()) : own;
		if (!given.isEmpty()) {
			if (!PRESENT) {
				throw new IllegalStateException("@WithPartitions needs assignments on the class path: add the "
						+ "dependency leader-election-assignments");
			}
			TestAssignments assignments = testContext.getApplicationContext().getBean(TestAssignments.class);
			given.forEach((each) -> assignments.give(each.assignment(), each.partitions()));
		}
	}

	@Override
	public void afterTestMethod(TestContext testContext) {
		if (PRESENT && testContext.hasApplicationContext()) {
			testContext.getApplicationContext()
				.getBeanProvider(TestAssignments.class)
				.ifAvailable(TestAssignments::reset);
		}
	}

}
