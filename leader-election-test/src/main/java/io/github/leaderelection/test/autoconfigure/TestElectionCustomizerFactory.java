package io.github.leaderelection.test.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.Order;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Finds {@link AutoConfigureLeaderElection} or {@link WithPartitions} on a test class, on
 * one it extends, and on one it is nested in. Ahead of the stand-in, which leaves such
 * tests alone.
 */
@Order(0)
final class TestElectionCustomizerFactory implements ContextCustomizerFactory {

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> configAttributes) {
		AutoConfigureLeaderElection annotation = TestContextAnnotationUtils.findMergedAnnotation(testClass,
				AutoConfigureLeaderElection.class);
		if (annotation != null) {
			return new TestElectionCustomizer(annotation.leading());
		}
		return WithPartitionsListener.isOn(testClass) ? new TestElectionCustomizer(false) : null;
	}

}
