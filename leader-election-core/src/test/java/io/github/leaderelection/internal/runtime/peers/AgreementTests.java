package io.github.leaderelection.internal.runtime.peers;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.spi.ForeignRules;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Agreement}.
 */
class AgreementTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static final ForeignRules BULLY = new ForeignRules("bully", "quorum");

	private final List<@Nullable String> told = new ArrayList<>();

	private boolean needsMajority;

	private final Agreement agreement = new Agreement(
			ElectionSettings.of("c", "g", A, List.of(A, B, C)).durable(true).priority(0).drainNanos(0).build(),
			() -> this.needsMajority, this.told::add);

	private @Nullable String last() {
		return this.told.get(this.told.size() - 1);
	}

	@Test
	void whoMeetsOneThatDiffersStandsOnlyWithAMajorityThatAgrees() {
		this.agreement.differs(B, BULLY);
		assertThat(last()).contains("[b]").contains("fewer than 2 members");
		this.agreement.agrees(C);
		assertThat(last()).isNull();
		this.agreement.gone(C);
		assertThat(last()).contains("[b]");
	}

	@Test
	void whoMeetsNobodyThatDiffersStandsAlone() {
		this.agreement.agrees(B);
		this.agreement.gone(B);
		assertThat(this.told).containsOnlyNulls();
		assertThat(this.agreement.problems()).isEmpty();
	}

	@Test
	void anElectionThatNeedsAMajorityNeedsNoneTwice() {
		this.needsMajority = true;
		this.agreement.differs(B, BULLY);
		assertThat(last()).isNull();
		assertThat(this.agreement.problems()).hasSize(1);
	}

	@Test
	void whatAMemberSaidHoldsUntilItSaysOtherwise() {
		this.agreement.differs(B, BULLY);
		this.agreement.gone(B);
		assertThat(last()).contains("[b]");
		assertThat(this.agreement.problems()).singleElement()
			.asString()
			.startsWith("ALGORITHM: member b holds the elections of this group by 'bully', this node by 'quorum'")
			.contains("stop all nodes");
		this.agreement.agrees(B);
		assertThat(last()).isNull();
		assertThat(this.agreement.problems()).isEmpty();
	}

}
