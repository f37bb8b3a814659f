package io.github.leaderelection.internal.runtime.peers;

import java.util.List;
import java.util.Set;

import io.github.leaderelection.MemberHealth;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.ElectionView.MemberView;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RefusalCauses}.
 */
class RefusalCausesTests {

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private long nanos = -5;

	private final RefusalCauses causes = new RefusalCauses(new NodeClock() {

		@Override
		public long monotonicNanos() {
			return RefusalCausesTests.this.nanos;
		}

		@Override
		public long wallMillis() {
			return 0;
		}

	});

	private static MemberView member(NodeId id, boolean linked) {
		return new MemberView(id, MemberState.UNKNOWN, linked, null, null, null, MemberHealth.UNKNOWN);
	}

	private static ElectionView view(int linked) {
		return new ElectionView(Role.FOLLOWER, false, 0, null, List.of(member(B, linked > 1), member(C, linked > 2)), 2,
				linked, Set.of(), "yes", List.of("Only few can be reached"), "list");
	}

	@Test
	void aCauseThatIsKnownTakesThePlaceOfTheNetwork() {
		assertThat(this.causes.problems(view(1))).singleElement().asString().contains("check the network");
		this.causes.refused(C, "SECRET: wrong secret");
		assertThat(this.causes.problems(view(1))).singleElement()
			.asString()
			.startsWith("Member c is not linked")
			.endsWith("SECRET: wrong secret");
		this.causes.refused(B, "CLUSTER: another cluster");
		assertThat(this.causes.problems(view(1))).hasSize(2).noneMatch((problem) -> problem.contains("network"));
	}

	@Test
	void whoIsLinkedOrHasEnoughMembersHasNothingToSay() {
		this.causes.refused(B, "SECRET: wrong secret");
		this.causes.refused(C, "SECRET: wrong secret");
		assertThat(this.causes.problems(view(2))).isEmpty();
		this.causes.connected(B);
		assertThat(this.causes.problems(view(1))).singleElement().asString().startsWith("Member c");
	}

	@Test
	void aStrangerIsSaidOnlyWhereNoMemberIsKnown() {
		this.causes.refused(null, "TRANSPORT: another transport (10.0.0.7)");
		assertThat(this.causes.problems(view(1))).singleElement()
			.asString()
			.contains("did not say who it is")
			.contains("10.0.0.7");
		this.causes.refused(B, "SECRET: wrong secret");
		assertThat(this.causes.problems(view(1))).singleElement().asString().startsWith("Member b");
	}

	@Test
	void whatIsNotSaidAgainIsForgotten() {
		this.causes.refused(B, "SECRET: wrong secret");
		this.nanos += RefusalCauses.LASTING_NANOS - 1;
		assertThat(this.causes.problems(view(1))).singleElement().asString().startsWith("Member b");
		this.nanos++;
		assertThat(this.causes.problems(view(1))).singleElement().asString().contains("check the network");
	}

}
