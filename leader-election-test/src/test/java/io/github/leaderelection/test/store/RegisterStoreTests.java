package io.github.leaderelection.test.store;

import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Key;

/**
 * The contract holds for a store without a flaw.
 */
class RegisterStoreTests extends LeaseStoreContract {

	private final RegisterEngine engine = new RegisterEngine(Flaw.NONE);

	@Override
	protected LeaseStore openStore() {
		return new RegisterStore(this.engine, Flaw.NONE, true);
	}

	@Override
	protected LeaseStore openStoreWithoutAnswers() {
		return new RegisterStore(this.engine, Flaw.NONE, false);
	}

	@Override
	protected void deleteRecord(Key deleted) {
		this.engine.delete(deleted);
	}

	@Override
	protected boolean isToShowWhoIsPresent() {
		return true;
	}

}
