package io.github.leaderelection.test.autoconfigure;

import java.time.Duration;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.settings.StoreKind;
import io.github.leaderelection.internal.settings.UnsetValues;
import io.github.leaderelection.node.GroupOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The lease that holds in production where the application keeps it in a store: another
 * one unless it is set. Here no store is asked, and {@code leader-election.store} is
 * blank in front of what the application says. So any source that names a store counts.
 *
 * @param hasStore whether the application has a store
 * @param isLeaseSet whether it says how long a lease lasts
 */
record KeptLease(boolean hasStore, boolean isLeaseSet) {

	static KeptLease of(Environment environment) {
		return new KeptLease(isNamed("leader-election.store", environment),
				isNamed("leader-election.lease-duration", environment));
	}

	private static boolean isNamed(String key, Environment environment) {
		ConfigurationPropertyName name = ConfigurationPropertyName.of(key);
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			ConfigurationProperty found = source.getConfigurationProperty(name);
			if (found != null && StringUtils.hasText(String.valueOf(found.getValue()))) {
				return true;
			}
		}
		return false;
	}

	Duration lease(Duration common, @Nullable Duration heartbeat) {
		return this.isLeaseSet ? common
				: UnsetValues.lease(this.hasStore ? StoreKind.DEFAULT_LEASE : common, heartbeat);
	}

	/** The usual one unless it is set, and never above what a store takes. */
	Duration heartbeat(@Nullable Duration common, Duration lease) {
		Duration usual = GroupOptions.heartbeat(this.hasStore ? Algorithm.LEASE : Algorithm.DEFAULT, lease);
		return (common == null || (this.hasStore && common.compareTo(usual) > 0)) ? usual : common;
	}

}
