package io.github.leaderelection.internal.assignment.application;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.assignments.PartitionSource;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SourceRefresh}.
 */
class SourceRefreshTests {

	private static final Duration NEVER = Duration.ofDays(1);

	private final Source source = new Source();

	private final BlockingQueue<AssignmentEvent> events = new LinkedBlockingQueue<>();

	private BooleanSupplier leads = () -> true;

	private @Nullable SourceRefresh refresh;

	@AfterEach
	void close() {
		if (this.refresh != null) {
			this.refresh.close();
		}
	}

	private SourceRefresh refresh(Duration interval) {
		SourceRefresh made = new SourceRefresh(this.source, interval, this.leads, this.events::add);
		this.refresh = made;
		return made;
	}

	private @Nullable AssignmentEvent next() throws InterruptedException {
		return this.events.poll(1, TimeUnit.MINUTES);
	}

	private static AssignmentEvent learned(String... names) {
		return new AssignmentEvent.Learned("tenants", PartitionList.named(List.of(names)));
	}

	@Test
	void asksAtTheStartOfALeadership() throws InterruptedException {
		SourceRefresh refreshed = refresh(NEVER);
		refreshed.led();
		assertThat(next()).isEqualTo(learned("acme", "zoo"));
		this.source.names = List.of("acme", "acme", "bolt");
		refreshed.led();
		assertThat(next()).isEqualTo(learned("acme", "bolt"));
		assertThat(this.source.asked).hasValue(2);
		assertThat(this.source.thread).startsWith("leader-election-source-tenants-");
	}

	@Test
	void asksEachIntervalWhileItLeads() throws InterruptedException {
		CountDownLatch questions = new CountDownLatch(4);
		this.leads = () -> {
			questions.countDown();
			return questions.getCount() > 0;
		};
		refresh(Duration.ofMillis(1)).led();
		assertThat(questions.await(1, TimeUnit.MINUTES)).isTrue();
		assertThat(this.source.asked).hasValue(3);
		assertThat(this.events).hasSize(3);
	}

	@Test
	void aFailureKeepsTheLastListAndIsAProblemUntilTheNextAnswer() throws InterruptedException {
		SourceRefresh refreshed = refresh(Duration.ofMillis(1));
		this.source.failing = true;
		refreshed.led();
		Awaitility.await()
			.untilAsserted(() -> assertThat(refreshed.problem()).contains("assignment 'tenants'", "database away"));
		assertThat(this.events).isEmpty();
		this.source.failing = false;
		assertThat(next()).isEqualTo(learned("acme", "zoo"));
		Awaitility.await().until(() -> refreshed.problem() == null);
	}

	@Test
	void aFailureIsNoProblemOfANodeThatLeadsNoMore() {
		AtomicBoolean leading = new AtomicBoolean(true);
		this.leads = leading::get;
		SourceRefresh refreshed = refresh(Duration.ofMillis(1));
		this.source.failing = true;
		refreshed.led();
		Awaitility.await().until(() -> refreshed.problem() != null);
		leading.set(false);
		Awaitility.await().until(() -> refreshed.problem() == null);
	}

	@Test
	void aNameThatCannotBeUsedIsAProblemThatNamesIt() {
		SourceRefresh refreshed = refresh(NEVER);
		this.source.names = List.of("acme", "two words");
		refreshed.led();
		Awaitility.await().untilAsserted(() -> assertThat(refreshed.problem()).contains("'two words'"));
		this.source.names = Arrays.asList("acme", null);
		refreshed.led();
		Awaitility.await().untilAsserted(() -> assertThat(refreshed.problem()).contains("a name is null"));
		assertThat(this.events).isEmpty();
	}

	private static final class Source implements PartitionSource {

		private final AtomicInteger asked = new AtomicInteger();

		private volatile List<String> names = List.of("zoo", "acme");

		private volatile boolean failing;

		private volatile String thread = "";

		@Override
		public String assignment() {
			return "tenants";
		}

		@Override
		public Collection<String> partitions() throws IOException {
			this.asked.incrementAndGet();
			this.thread = Thread.currentThread().getName();
			if (this.failing) {
				throw new IOException("database away");
			}
			return this.names;
		}

	}

}
