package io.github.leaderelection.internal.ballot;

import java.util.List;

import io.github.leaderelection.internal.ballot.Claim.Standing;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which claim is the better one.
 */
class ClaimTests {

	@Test
	void betterClaimsAreGreater() {
		List<Claim> inOrder = List.of(new Claim(Standing.UNABLE, 0, 9, true, 9),
				new Claim(Standing.READY, 3, 9, true, 9), new Claim(Standing.BEHIND, 2, 9, true, 9),
				new Claim(Standing.READY, 1, 9, true, 9), new Claim(Standing.BEHIND, 0, 0, false, 0),
				new Claim(Standing.BEHIND, 0, 9, true, 9), new Claim(Standing.READY, 0, 0, false, 0),
				new Claim(Standing.READY, 0, 1, false, 9), new Claim(Standing.READY, 0, 1, true, 0),
				new Claim(Standing.READY, 0, 2, false, 1), new Claim(Standing.READY, 0, 2, false, 2),
				new Claim(Standing.READY, 0, 2, true, 0));
		assertThat(inOrder).isSortedAccordingTo(Claim.ORDER).doesNotHaveDuplicates();
		for (int i = 1; i < inOrder.size(); i++) {
			assertThat(Claim.ORDER.compare(inOrder.get(i), inOrder.get(i - 1))).isPositive();
		}
	}

	@Test
	void equalClaimsAreEqual() {
		assertThat(Claim.ORDER.compare(new Claim(Standing.READY, 0, 2, false, 1),
				new Claim(Standing.READY, 0, 2, false, 1)))
			.isZero();
	}

}
