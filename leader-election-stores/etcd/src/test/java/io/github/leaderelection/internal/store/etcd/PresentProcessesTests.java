package io.github.leaderelection.internal.store.etcd;

import java.util.Map;
import java.util.OptionalLong;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.lease.HintSpread;
import org.jspecify.annotations.Nullable;
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
		this.processes.came("group/present/a", 1);
		assertThat(this.processes.count("group")).isEqualTo(HintSpread.UNKNOWN);
	}

	@Test
	void thoseFoundAndThoseThatCameLaterAreCountedOnceEach() {
		this.processes.begin();
		this.processes.came("group/present/b", 1);
		this.processes.found(Map.of("group", 1L, "group/present/a", 2L, "group/present/b", 3L, "groups/present/x", 4L));
		this.processes.came("group/present/c", 3);
		assertThat(this.processes.count("group")).isEqualTo(3);
		assertThat(this.processes.count("groups")).isEqualTo(1);
	}

	@Test
	void whoWentIsNotCountedThoughAnOlderLookShowsIt() {
		this.processes.begin();
		this.processes.went("group/present/a");
		this.processes.found(Map.of("group/present/a", 1L, "group/present/b", 2L));
		assertThat(this.processes.count("group")).isEqualTo(1);
		this.processes.went("group/present/b");
		this.processes.came("group/present/a", 1);
		assertThat(this.processes.count("group")).isEqualTo(1);
	}

	@Test
	void nodesAreThoseOfTheProcessesOfAGroupOnceThatIsKnown() {
		this.processes.begin();
		this.processes.came("group/present/1/b", 1);
		assertThat(this.processes.nodes("group")).isEmpty();
		this.processes
			.found(Map.of("group", 1L, "group/present/0", 2L, "group/present/2/a", 3L, "groups/present/3/x", 4L));
		assertThat(this.processes.nodes("group")).containsExactlyInAnyOrder(NodeId.of("a"), NodeId.of("b"));
		this.processes.went("group/present/2/a");
		assertThat(this.processes.nodes("group")).containsExactly(NodeId.of("b"));
		this.processes.begin();
		assertThat(this.processes.nodes("group")).isEmpty();
	}

	@Test
	void whoCameBeforeIsAheadUnlessItLeaves() {
		this.processes.begin();
		this.processes.came("group/present/own/b", 3);
		assertThat(ahead("c")).isEmpty();
		this.processes
			.found(Map.of("group", 1L, "group/present/1/a", 2L, "group/present/2/c", 1L, "groups/present/3/d", 1L));
		this.processes.came("group/present/4/d", 4);
		assertThat(ahead(null)).hasValue(2);
		assertThat(ahead("c")).hasValue(1);
		assertThat(ahead("d")).hasValue(2);
		this.processes.went("group/present/1/a");
		assertThat(ahead("c")).hasValue(0);
		this.processes.went("group/present/own/b");
		assertThat(ahead("c")).isEmpty();
	}

	private OptionalLong ahead(@Nullable String leaving) {
		return this.processes.ahead("group", "own", (leaving != null) ? NodeId.of(leaving) : null);
	}

	@Test
	void anotherWatchKnowsNothingOfTheFormer() {
		this.processes.begin();
		this.processes.found(Map.of("group/present/a", 1L));
		this.processes.begin();
		assertThat(this.processes.count("group")).isEqualTo(HintSpread.UNKNOWN);
		this.processes.found(Map.of());
		assertThat(this.processes.count("group")).isZero();
	}

}
