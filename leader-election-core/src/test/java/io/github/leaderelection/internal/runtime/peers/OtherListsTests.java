package io.github.leaderelection.internal.runtime.peers;

import java.util.List;
import java.util.Set;

import io.github.leaderelection.MemberHealth;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.ElectionView.MemberView;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OtherLists}.
 */
class OtherListsTests {

	private static MemberView member(String id, boolean linked, @Nullable String list) {
		return new MemberView(NodeId.of(id), MemberState.UNKNOWN, linked, null, null, list, MemberHealth.UNKNOWN);
	}

	private static List<String> problems(MemberView... members) {
		return OtherLists.problems(new ElectionView(Role.FOLLOWER, false, 0, null, List.of(members), 2, 3, Set.of(),
				"yes", List.of(), "own"));
	}

	@Test
	void membersWithTheSameListOrNoneThatIsKnownAreNoProblem() {
		assertThat(problems(member("b", true, "own"), member("c", true, null), member("d", false, "other"))).isEmpty();
	}

	@Test
	void linkedMembersWithAnotherListAreNamedWithTheKey() {
		assertThat(problems(member("b", true, "other"), member("c", true, "own"), member("d", true, "third")))
			.singleElement()
			.asString()
			.contains("b, d", "leader-election.peers");
	}

}
