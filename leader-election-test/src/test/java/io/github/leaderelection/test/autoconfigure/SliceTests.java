package io.github.leaderelection.test.autoconfigure;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.test.TestElection;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AutoConfigureLeaderElection} on a slice of an application.
 */
@WebMvcTest(Application.LeaderController.class)
@ContextConfiguration(classes = Application.class)
@AutoConfigureLeaderElection(leading = true)
class SliceTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private TestElection election;

	@Autowired
	private Application.Books books;

	@Test
	void controllerSeesWhoLeads() {
		assertThat(this.mvc.get().uri("/leading")).hasBodyTextEqualTo("yes");
		this.election.leader(NodeId.of("b"));
		assertThat(this.mvc.get().uri("/leading")).hasBodyTextEqualTo("no");
	}

	@Test
	void methodsAreGated() {
		int before = this.books.closed();
		this.books.close();
		this.election.expireLease();
		this.books.close();
		assertThat(this.books.closed()).isEqualTo(before + 1);
	}

}
