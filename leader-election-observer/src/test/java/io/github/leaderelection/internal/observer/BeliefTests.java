package io.github.leaderelection.internal.observer;

import java.util.List;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.view.GroupView;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Belief}.
 */
class BeliefTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final long SECOND = 1_000_000_000;

	private final Belief belief = new Belief();

	/** A view with a lease of one second. */
	private static GroupView view(@Nullable String leader, long term) {
		GroupView.Led led = (leader != null) ? new GroupView.Led(NodeId.of(leader), "http://" + leader, term, term)
				: null;
		return new GroupView("g", "quorum", term, 1000, "f", led, List.of(), null);
	}

	private @Nullable String leader(long now) {
		LeaderInfo leader = this.belief.leader(now);
		return (leader != null) ? leader.id() + " " + leader.term() : null;
	}

	private void link(NodeId member, GroupView view) {
		this.belief.linked(member);
		this.belief.shown(view);
	}

	@Test
	void theLinkedMemberDecides() {
		assertThat(leader(0)).isNull();
		link(A, view("c", 5));
		assertThat(leader(1)).isEqualTo("c 5");
		assertThat(leader(100 * SECOND)).as("nothing changes while the link lasts").isEqualTo("c 5");
		this.belief.shown(view(null, 6));
		assertThat(leader(100 * SECOND)).isNull();
		this.belief.shown(view("b", 4));
		assertThat(leader(100 * SECOND)).as("its word alone counts").isEqualTo("b 4");
	}

	@Test
	void aLeaderIsDirectIfItIsTheLinkedMember() {
		link(A, view("a", 5));
		assertThat(this.belief.leader(0)).isEqualTo(new LeaderInfo(A, "http://a", 5, 5, true));
		this.belief.shown(view("b", 6));
		assertThat(this.belief.leader(0)).isEqualTo(new LeaderInfo(B, "http://b", 6, 6, false));
	}

	@Test
	void aLeaderCountsForALeaseAfterTheLink() {
		link(A, view("c", 5));
		this.belief.unlinked(10 * SECOND);
		assertThat(leader(11 * SECOND - 1)).isEqualTo("c 5");
		assertThat(leader(11 * SECOND)).isNull();
	}

	@Test
	void anotherMemberThatKnowsNoLeaderYetChangesNothingForALease() {
		link(A, view("c", 5));
		this.belief.unlinked(10 * SECOND);
		link(B, view(null, 5));
		assertThat(leader(10 * SECOND + SECOND / 2)).isEqualTo("c 5");
		assertThat(leader(11 * SECOND)).isNull();
	}

	@Test
	void anotherMemberThatIsBehindChangesNothingForALease() {
		link(A, view("c", 5));
		this.belief.unlinked(10 * SECOND);
		link(B, view("b", 4));
		assertThat(leader(10 * SECOND + SECOND / 2)).isEqualTo("c 5");
		assertThat(leader(11 * SECOND)).isNull();
		assertThat(leader(11 * SECOND + 1)).as("the only one who tells").isEqualTo("b 4");
	}

	@Test
	void anotherMemberThatKnowsANewerLeaderIsBelievedAtOnce() {
		link(A, view("c", 5));
		this.belief.unlinked(10 * SECOND);
		link(B, view("b", 6));
		assertThat(leader(10 * SECOND + 1)).isEqualTo("b 6");
	}

	@Test
	void theSameLeaderInALowerTermIsConfirmed() {
		link(A, view("c", 5));
		this.belief.unlinked(10 * SECOND);
		link(B, view("c", 4));
		assertThat(leader(20 * SECOND)).isEqualTo("c 4");
		this.belief.unlinked(20 * SECOND);
		link(A, view("c", 3));
		assertThat(leader(20 * SECOND + 1)).isEqualTo("c 3");
	}

}
