package io.github.leaderelection.internal.metadata.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.Metadata.Entry;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Completed;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Outcome;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.internal.trace.TraceBudget;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer.Value;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for a register in a store that answers when a test says so.
 */
class StoredRegisterTests implements NodeClock, LeaseStore {

	private static final NodeId SELF = NodeId.of("a");

	private final Queue<Runnable> mails = new ConcurrentLinkedQueue<>();

	private final List<Request> requests = new ArrayList<>();

	private CompletableFuture<Answer> answer = new CompletableFuture<>();

	private final List<String> heard = new ArrayList<>();

	private long monotonicNanos = 1;

	private final GroupRegister register = register();

	private GroupRegister register() {
		RegisterFactory factory = new RegisterFactory((settings) -> RegisterFile.inMemory(), Runnable::run,
				new RegisterListener() {

					@Override
					public void written() {
						StoredRegisterTests.this.heard.add("written");
					}

					@Override
					public void synchronised() {
						StoredRegisterTests.this.heard.add("synchronised");
					}

				});
		factory.keptIn(this);
		ElectionSettings settings = ElectionSettings.of("cluster", "default", SELF, List.of(SELF)).build();
		return (GroupRegister) factory.create(new GroupHost(settings, this, () -> 4, (at, check) -> {
		}, 11, TraceBudget.WHOLE, (task) -> this.mails.add(task::deliver), (to, body) -> {
		}, (each) -> null));
	}

	@Override
	public long monotonicNanos() {
		return this.monotonicNanos;
	}

	@Override
	public long wallMillis() {
		return 0;
	}

	@Override
	public boolean keepsValues() {
		return true;
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		this.requests.add(request);
		this.answer = new CompletableFuture<>();
		return this.answer;
	}

	@Override
	public String description() {
		return "a test";
	}

	@Override
	public void close() {
		// holds nothing
	}

	private void run() {
		for (Runnable each = this.mails.poll(); each != null; each = this.mails.poll()) {
			each.run();
		}
	}

	private void answer(Answer said) {
		this.answer.complete(said);
		run();
	}

	private Request asked() {
		return this.requests.get(this.requests.size() - 1);
	}

	private void lead(long token) {
		this.register.performed(new Effect.Grant<>(token, token, new Lease(0, 0, 10_000_000_000L, Long.MAX_VALUE / 4)));
		run();
	}

	private void assertWrites(String version, String text) {
		assertThat(asked()).isInstanceOfSatisfying(Request.WriteValue.class, (write) -> {
			assertThat(write.version()).isEqualTo(version);
			assertThat(write.text()).isEqualTo(text);
		});
	}

	@Test
	void aValueIsNotReadableWhileAWriteIsUnderWay() {
		lead(7);
		assertThat(asked()).isInstanceOf(Request.ReadValue.class);
		answer(new Value("v1", "6.4 k=a+b%26"));
		assertWrites("v1", "7.1 k=a+b%26");
		assertThat(this.register.committed()).isNull();
		answer(new Value("v2", "7.1 k=a+b%26"));
		Metadata first = new Metadata(new LeaderSequenceNumber(7, 1), List.of(new Entry("k", "a b&")), false);
		assertThat(this.register.committed()).isEqualTo(first);

		CompletableFuture<Completed> written = this.register.write(first.sequence(), List.of(new Entry("k", "\u0000")));
		run();
		assertWrites("v2", "7.2 k=%00");
		assertThat(this.register.committed()).isNull();
		assertThat(this.register.snapshot().leading().committed()).isEqualTo(first);
		answer(new Answer.Unknown("it broke"));
		assertThat(written).isNotDone();
		assertThat(this.register.problem()).contains("a test", "it broke");
		this.register.check(1);
		assertThat(this.heard).containsExactly("synchronised");
		lead(8);
		assertThat(written).isCompletedWithValueMatching((done) -> done.outcome() == Outcome.UNKNOWN);
		answer(new Value("v3", "7.2 k=%00"));
		answer(new Value("v4", "8.1 k=%00"));
		assertThat(this.register.problem()).isNull();
		written = this.register.write(new LeaderSequenceNumber(8, 1), List.of());
		run();
		assertWrites("v4", "8.2 ");
		answer(new Value("v5", "8.2 "));
		assertThat(written).isCompletedWithValueMatching((done) -> done.outcome() == Outcome.COMMITTED);
		assertThat(this.heard).containsExactly("synchronised", "synchronised", "written");
		assertThat(this.register.committed().entries()).isEmpty();
	}

	@Test
	void aStoreThatNeverAnswersIsAProblemAndIsAskedAgain() {
		lead(7);
		CompletableFuture<Answer> first = this.answer;
		this.monotonicNanos += this.register.check(this.monotonicNanos);
		assertThat(this.register.problem()).isNull();
		this.monotonicNanos += this.register.check(this.monotonicNanos);
		assertThat(this.register.problem()).contains("No answer came in time");
		assertThat(this.register.snapshot().leading().committed()).isNull();
		this.register.check(this.monotonicNanos);
		assertThat(this.requests).hasSize(2);
		first.complete(new Value("v1", "6.4 k=a"));
		run();
		assertThat(this.requests).hasSize(2);
		answer(new Value("v1", "6.4 k=a"));
		assertWrites("v1", "7.1 k=a");
	}

	@Test
	void aValueUnderALaterTokenIsAProblemUntilAnotherGrant() {
		lead(7);
		answer(new Value("v1", "8.1 k=a"));
		assertThat(this.register.problem()).contains("later token");
		assertThat(this.register.committed()).isNull();
		lead(9);
		assertThat(this.register.problem()).isNull();
		answer(new Value("v1", "8.1 k=a"));
		answer(new Value("v2", "9.1 k=a"));
		assertThat(this.register.committed().entries()).containsExactly(new Entry("k", "a"));
	}

	@Test
	void whatNoNodeWroteIsRefused() {
		for (String text : List.of("", "k=v", "7. k=v", "7.1", "7.1 k", "7.1 k=%zz", "0.1 k=v", "1 k=v.w")) {
			assertThatIllegalArgumentException().as(text).isThrownBy(() -> MetadataText.parse(text));
		}
	}

}
