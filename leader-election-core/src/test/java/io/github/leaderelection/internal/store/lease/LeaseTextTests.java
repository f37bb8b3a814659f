package io.github.leaderelection.internal.store.lease;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LeaseText}.
 */
class LeaseTextTests {

	@Test
	void everyPartIsReadAsItWasWritten() {
		LeaseRecord record = new LeaseRecord(NodeId.of("a\\b"), -1, Long.MIN_VALUE,
				"http://a/\nb\r\\n \\ 'c' \"d\" \u4e8b\\s\\u0041", Long.MAX_VALUE, 1, true, NodeId.of("p"), 7,
				"1.2-ff");
		LeaseText text = LeaseText.parse(LeaseText.of(record, "ff"));
		assertThat(text.record("1.2-ff")).isEqualTo(record);
		assertThat(text.stamp()).isEqualTo("ff");
	}

	@Test
	void partsThatAreNotThereHaveNoLine() {
		LeaseRecord record = new LeaseRecord(null, 0, 0, null, 1, 1, false, null, 0, "1.1-0");
		String text = LeaseText.of(record, "0");
		assertThat(text).doesNotContain("holder", "url", "preferred ");
		assertThat(LeaseText.parse(text).record("1.1-0")).isEqualTo(record);
	}

	@Test
	void textOfSomebodyElseIsRefused() {
		String own = LeaseText.of(new LeaseRecord(null, 0, 0, null, 1, 1, false, null, 0, ""), "0");
		for (String foreign : new String[] { "", "\n\n", "hello", "{}", "token 1\nstamp x",
				own.replace(" 1\nt", " 2\nt"), own.replace("token 1", "token one"), own.replace("free ", "fee "),
				own.replace("stamp 0", "stamp \\") }) {
			assertThatIllegalArgumentException().as(foreign).isThrownBy(() -> LeaseText.parse(foreign).record("1.1-0"));
		}
	}

}
