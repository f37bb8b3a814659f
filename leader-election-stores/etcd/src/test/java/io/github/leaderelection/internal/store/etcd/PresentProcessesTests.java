package io.github.leaderelection.internal.store.etcd;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.lease.HintSpread;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PresentProcesses}.
 */
class PresentProcessesTests {

	private final PresentProcesses processes = new PresentProcesses();

	@Test
	void untilTheLookIsAnsweredNobodyKnowsHowMany() {
		assertThat(this.processes.count("group")).isEqualTo(HintSpread.UNKNOWN);
		this.processes.begin();
		this.processes.came("group/present/a");
		assertThat(this.processes.count("group")).isEqualTo(HintSpread.UNKNOWN);
	}

	@Test
	void thoseFoundAndThoseThatCameLaterAreCountedOnceEach() {
		this.processes.begin();
		this.processes.came("group/present/b");
		this.processes.found(List.of("group", "group/present/a", "group/present/b", "groups/present/x"));
		this.processes.came("group/present/c");
		assertThat(this.processes.count("group")).isEqualTo(3);
		assertThat(this.processes.count("groups")).isEqualTo(1);
	}

	@Test
	void whoWentIsNotCountedThoughAnOlderLookShowsIt() {
		this.processes.begin();
		this.processes.went("group/present/a");
		this.processes.found(List.of("group/present/a", "group/present/b"));
		assertThat(this.processes.count("group")).isEqualTo(1);
		this.processes.went("group/present/b");
		this.processes.came("group/present/a");
		assertThat(this.processes.count("group")).isEqualTo(1);
	}

	@Test
	void nodesAreThoseOfTheProcessesOfAGroupOnceThatIsKnown() {
		this.processes.begin();
		this.processes.came("group/present/1/b");
		assertThat(this.processes.nodes("group")).isEmpty();
		this.processes.found(List.of("group", "group/present/0", "group/present/2/a", "groups/present/3/x"));
		assertThat(this.processes.nodes("group")).containsExactlyInAnyOrder(NodeId.of("a"), NodeId.of("b"));
		this.processes.went("group/present/2/a");
		assertThat(this.processes.nodes("group")).containsExactly(NodeId.of("b"));
		this.processes.begin();
		assertThat(this.processes.nodes("group")).isEmpty();
	}

	@Test
	void anotherWatchKnowsNothingOfTheFormer() {
		this.processes.begin();
		this.processes.found(List.of("group/present/a"));
		this.processes.begin();
		assertThat(this.processes.count("group")).isEqualTo(HintSpread.UNKNOWN);
		this.processes.found(List.of());
		assertThat(this.processes.count("group")).isZero();
	}

}
