package io.github.leaderelection.autoconfigure;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.ObserverPlan;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ObserverPlanReader}.
 */
class ObserverPlanReaderTests {

	private static final String PEERS = "leader-election.peers=a@http://localhost:1,b@http://localhost:2";

	private static ObserverPlan plan(String... properties) {
		MockEnvironment environment = new MockEnvironment();
		environment.setProperty("leader-election.observe", "true");
		for (String property : properties) {
			int equals = property.indexOf('=');
			environment.setProperty(property.substring(0, equals), property.substring(equals + 1));
		}
		ConfigurationPropertySources.attach(environment);
		return ObserverPlanReader
			.read(Binder.get(environment).bindOrCreate("leader-election", LeaderElectionProperties.class), environment);
	}

	private static void assertRefused(String key, String words, String... properties) {
		assertThatExceptionOfType(InvalidElectionConfigurationException.class).as(List.of(properties).toString())
			.isThrownBy(() -> plan(properties))
			.satisfies((ex) -> {
				assertThat(ex.key()).isEqualTo(key);
				assertThat(ex.getMessage() + ex.description(null)).contains(words);
				assertThat(ex.remedy()).isNotEmpty();
			});
	}

	@Test
	void namesTheMembersAndTheGroups() {
		ObserverPlan plan = plan(PEERS, "leader-election.groups.billing.priority=3", "leader-election.cluster=blue",
				"leader-election.node-id=x", "leader-election.priority=0", "leader-election.transport.port=0",
				"leader-election.state-directory=/nowhere");
		assertThat(plan.cluster()).isEqualTo("blue");
		assertThat(plan.peers().ids()).containsExactly(NodeId.of("a"), NodeId.of("b"));
		assertThat(plan.groups()).containsExactly("default", "billing");
		assertThat(plan.nodeId()).isEqualTo(NodeId.of("x"));
	}

	@Test
	void withoutMembersThereIsNobodyToObserve() {
		assertRefused("leader-election.peers", "no members to observe");
		assertRefused("leader-election.peers", "no entry has a URL", "leader-election.peers=a@,b@");
	}

	@Test
	void certificatesOfMembersAreNotAskedForByAnObserver() {
		assertThat(plan(PEERS, "leader-election.transport.ssl.client-auth=need").peers().ids())
			.containsExactly(NodeId.of("a"), NodeId.of("b"));
	}

	@Test
	void anObserverIsNoMember() {
		assertRefused("leader-election.node-id", "member of this id", PEERS, "leader-election.node-id=b");
		assertRefused("leader-election.advertised-url", "member of this URL", PEERS,
				"leader-election.advertised-url=http://localhost:2");
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> plan(PEERS).checkPort(2))
			.withMessageContaining("b@http://localhost:2")
			.satisfies((ex) -> assertThat(ex.key()).isEqualTo("leader-election.peers"));
		plan(PEERS).checkPort(3);
	}

	@Test
	void anObserverNeitherLeadsByALeaseNorAlone() {
		assertRefused("leader-election.observe", "leader-election.store=jdbc", PEERS, "leader-election.store=jdbc");
		assertRefused("leader-election.observe", "standalone", PEERS, "leader-election.standalone=true");
	}

	@Test
	void anObserverNeedsASecretForOtherMachinesWhateverTheTransportOfMembers() {
		assertThat(plan(PEERS, "leader-election.transport.type=http").peers().ids()).containsExactly(NodeId.of("a"),
				NodeId.of("b"));
		assertRefused("leader-election.transport.type", "no such transport", PEERS,
				"leader-election.transport.type=udp");
		assertRefused("leader-election.transport.secret", "loopback", "leader-election.peers=a@http://host-a:1");
		assertThat(plan("leader-election.peers=a@http://host-a:1", "leader-election.transport.secret=0123456789abcdef")
			.peers()
			.ids()).containsExactly(NodeId.of("a"));
	}

}
