package io.github.leaderelection.test.store;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LeaseStoreContract}: it finds what a store does wrong.
 */
class LeaseStoreContractTests {

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void flawIsFound(Flaw flaw) {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> run(flaw.caughtBy, flaw));
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void testThatFindsAFlawFindsNothingElse(Flaw flaw) throws Exception {
		run(flaw.caughtBy, Flaw.NONE);
	}

	@Test
	void testWhoseAbilityIsMissingIsSkipped() {
		LeaseStoreContract contract = new FlawedContract(Flaw.NONE);
		assertThatExceptionOfType(TestAbortedException.class).isThrownBy(contract::clockOfTheEngineDecidesNothing)
			.withMessageContaining("cannot set the clock of its engine");
		contract.closeStores();
	}

	private static void run(Flaw.ContractTest test, Flaw flaw) throws Exception {
		FlawedContract contract = new FlawedContract(flaw);
		try {
			test.run(contract);
		}
		finally {
			contract.closeStores();
		}
	}

	/**
	 * The contract, for a store with a flaw.
	 */
	static class FlawedContract extends LeaseStoreContract {

		private final RegisterEngine engine;

		private final Flaw flaw;

		FlawedContract(Flaw flaw) {
			this.flaw = flaw;
			this.engine = new RegisterEngine(flaw);
		}

		@Override
		protected LeaseStore openStore() {
			return new RegisterStore(this.engine, this.flaw, RegisterStore.Connection.SOUND);
		}

		@Override
		protected LeaseStore openStoreWithoutAnswers() {
			return new RegisterStore(this.engine, this.flaw, RegisterStore.Connection.SILENT);
		}

		@Override
		protected LeaseStore openStoreThatLosesOneAnswer() {
			return new RegisterStore(this.engine, this.flaw, RegisterStore.Connection.BREAKS_ONCE);
		}

		@Override
		protected PausedTaker pauseInMidTake(Request.Take take) {
			RegisterEngine.Pause pause = this.engine.pauseNextTake();
			CompletionStage<Answer> answer = openStore().ask(take, patience());
			pause.awaitBegin();
			return () -> {
				pause.end();
				return answer.toCompletableFuture().get();
			};
		}

		@Override
		protected LeaseStore openStoreWithAnotherPrefix() {
			RegisterEngine below = (this.flaw == Flaw.IGNORES_ITS_PREFIX) ? this.engine : new RegisterEngine(this.flaw);
			return new RegisterStore(below, this.flaw, RegisterStore.Connection.SOUND);
		}

		@Override
		protected void restartEngine() {
			this.engine.restart();
		}

		@Override
		protected Restore copyRecord(Key copied) {
			LeaseRecord record = Objects.requireNonNull(this.engine.get(copied));
			return () -> this.engine.put(copied, record);
		}

		@Override
		protected void deleteRecord(Key deleted) {
			this.engine.delete(deleted);
		}

		/**
		 * A store that answers is not hurried, and for one that does not a test is to
		 * end.
		 */
		@Override
		protected Duration patience() {
			return (this.flaw == Flaw.NONE) ? super.patience() : Duration.ofSeconds(5);
		}

		@Override
		protected Duration slack() {
			return (this.flaw == Flaw.NONE) ? super.slack() : Duration.ofMillis(500);
		}

	}

}
