package io.github.leaderelection.internal.application;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import io.github.leaderelection.internal.runtime.Rehearsal;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
class HandOverRehearsalTests {

	private final AtomicBoolean begun = new AtomicBoolean();

	private final AtomicInteger rounds = new AtomicInteger();

	@Test
	void aRehearsalThatGoesWellSaysNothing(CapturedOutput output) {
		rehearsal(() -> true, UnaryOperator.identity()).rehearse();
		assertThat(this.rounds).hasValue(3);
		assertThat(output.getAll().lines()).filteredOn((line) -> line.contains("rehears")).isEmpty();
	}

	@Test
	void aRehearsalThatFailsIsOneWarning(CapturedOutput output) {
		rehearsal(() -> true, (envelope) -> {
			throw new UnsupportedOperationException("a broken wire");
		}).rehearse();
		assertThat(this.rounds).hasValue(1);
		assertThat(output.getAll().lines()).filteredOn((line) -> line.contains("rehears") && !line.contains("\tat "))
			.singleElement()
			.asString()
			.contains("WARN", "The rehearsal of a hand-over failed");
		assertThat(output).contains("a broken wire");
	}

	@Test
	void aRehearsalAfterWhichNothingCanBeReliedOnIsNotContained() {
		HandOverRehearsal broken = rehearsal(() -> true, (envelope) -> {
			throw new StackOverflowError("a broken machine");
		});
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(broken::rehearse);
	}

	@Test
	void aProcessRehearsesOnceAndLeavesNoThread() {
		assertThat(rehearsal(() -> true, UnaryOperator.identity()).begin()).isTrue();
		assertThat(rehearsal(() -> true, UnaryOperator.identity()).begin()).isFalse();
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
				.doesNotContain(HandOverRehearsal.THREAD));
		assertThat(this.rounds).hasValue(3);
	}

	@Test
	void aNodeThatDoesNotWantToDoesNotRehearse() {
		assertThat(rehearsal(() -> false, UnaryOperator.identity()).begin()).isFalse();
		assertThat(this.begun).isFalse();
		assertThat(this.rounds).hasValue(0);
	}

	private HandOverRehearsal rehearsal(BooleanSupplier wanted,
			UnaryOperator<Envelope<? extends ElectionMessage>> wire) {
		Supplier<Rehearsal> rehearsals = () -> {
			this.rounds.incrementAndGet();
			return new Rehearsal(new QuorumProtocol(), wire);
		};
		return new HandOverRehearsal(wanted, this.begun, HandOverRehearsal.rounds(rehearsals));
	}

}
