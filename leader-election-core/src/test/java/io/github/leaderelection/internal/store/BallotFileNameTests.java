package io.github.leaderelection.internal.store;

import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BallotFileNameTests {

	@Test
	void aPlainNameStaysReadable() {
		assertThat(BallotFileName.of("orders-2_x")).isEqualTo("orders-2_x.ballot");
	}

	@Test
	void noNameLeavesTheDirectory() {
		assertThat(List.of("..", ".", "/etc/passwd", "a\\b", "a\0b", "a:b")).map(BallotFileName::of)
			.containsExactly("%2E%2E.ballot", "%2E.ballot", "%2Fetc%2Fpasswd.ballot", "a%5Cb.ballot", "a%00b.ballot",
					"a%3Ab.ballot");
	}

	@Test
	void namesThatDifferInCaseDifferWhereCaseIsIgnored() {
		assertThat(List.of("orders", "Orders", "ORDERS", "%4Frders", "größe", "GRÖSSE"))
			.map((group) -> BallotFileName.of(group).toLowerCase(Locale.ROOT))
			.doesNotHaveDuplicates();
	}

	@Test
	void longNamesFitAndStayApart() {
		String long1 = "選".repeat(84) + "a";
		String long2 = "選".repeat(84) + "b";
		assertThat(BallotFileName.of(long1)).hasSizeLessThan(255)
			.matches("[%A-F0-9]{100}~[0-9a-f]{64}\\.ballot")
			.isNotEqualTo(BallotFileName.of(long2));
	}

}
