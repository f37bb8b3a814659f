package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.leaderelection.internal.actuate.RequestDescriptor.Outcome;
import io.github.leaderelection.internal.protocol.StoreUse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class LeaderRequestsTests {

	private final StubElector elector = new StubElector(Statuses.leading("default"));

	private final StubNode node = new StubNode(this.elector);

	private final LeaderRequests requests = new LeaderRequests(Duration.ofSeconds(30));

	@Test
	void aTransferByAStoreMayGoToAMemberThatItDoesNotShow() {
		this.elector.asks(new StoreUse("a store", false, 1, 0, 0));
		assertThat(this.requests.handle(this.node, "default", "transfer", "a").outcome()).isEqualTo(Outcome.INVALID);
		assertThat(this.requests.handle(this.node, "default", "transfer", "no such\nid").outcome())
			.isEqualTo(Outcome.INVALID);
		assertThat(this.elector.asked()).isNull();
		assertThat(this.requests.handle(this.node, "default", "transfer", "c").outcome()).isEqualTo(Outcome.DONE);
		assertThat(this.elector.asked()).isEqualTo("transfer to c");
	}

	@ParameterizedTest
	@CsvSource({ "resign, 'has given up its leadership'", "pause, 'does not stand for election until it is resumed'",
			"resume, 'is not paused'" })
	void whatIsAskedIsDone(String action, String message) {
		RequestDescriptor answer = this.requests.handle(this.node, "default", action, null);
		assertThat(answer.outcome()).isEqualTo(Outcome.DONE);
		assertThat(answer.message()).contains(message);
		assertThat(this.elector.asked()).isEqualTo(action);
	}

	@Test
	void aDrainThatTakesLongIsInProgress() {
		this.elector.answers(new CompletableFuture<>());
		RequestDescriptor answer = new LeaderRequests(Duration.ofMillis(1)).handle(this.node, "default", "resign",
				null);
		assertThat(answer.outcome()).isEqualTo(Outcome.IN_PROGRESS);
	}

	@Test
	void anInterruptEndsTheWaitAndIsKept() {
		this.elector.answers(new CompletableFuture<>());
		Thread.currentThread().interrupt();
		RequestDescriptor answer = this.requests.handle(this.node, "default", "resign", null);
		assertThat(Thread.interrupted()).isTrue();
		assertThat(answer.outcome()).isEqualTo(Outcome.IN_PROGRESS);
	}

	@Test
	void aFailureThatIsNoRefusalIsThrown() {
		this.elector.answers(CompletableFuture.failedStage(new IllegalArgumentException("broken")));
		assertThatIllegalStateException().isThrownBy(() -> this.requests.handle(this.node, "default", "resign", null))
			.withMessageContainingAll("resign", "default")
			.havingCause()
			.withMessage("broken");
	}

	@ParameterizedTest
	@MethodSource
	void aRequestThatCanNeverBeGrantedDoesNotReachTheElection(String action, String to, String message) {
		RequestDescriptor answer = this.requests.handle(this.node, "default", action, to);
		assertThat(answer.outcome()).isEqualTo(Outcome.INVALID);
		assertThat(answer.message()).contains(message);
		assertThat(this.elector.asked()).isNull();
	}

	static Stream<Arguments> aRequestThatCanNeverBeGrantedDoesNotReachTheElection() {
		return Stream.of(Arguments.of(null, null, "'action' is missing: send {\"action\":\"resign\"}"),
				Arguments.of("abdicate", null, "Unknown action 'abdicate': send {\"action\":\"resign\"}"),
				Arguments.of("resign", "b", "has no parameter 'to', but it is 'b'"),
				Arguments.of("pause", "b", "'pause' has no parameter 'to', but it is 'b'"),
				Arguments.of("abdicate", null, "{\"action\":\"pause\"} or {\"action\":\"resume\"}"),
				Arguments.of("transfer", null, "'to' is missing: name one of [b]"),
				Arguments.of("transfer", "c", "'c' is not another member of group 'default': name one of [b]"),
				Arguments.of("transfer", "a", "'a' is not another member"),
				Arguments.of("transfer", "no such\nid", "is not another member"));
	}

}
