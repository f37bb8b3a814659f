package io.github.leaderelection.test.autoconfigure;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.test.TestElection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * The tests that an application has do not notice the day on which its settings name
 * peers or a store.
 */
@ExtendWith(OutputCaptureExtension.class)
class OwnTestsOfApplicationsTests {

	private static final String PEERS = "leader-election.peers=http://host-a:8080,http://host-b:8080";

	private static final String LOGGED = "logging.level.io.github.leaderelection.LeaderElector=info";

	private static final String STAND_IN = "This test has no web server, so no election is held";

	@ParameterizedTest
	@ValueSource(classes = { Mocked.class, NoWeb.class, Observing.class, InDatabase.class, InRedis.class })
	void workOfTheLeaderRunsAsBefore(Class<?> test) {
		Application.Books books = context(test).getBean(Application.Books.class);
		int before = books.closed();
		books.close();
		assertThat(books.closed()).isEqualTo(before + 1);
	}

	@Test
	void oneLineSaysSoForAllTestsThatShareAContext(CapturedOutput output) {
		assertThat(context(Shared.class)).isSameAs(context(SharedToo.class));
		assertThat(output).containsOnlyOnce(STAND_IN).contains("leader-only methods see a leader");
	}

	@Test
	void whatTheApplicationSaysOfADisabledElectionHolds() {
		assertThat(context(Follower.class).getBean(LeaderElector.class).isLeader()).isFalse();
	}

	@Test
	void testThatDecidesWhoLeadsIsLeftAlone(CapturedOutput output) {
		ApplicationContext context = context(Decided.class);
		assertThat(context.getBean(TestElection.class).elector()).isSameAs(context.getBean(LeaderElector.class));
		assertThat(output).doesNotContain(STAND_IN);
	}

	@Test
	void withoutPeersAndStoreTheNodeLeadsAlone(CapturedOutput output) {
		assertThat(context(Alone.class).getBean(LeaderElector.class).status().algorithm()).isEqualTo("quorum");
		assertThat(output).doesNotContain(STAND_IN);
	}

	@ParameterizedTest
	@ValueSource(classes = { Strict.class, OnAServer.class })
	void electionOfTheApplicationIsHeldWhereThatIsWantedOrAServerRuns(Class<?> test) {
		assertThatException().isThrownBy(() -> context(test))
			.havingRootCause()
			.isInstanceOf(InvalidElectionConfigurationException.class)
			.withMessageContaining("@AutoConfigureLeaderElection");
	}

	private static ApplicationContext context(Class<?> test) {
		return new TestContextManager(test).getTestContext().getApplicationContext();
	}

	@SpringBootTest(classes = Application.class, properties = PEERS)
	static class Mocked {

	}

	@SpringBootTest(classes = Application.class, properties = PEERS, webEnvironment = WebEnvironment.NONE)
	static class NoWeb {

	}

	@SpringBootTest(classes = Application.class, properties = { PEERS, "leader-election.observe=true" })
	static class Observing {

	}

	@SpringBootTest(classes = Application.class, properties = "leader-election.store=jdbc")
	static class InDatabase {

	}

	@SpringBootTest(classes = Application.class, properties = "leader-election.store=redis")
	static class InRedis {

	}

	@SpringBootTest(classes = Application.class, properties = { PEERS, LOGGED })
	static class Shared {

	}

	@SpringBootTest(classes = Application.class, properties = { PEERS, LOGGED })
	static class SharedToo {

	}

	@SpringBootTest(classes = Application.class, properties = { PEERS, "leader-election.gate.when-disabled=follower" })
	static class Follower {

	}

	@SpringBootTest(classes = Application.class, properties = PEERS)
	@AutoConfigureLeaderElection
	static class Decided {

	}

	@SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE)
	static class Alone {

	}

	@SpringBootTest(classes = Application.class, properties = { PEERS, "leader-election.test.strict=true",
			"leader-election.transport.secret=a-secret-of-sixteen-bytes" })
	static class Strict {

	}

	@SpringBootTest(classes = Application.class,
			properties = { PEERS, "leader-election.transport.secret=a-secret-of-sixteen-bytes" },
			webEnvironment = WebEnvironment.RANDOM_PORT)
	static class OnAServer {

	}

}
