package io.github.leaderelection.sample;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.test.TestElection;
import io.github.leaderelection.test.autoconfigure.AutoConfigureLeaderElection;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HomeController}.
 */
@WebMvcTest(HomeController.class)
@AutoConfigureLeaderElection
class HomeControllerTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private TestElection election;

	@Test
	void saysThatNobodyIsKnownToLead() {
		assertThat(this.mvc.get().uri("/")).hasStatusOk().bodyText().contains("knows no leader");
	}

	@Test
	void saysThatThisNodeLeads() {
		this.election.grant();
		long token = this.election.elector().leadership().orElseThrow().fencingToken();
		assertThat(this.mvc.get().uri("/")).bodyText().contains("It leads under fencing token " + token);
	}

	@Test
	void saysWhoElseLeads() {
		this.election.leader(NodeId.of("node-b"));
		assertThat(this.mvc.get().uri("/")).bodyText().contains("<b>node-b</b> leads");
	}

}
