package io.github.leaderelection.internal.store.zookeeper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RecordVersion}.
 */
class RecordVersionTests {

	private static int after(int count) {
		return new RecordVersion(count, "a").next(11).count();
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -2, -1 })
	void versionIsReadAsItIsWritten(int count) {
		RecordVersion version = new RecordVersion(count, "ff");
		assertThat(RecordVersion.parse(version.toString())).isEqualTo(version);
	}

	@Test
	void versionsAreCountedAsZookeeperDoes() {
		assertThat(after(0)).isEqualTo(1);
		assertThat(after(Integer.MAX_VALUE)).isEqualTo(Integer.MIN_VALUE);
		assertThat(after(-2)).as("after the last one that is no wildcard").isZero();
		assertThat(after(-1)).as("of an old server").isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "-", "--", "7", "-7", "ff-ff", "--7-ff", "99999999999-ff" })
	void whatIsNoVersionIsThatOfNoNode(String text) {
		RecordVersion none = RecordVersion.parse(text);
		assertThat(none.stamp()).startsWith("none-");
		assertThat(none.count()).as("a version that the server compares").isNotEqualTo(-1);
	}

}
