package io.github.leaderelection.internal.store.lease;

import java.util.Objects;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReleaseNews}.
 */
class ReleaseNewsTests {

	private final Key key = new Key("orders", "default");

	private final LeaseRecord held = new LeaseRecord(NodeId.of("a"), 1, 2, "http://a", 7, 10, false, null, 0, "3-c");

	private final ReleaseNews news = new ReleaseNews();

	@BeforeEach
	void showWhoLeads() {
		this.news.note(this.key, new Answer.Held(this.held));
	}

	@Test
	void releaseOfTheLeadershipThatWasSeenIsKnownWhole() {
		assertThat(this.news.read(this.key, "4 7 6 5-b b")).isEqualTo(new ReleaseNews.Release(4,
				new LeaseRecord(NodeId.of("a"), 1, 2, "http://a", 7, 10, true, NodeId.of("b"), 6, "5-b")));
		assertThat(this.news.read(this.key, "4 7 0 5-b ").record()).isNotNull()
			.extracting(LeaseRecord::preferred)
			.isNull();
	}

	@Test
	void takeRestsOnNewsUntilTheStoreItselfShowsTheVersion() {
		LeaseRecord released = this.news.read(this.key, "4 7 0 5-b ").record();
		assertThat(this.news.isByNews(take("5-b"))).isTrue();
		assertThat(this.news.isByNews(take("3-c"))).isFalse();
		this.news.note(this.key, new Answer.Free(Objects.requireNonNull(released)));
		assertThat(this.news.isByNews(take("5-b"))).isFalse();
	}

	private Request.Take take(String version) {
		return new Request.Take(this.key, version, NodeId.of("b"), 1, 2, null, 3, 4, 5);
	}

	@ParameterizedTest
	@ValueSource(strings = { "4 8 0 5-b ", "4 6 0 5-b ", "4 9223372036854775807 0 5-b " })
	void releaseOfAnotherLeadershipHasToBeRead(String told) {
		assertThat(this.news.read(this.key, told)).isEqualTo(new ReleaseNews.Release(4, null));
	}

	@Test
	void releaseOfARecordThatWasNeverSeenHasToBeRead() {
		assertThat(this.news.read(new Key("orders", "other"), "4 7 0 5-b "))
			.isEqualTo(new ReleaseNews.Release(4, null));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "hello", "4", "x 7 0 5-b ", "4 x 0 5-b ", "4 7 x 5-b ", "4 7 0 5-b a/b" })
	void whatAnybodyElseSendsMakesNobodyTakeAnything(String told) {
		assertThat(this.news.read(this.key, told).record()).isNull();
	}

}
