package io.github.leaderelection.autoconfigure.diagnostics;

import io.github.leaderelection.internal.settings.ServiceVariable;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Explains a setting whose value is the address of a Kubernetes Service. Spring Boot
 * would say only that it cannot be converted.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class ServiceVariableFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("leader-election");

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		ConfigurationProperty property = cause.getProperty();
		if (property == null || !ROOT.isAncestorOf(property.getName())
				|| !ServiceVariable.isIn(String.valueOf(property.getValue()))) {
			return null;
		}
		return new FailureAnalysis(property.getName() + "=" + property.getValue()
				+ ":\n\n    This is the address of a Kubernetes Service.\n\n    Origin: " + property.getOrigin(),
				ServiceVariable.CAUSE + ".", cause);
	}

}
