package io.github.leaderelection.test.autoconfigure;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import io.github.leaderelection.test.TestElection;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.event.ApplicationEvents;
import org.springframework.test.context.event.RecordApplicationEvents;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AutoConfigureLeaderElection} as tests of applications use it.
 */
@SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE,
		properties = { "leader-election.enabled=false", "leader-election.peers=http://a:1,http://b:1,http://c:1",
				"leader-election.node-id=a", "leader-election.groups.billing.lease-duration=2s" })
@AutoConfigureLeaderElection
@RecordApplicationEvents
class AutoConfigureLeaderElectionTests {

	@Autowired
	private TestElection election;

	@Autowired
	private LeaderElector elector;

	@Autowired
	private Application.Books books;

	@Test
	void nodeDoesNotLeadUnlessItIsTo() {
		assertThat(this.elector).isFollower().knowsNoLeader();
		int before = this.books.closed();
		this.books.close();
		assertThat(this.books.closed()).isEqualTo(before);
	}

	@Test
	void leaderOnlyMethodsRunOnceLeadershipIsGrantedAndNoMoreOnceItIsRevoked() {
		int before = this.books.closed();
		this.election.grant();
		this.books.close();
		assertThat(this.books.closed()).isEqualTo(before + 1);
		this.election.revoke(RevocationReason.LEASE_EXPIRED);
		this.books.close();
		assertThat(this.books.closed()).isEqualTo(before + 1);
	}

	@Test
	void eventsArePublishedWhenTheCallReturns(@Autowired ApplicationEvents events) {
		this.election.grant("default");
		assertThat(events.stream(LeadershipGrantedEvent.class)).singleElement()
			.satisfies((event) -> assertThat(event.node()).isEqualTo(NodeId.of("a")));
		this.election.expireLease("default");
		assertThat(events.stream(LeadershipRevokedEvent.class)).singleElement()
			.satisfies((event) -> assertThat(event.reason()).isEqualTo(RevocationReason.LEASE_EXPIRED));
	}

	@Test
	void everyConfiguredGroupIsThere(@Autowired LeaderElectorRegistry registry) {
		assertThat(registry.groups()).containsExactlyInAnyOrder("default", "billing");
		this.election.grant("billing");
		assertThat(registry.elector("billing")).isLeader();
		assertThat(registry.elector("billing").leadership().orElseThrow().remaining()).hasSeconds(2);
		assertThat(this.elector).isFollower();
	}

	@Test
	void electionIsGivenToATestMethodToo(@Autowired TestElection given, @Autowired ElectionNode node) {
		assertThat(given).isSameAs(this.election);
		assertThat(node).isSameAs(this.election.node());
		assertThat(node.isRunning()).isTrue();
	}

	@Nested
	class Inherited {

		@Test
		void nestedTestHasTheElectionOfTheOneAround(@Autowired TestElection given) {
			assertThat(given).isSameAs(AutoConfigureLeaderElectionTests.this.election);
			assertThat(given.elector()).isFollower();
		}

	}

	@Nested
	@AutoConfigureLeaderElection(leading = true)
	class Overridden {

		@Test
		void nestedTestMayBeginOtherwise(@Autowired TestElection given) {
			assertThat(given.elector()).isLeader();
			assertThat(AutoConfigureLeaderElectionTests.this.elector).isLeader();
		}

	}

}
