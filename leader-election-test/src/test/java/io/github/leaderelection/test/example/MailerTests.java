package io.github.leaderelection.test.example;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import io.github.leaderelection.test.LeadershipRecorder;
import io.github.leaderelection.test.TestElection;
import io.github.leaderelection.test.autoconfigure.TestElectionAutoConfiguration;
import io.github.leaderelection.test.example.Invoicing.Mailer;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests without a context, and with one that the test itself makes.
 */
class MailerTests {

	@Test
	void mailsAreSentByTheLeader() {
		TestElection election = TestElection.leading();
		Mailer mailer = new Mailer(election.elector());
		mailer.send();
		election.revoke(RevocationReason.SUPERSEDED);
		mailer.send();
		assertThat(mailer.sent()).isEqualTo(1);
	}

	@Test
	void everyGrantIsRevokedOnce() {
		TestElection election = TestElection.following();
		LeadershipRecorder recorder = LeadershipRecorder.of(election.elector());
		election.grant();
		election.expireLease();
		election.grant();
		assertThat(recorder).granted(2)
			.revokedFor(RevocationReason.LEASE_EXPIRED)
			.pairsEveryGrantWithOneRevocation()
			.hasRisingFencingTokens();
	}

	@Test
	void contextOfTheTestsOwnMaking() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(TestElectionAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, LeaderElectionGateAutoConfiguration.class))
			.withPropertyValues("leader-election.test.leading=true")
			.withBean(Mailer.class)
			.run((context) -> {
				context.getBean(Mailer.class).send();
				context.getBean(TestElection.class).expireLease();
				context.getBean(Mailer.class).send();
				assertThat(context.getBean(Mailer.class).sent()).isEqualTo(1);
			});
	}

}
