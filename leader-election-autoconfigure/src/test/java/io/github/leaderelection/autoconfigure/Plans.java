package io.github.leaderelection.autoconfigure;

import io.github.leaderelection.internal.settings.ElectionPlan;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * What a node is to take part in by what is configured.
 */
public final class Plans {

	private Plans() {
	}

	public static ElectionPlan of(Environment environment) {
		return ElectionPlanReader.read(properties(environment), environment);
	}

	static LeaderElectionProperties properties(Environment environment) {
		return Binder.get(environment).bindOrCreate("leader-election", LeaderElectionProperties.class);
	}

}
