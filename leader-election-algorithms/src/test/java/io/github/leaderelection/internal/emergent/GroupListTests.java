package io.github.leaderelection.internal.emergent;

import java.util.List;

import io.github.leaderelection.NodeId;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GroupList}.
 */
class GroupListTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private final GroupList three = GroupList.foundedBy(A, 7).joinedBy(B, 8, 2).joinedBy(C, 9, 3);

	@Test
	void oneThatJoinsAgainIsAnotherMember() {
		GroupList again = this.three.joinedBy(C, 10, 4);
		assertThat(again.contains(C, 9)).isFalse();
		assertThat(again.contains(C, 10)).isTrue();
		assertThat(again.age(C)).isEqualTo(4);
		assertThat(again.size()).isEqualTo(3);
		assertThat(again.hasCoordinatorOf(this.three)).isTrue();
		assertThat(GroupList.foundedBy(A, 11).hasCoordinatorOf(this.three)).isFalse();
	}

	@Test
	void anAgeIsNotGivenTwiceThoughTheYoungestWent() {
		GroupList next = this.three.withYoungest(List.of(A), 6).without(List.of(C), 9);
		assertThat(next.coordinator()).isEqualTo(B);
		assertThat(next.version()).isEqualTo(9);
		assertThat(next.renewed(10)).isEqualTo(new GroupList(10, next.members()));
		assertThat(next.joinedBy(C, 12, 11).age(C)).isEqualTo(5);
	}

	@Test
	void whatCannotBeRightIsNotGoneBy() {
		NodeId a = NodeId.of("a");
		NodeId b = NodeId.of("b");
		List<NodeId> both = List.of(a, b);
		GroupMember oldest = new GroupMember(a, 1, 1);
		assertThat(new GroupList(7, List.of(oldest, new GroupMember(b, -2, 2))).isPlausible(both)).isTrue();
		assertThat(new GroupList(7, List.of(oldest)).isPlausible(both)).isTrue();
		assertThat(new GroupList(0, List.of(oldest)).isPlausible(both)).isFalse();
		assertThat(new GroupList(-7, List.of(oldest)).isPlausible(both)).isFalse();
		assertThat(new GroupList(Long.MAX_VALUE, List.of(oldest)).isPlausible(both)).isFalse();
		assertThat(new GroupList(7, List.of()).isPlausible(both)).isFalse();
		assertThat(new GroupList(7, List.of(oldest)).isPlausible(List.of(b))).isFalse();
		assertThat(new GroupList(7, List.of(oldest, new GroupMember(a, 2, 2))).isPlausible(both)).isFalse();
		assertThat(new GroupList(7, List.of(oldest, new GroupMember(b, 2, 1))).isPlausible(both)).isFalse();
		assertThat(new GroupList(7, List.of(oldest, new GroupMember(b, 2, 0))).isPlausible(both)).isFalse();
		assertThat(new GroupList(7, List.of(oldest, new GroupMember(b, 2, Long.MAX_VALUE))).isPlausible(both))
			.isFalse();
	}

}
