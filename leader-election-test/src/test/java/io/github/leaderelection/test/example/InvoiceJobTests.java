package io.github.leaderelection.test.example;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.test.TestElection;
import io.github.leaderelection.test.autoconfigure.AutoConfigureLeaderElection;
import io.github.leaderelection.test.example.Invoicing.Cache;
import io.github.leaderelection.test.example.Invoicing.InvoiceJob;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest
@AutoConfigureLeaderElection(leading = true)
class InvoiceJobTests {

	@Autowired
	TestElection election;

	@Autowired
	InvoiceJob job;

	@Test
	void runsOnTheLeaderAlone() {
		int before = this.job.runs();
		this.job.chargeCustomers();
		assertThat(this.job.runs()).isEqualTo(before + 1);

		this.election.expireLease();
		this.job.chargeCustomers();
		assertThat(this.job.runs()).isEqualTo(before + 1);
	}

	@Test
	void cacheIsFilledAtEachGrant(@Autowired Cache cache, @Autowired LeaderElector elector) {
		this.election.leader(NodeId.of("other-node"));
		assertThat(elector).isFollower().knowsLeader("other-node");

		this.election.grant();
		long token = elector.leadership().orElseThrow().fencingToken();
		assertThat(cache.filledUnder()).last().isEqualTo(token);
	}

}
