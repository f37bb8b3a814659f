package com.example;

import io.github.leaderelection.test.TestElection;
import io.github.leaderelection.test.autoconfigure.AutoConfigureLeaderElection;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest
@AutoConfigureLeaderElection
class BillingTests {

	@Autowired
	TestElection election;

	@Autowired
	Billing billing;

	@Test
	void followerChargesNobody() {
		int before = this.billing.runs();
		this.billing.chargeCustomers();
		assertThat(this.billing.runs()).isEqualTo(before);
	}

	@Test
	void leaderCharges() {
		this.election.grant();
		int before = this.billing.runs();
		this.billing.chargeCustomers();
		assertThat(this.billing.runs()).isGreaterThan(before);
	}

	@Test
	void leaderWhoseLeaseHasRunOutChargesNobody() {
		this.election.grant();
		this.election.expireLease();
		int before = this.billing.runs();
		this.billing.chargeCustomers();
		assertThat(this.billing.runs()).isEqualTo(before);
	}

}
