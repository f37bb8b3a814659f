package io.github.leaderelection.autoconfigure.actuate;

import java.util.List;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.autoconfigure.context.properties.ConfigurationPropertiesReportEndpointAutoConfiguration;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class SecretKeysTests {

	private static final String SECRET = "kept-from-all-readers";

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ConfigurationPropertiesReportEndpointAutoConfiguration.class,
				LeaderElectionSecretsAutoConfiguration.class))
		.withUserConfiguration(Application.class)
		.withPropertyValues("management.endpoints.web.exposure.include=configprops",
				"management.endpoint.configprops.show-values=always", "leader-election.cluster=orders",
				"leader-election.transport.secret=" + SECRET, "leader-election.transport.previous-secret=" + SECRET);

	@Test
	void propertiesThatAreShownToAllShowNoSecret() {
		this.runner.run((context) -> {
			String shown = context.getBean(ConfigurationPropertiesReportEndpoint.class)
				.configurationPropertiesWithPrefix("leader-election")
				.getContexts()
				.values()
				.stream()
				.flatMap((beans) -> beans.getBeans().values().stream())
				.map((bean) -> bean.getProperties() + " " + bean.getInputs())
				.toList()
				.toString();
			assertThat(shown).contains("cluster=orders", SanitizableData.SANITIZED_VALUE).doesNotContain(SECRET);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.transport.secret", "leader-election.transport.previousSecret",
			"LEADERELECTION_TRANSPORT_PREVIOUSSECRET", "LEADER_ELECTION_TRANSPORT_SECRET",
			"leader-election.fencing.signature.secret", "leader-election.etcd.password",
			"leader-election.zookeeper.digest" })
	void secretIsMaskedHoweverItsKeyIsWritten(String key) {
		this.runner.run((context) -> assertThat(shown(context.getBean(SanitizingFunction.class), key))
			.isEqualTo(SanitizableData.SANITIZED_VALUE));
	}

	@Test
	void everythingElseIsShown() {
		this.runner.run((context) -> {
			SanitizingFunction masks = context.getBean(SanitizingFunction.class);
			for (String key : List.of("leader-election.cluster", "my.secret", "leader-election.peers")) {
				assertThat(shown(masks, key)).isEqualTo(SECRET);
			}
		});
	}

	private static Object shown(SanitizingFunction masks, String key) {
		return masks.apply(new SanitizableData(null, key, SECRET)).getValue();
	}

	@EnableConfigurationProperties(LeaderElectionProperties.class)
	static class Application {

	}

}
