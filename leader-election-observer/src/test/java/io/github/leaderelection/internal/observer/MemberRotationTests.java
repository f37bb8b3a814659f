package io.github.leaderelection.internal.observer;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.NodeId;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MemberRotationTests {

	private static final List<NodeId> MEMBERS = List.of(NodeId.of("a"), NodeId.of("b"), NodeId.of("c"));

	private final MemberRotation rotation = new MemberRotation(MEMBERS);

	@Test
	void everyMemberHasATurnBeforeOneHasAnother() {
		assertThat(List.of(next(), next(), next())).containsExactlyInAnyOrderElementsOf(MEMBERS);
	}

	@Test
	void membersThatMayNotBeDialledAreSkipped() {
		NodeId only = NodeId.of("b");
		assertThat(this.rotation.next(only::equals)).isEqualTo(only);
		assertThat(this.rotation.next((each) -> false)).isNull();
	}

	@Test
	void presentMemberMayBeDrawnAndThenTheOthersFollow() {
		NodeId present = NodeId.of("a");
		Set<Boolean> drawn = new HashSet<>();
		while (drawn.size() < 2) {
			boolean other = this.rotation.drawAnew(present);
			drawn.add(other);
			assertThat(next()).isNotEqualTo(present);
		}
	}

	@Test
	void onlyMemberStays() {
		MemberRotation one = new MemberRotation(List.of(NodeId.of("a")));
		assertThat(one.drawAnew(NodeId.of("a"))).isFalse();
		assertThat(one.next((each) -> true)).isEqualTo(NodeId.of("a"));
	}

	private NodeId next() {
		return this.rotation.next((each) -> true);
	}

}
