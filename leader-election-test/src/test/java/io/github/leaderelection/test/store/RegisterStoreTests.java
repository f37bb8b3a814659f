package io.github.leaderelection.test.store;

import java.util.Objects;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * The contract holds for a store without a flaw.
 */
class RegisterStoreTests extends LeaseStoreContract {

	private final RegisterEngine engine = new RegisterEngine(Flaw.NONE);

	@Override
	protected LeaseStore openStore() {
		return new RegisterStore(this.engine, Flaw.NONE, RegisterStore.Connection.SOUND);
	}

	@Override
	protected LeaseStore openStoreWithoutAnswers() {
		return new RegisterStore(this.engine, Flaw.NONE, RegisterStore.Connection.SILENT);
	}

	@Override
	protected LeaseStore openStoreThatLosesOneAnswer() {
		return new RegisterStore(this.engine, Flaw.NONE, RegisterStore.Connection.BREAKS_ONCE);
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
		return new RegisterStore(new RegisterEngine(Flaw.NONE), Flaw.NONE, RegisterStore.Connection.SOUND);
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

}
