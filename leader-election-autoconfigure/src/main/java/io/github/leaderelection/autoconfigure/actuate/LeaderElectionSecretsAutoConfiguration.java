package io.github.leaderelection.autoconfigure.actuate;

import io.github.leaderelection.internal.actuate.SecretKeys;

import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} that masks this library's secrets in
 * endpoints that show the values of keys.
 */
@AutoConfiguration
@ConditionalOnClass(SanitizingFunction.class)
public final class LeaderElectionSecretsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	SecretKeys leaderElectionSecretKeys() {
		return new SecretKeys();
	}

}
