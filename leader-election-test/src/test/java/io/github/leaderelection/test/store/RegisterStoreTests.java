package io.github.leaderelection.test.store;

/**
 * The contract holds for a store without a flaw.
 */
class RegisterStoreTests extends LeaseStoreContractTests.FlawedContract {

	RegisterStoreTests() {
		super(Flaw.NONE);
	}

}
