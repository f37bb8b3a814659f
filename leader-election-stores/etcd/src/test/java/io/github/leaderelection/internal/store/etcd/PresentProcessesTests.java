package io.github.leaderelection.internal.store.etcd;

import java.util.List;

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
	void anotherWatchKnowsNothingOfTheFormer() {
		this.processes.begin();
		this.processes.found(List.of("group/present/a"));
		this.processes.begin();
		assertThat(this.processes.count("group")).isEqualTo(HintSpread.UNKNOWN);
		this.processes.found(List.of());
		assertThat(this.processes.count("group")).isZero();
	}

}
