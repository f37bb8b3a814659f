package io.github.leaderelection.internal.store.lease;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LeaseText}.
 */
class LeaseTextTests {

	private static final LeaseRecord RECORD = new LeaseRecord(NodeId.of("a\\b"), -1, Long.MIN_VALUE,
			"http://a/b\\n \\ 'c' \"d\" \u4e8b\\s\\u0041", Long.MAX_VALUE, 1, true, NodeId.of("p"), 7, "1.2-ff");

	@Test
	void everyPartIsReadAsItWasWritten() {
		LeaseText text = LeaseText.parse(LeaseText.of(RECORD, "ff"), "");
		assertThat(text.found("1.2-ff")).isEqualTo(new FoundLease(RECORD, null));
		assertThat(text.stamp()).isEqualTo("ff");
	}

	@Test
	void partsThatAreNotThereHaveNoLine() {
		LeaseRecord record = new LeaseRecord(null, 0, 0, null, 1, 1, false, null, 0, "1.1-0");
		String text = LeaseText.of(record, "0");
		assertThat(text).doesNotContain("holder", "url", "preferred ");
		assertThat(LeaseText.parse(text, "").found("1.1-0").answer()).isEqualTo(new Answer.Held(record));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "\n\n", "hello", "{}", "token 1\nstamp x" })
	void textOfSomebodyElseIsRefused(String foreign) {
		assertThatIllegalArgumentException().isThrownBy(() -> LeaseText.parse(foreign, "Delete it"))
			.withMessageEndingWith("is not 'leader-election-lease 1'. Delete it");
	}

	@Test
	void textOfANewerReleaseIsNotToBeDeleted() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> LeaseText.parse("leader-election-lease 2\ntoken 1", "Delete it"))
			.withMessageContaining("a newer release wrote it. Run that release")
			.withMessageNotContaining("Delete");
	}

	@Test
	void linesOfANewerReleaseAreLeftOut() {
		LeaseText text = LeaseText.parse(LeaseText.of(RECORD, "ff") + "later x\n", "");
		assertThat(text.found("1.2-ff")).isEqualTo(new FoundLease(RECORD, null));
	}

	@ParameterizedTest
	@CsvSource({ "token 9223372036854775807,token one,its token 'one' is no number",
			"token 9223372036854775807,,it has no token", "free true,free maybe,neither yes nor no",
			"holder a\\\\b,holder a\\nb,'a\nb'", "url http://a,url http\\n://a,control characters",
			"preferred p,preferred a b,'a b'", "holder a\\\\b,holder \\q,Invalid escape",
			"stamp ff,stamp ../x,its stamp", "stamp ff,,its stamp" })
	void textWithAPartThatNoNodeWritesIsAForeignRecord(String part, @Nullable String instead, String wrong) {
		String text = LeaseText.of(RECORD, "ff").replace(part, (instead != null) ? instead : "");
		FoundLease found = LeaseText.parse(text, "").found("1.2-ff");
		assertThat(found.wrong()).contains(wrong.replace("\\n", "\n"));
		assertThat(found.answer()).isInstanceOf(Answer.Foreign.class);
		assertThat(found.told()).isNull();
		assertThat(found.record().holder()).isNull();
		assertThat(found.record().free()).isFalse();
	}

}
