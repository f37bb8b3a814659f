package io.github.leaderelection.internal.view;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ElectorViews}.
 */
class ElectorViewsTests {

	private final ElectorViews views = new ElectorViews(
			ElectionNodeBuilder.forNode(NodeId.of("a")).group("default", GroupOptions.defaults()).build(),
			(group) -> Duration.ofSeconds(1));

	private static GroupValue value(long counter) {
		return new GroupValue("default", new LeaderSequenceNumber(1, counter), List.of(), false);
	}

	@Test
	void aValueIsShownBeforeItIsTold() {
		assertThat(this.views.value("default")).isNull();
		List<GroupValue> seen = new ArrayList<>();
		this.views.onChange(() -> seen.add(this.views.value("default")));
		this.views.show(value(1));
		this.views.show(value(2));
		assertThat(seen).containsExactly(value(1), value(2));
		assertThat(this.views.value("other")).isNull();
	}

}
