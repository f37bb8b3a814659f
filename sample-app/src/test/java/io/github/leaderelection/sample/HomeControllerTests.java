package io.github.leaderelection.sample;

import java.time.LocalDateTime;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.test.TestElection;
import io.github.leaderelection.test.autoconfigure.AutoConfigureLeaderElection;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.BDDMockito.given;

/**
 * Tests for {@link HomeController}.
 */
@WebMvcTest(HomeController.class)
@AutoConfigureLeaderElection
class HomeControllerTests {

	private static final LocalDateTime NIGHT = LocalDateTime.of(2026, 1, 2, 2, 0, 0);

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private TestElection election;

	@MockitoBean
	private RunRecorder recorder;

	@Test
	void saysThatNobodyIsKnownToLead() {
		assertThat(this.mvc.get().uri("/")).hasStatusOk().bodyText().contains("knows no leader", "None yet.");
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

	@Test
	void listsTheLastRuns() {
		given(this.recorder.latest(10))
			.willReturn(List.of(new JobRun(2, "close-books", "<b>", 7, NIGHT.plusSeconds(1), null, "running", 0),
					new JobRun(1, "send-reminders", "node-b", 6, NIGHT, NIGHT.plusNanos(12_000_000), "done", 3)));
		assertThat(this.mvc.get().uri("/")).bodyText()
			.containsSubsequence("<td>close-books</td><td>02:00:01</td><td class=\"number\"></td><td>&lt;b&gt;</td>",
					"<td class=\"number\">7</td><td>running</td>",
					"<td>send-reminders</td><td>02:00:00</td><td class=\"number\">12 ms</td><td>node-b</td>",
					"<td class=\"number\">6</td><td>done</td><td class=\"number\">3</td>");
	}

	@Test
	void saysWhoLeadsWhileTheDatabaseIsAway() {
		this.election.leader(NodeId.of("node-b"));
		given(this.recorder.latest(anyInt())).willThrow(new QueryTimeoutException("away"));
		assertThat(this.mvc.get().uri("/")).hasStatusOk()
			.bodyText()
			.contains("<b>node-b</b> leads", "The database does not answer");
	}

}
