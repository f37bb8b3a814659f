package io.github.leaderelection.test.store;

/**
 * What a {@link RegisterStore} does wrong, and which test of the contract says so.
 */
enum Flaw {

	NONE((contract) -> {
	}),

	COMPARES_TOKENS(LeaseStoreContract::writeWithAnOldVersionIsRefused),

	COMPARES_HOLDERS(LeaseStoreContract::writeWithAnOldVersionIsRefused),

	LOCKS_UNTIL_A_TAKER_HAS_DONE(LeaseStoreContract::takerThatPausesInMidTakeDoesNotHoldUpTheLeader),

	COMPARES_BEFORE_IT_LOCKS(LeaseStoreContract::oneOfTwoHundredTakersHasIt),

	EXPIRES_BY_ITS_CLOCK(LeaseStoreContract::recordAndItsVersionOutliveTheDuration),

	FORGETS_AFTER_A_WHILE(LeaseStoreContract::recordAndItsVersionOutliveTheDuration),

	WRITES_IN_TWO_STEPS(LeaseStoreContract::readerSeesWholeWrites),

	KEEPS_THE_TOKEN(LeaseStoreContract::heldRecordIsTakenWithItsVersion),

	RAISES_THE_TOKEN_IN_RENEWALS(LeaseStoreContract::renewalChangesTheVersionAndNotTheToken),

	KEEPS_A_RENEWED_RECORD_FREE(LeaseStoreContract::renewalOfAReleasedRecordHoldsItAgain),

	LETS_TOKENS_OVERFLOW(LeaseStoreContract::recordWhoseTokenNoNodeWritesIsTakenUnderALegalOne),

	FORGETS_WHAT_THE_TAKER_ASKS_FOR(LeaseStoreContract::tokenIsAtLeastWhatTheTakerAsksFor),

	FORGETS_WHO_IS_PREFERRED(LeaseStoreContract::releaseKeepsWhoIsPreferredUntilTheNextTake),

	REPEATS_WHAT_WAS_NOT_ANSWERED(LeaseStoreContract::writeWhoseAnswerIsLostIsUnknownAndDoneOnce),

	REPEATS_WHAT_BROKE(LeaseStoreContract::writeThatIsDoneIsNotRefusedBecauseALibraryRepeatsIt),

	COUNTS_ITS_VERSIONS(LeaseStoreContract::versionOfADeletedRecordNeverComesBack),

	COUNTS_THE_VERSIONS_OF_EACH_RECORD(LeaseStoreContract::versionOfOneRecordIsNoneOfAnother),

	FORGETS_THE_CLOCK(LeaseStoreContract::tokenRisesThroughARestoredOlderCopy),

	READS_FROM_A_CACHE(LeaseStoreContract::everyClientSeesAWriteThatWasAnsweredAndNoReadGoesBack),

	READS_NOW_AND_THEN_FROM_A_CACHE(LeaseStoreContract::everyClientSeesAWriteThatWasAnsweredAndNoReadGoesBack),

	JOINS_NAMES(LeaseStoreContract::clustersAndGroupsAreApart),

	IGNORES_ITS_PREFIX(LeaseStoreContract::prefixesAreApart),

	WRITES_OVER_ANY_VALUE(LeaseStoreContract::oneOfManyWritersOfAValueHasWrittenIt),

	NAMES_VALUES_BY_THEIR_TEXT(LeaseStoreContract::valueIsWrittenOnlyOverTheOneThatWasReadLast),

	CUTS_VALUES(LeaseStoreContract::largestValueIsKept),

	WAITS_FOR_EVER(LeaseStoreContract::requestWithoutAnswerIsUnknownWhenItsTimeIsOver),

	TELLS_THAT_ALL_IS_FREE(LeaseStoreContract::recordThatIsToldIsOneThatWasWritten),

	TELLS_ANOTHER_DURATION(LeaseStoreContract::recordThatIsToldIsOneThatWasWritten),

	BLOCKS_THE_CALLER(LeaseStoreContract::requestsUnderWayAreAnsweredAtTheEnd),

	ANSWERS_BEFORE_IT_HAS_STARTED(LeaseStoreContract::recordIsThereAfterARestart),

	CREATES_OVER_A_RECORD(LeaseStoreContract::recordThatIsThereIsNotCreated);

	final ContractTest caughtBy;

	Flaw(ContractTest caughtBy) {
		this.caughtBy = caughtBy;
	}

	/**
	 * A test of the contract.
	 */
	interface ContractTest {

		void run(LeaseStoreContract contract) throws Exception;

	}

}
