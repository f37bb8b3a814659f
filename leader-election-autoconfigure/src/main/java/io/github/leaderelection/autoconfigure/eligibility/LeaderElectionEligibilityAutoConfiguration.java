package io.github.leaderelection.autoconfigure.eligibility;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.lifecycle.ElectionLifecycle;
import io.github.leaderelection.internal.eligibility.EligibilityTimes;
import io.github.leaderelection.internal.eligibility.EligibilityWatch;
import io.github.leaderelection.internal.eligibility.Objections;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.UnsetValues;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipEligibility;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} for the eligibility of a node, by its
 * readiness and by beans of the application.
 */
@AutoConfiguration(after = { LeaderElectionAutoConfiguration.class, ApplicationAvailabilityAutoConfiguration.class })
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@EnableConfigurationProperties(EligibilityProperties.class)
public final class LeaderElectionEligibilityAutoConfiguration {

	private static final String INTERVAL = "leader-election.eligibility.check-interval";

	private static final String TIMEOUT = "leader-election.eligibility.check-timeout";

	@Bean
	@ConditionalOnBooleanProperty(name = "leader-election.eligibility.require-readiness")
	ReadinessEligibility leaderElectionReadinessEligibility(ApplicationAvailability availability) {
		return new ReadinessEligibility(availability);
	}

	/**
	 * The objections; child contexts use those of their parent, whose node they share.
	 */
	@Bean
	@ConditionalOnMissingBean
	Objections leaderElectionObjections(LeaderElectorRegistry registry) {
		return new Objections(registry);
	}

	@Bean
	EligibilityWatch leaderElectionEligibilityWatch(EligibilityProperties properties, Objections objections,
			ObjectProvider<Map<String, LeadershipEligibility>> checks, ApplicationContext context) {
		return new EligibilityWatch(objections, own(checks.getIfAvailable(Map::of), context),
				times(properties, context.getEnvironment()), ElectionLifecycle.PHASE - 1);
	}

	/** The checks of this context only: a parent context runs its own. */
	private static Map<String, LeadershipEligibility> own(Map<String, LeadershipEligibility> checks,
			ApplicationContext context) {
		Map<String, LeadershipEligibility> own = new LinkedHashMap<>(checks);
		own.keySet().removeIf((name) -> !context.containsLocalBean(name));
		return own;
	}

	private static EligibilityTimes times(EligibilityProperties properties, Environment environment) {
		try {
			return EligibilityTimes.of(UnsetValues.isSet(environment, INTERVAL) ? properties.checkInterval() : null,
					UnsetValues.isSet(environment, TIMEOUT) ? properties.checkTimeout() : null);
		}
		catch (InvalidSettingException ex) {
			throw InvalidElectionConfigurationException.of(ex);
		}
	}

}
