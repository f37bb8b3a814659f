package io.github.leaderelection.test.store;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * A state of a store in which no node can lead by a lease there. A further one is its
 * name, what makes it, and what every node has to say of it.
 */
enum LeaderlessState {

	WRITES_ARE_REFUSED(LeaderlessState::refuseTakes, "Let it accept writes"),

	NO_RECORD_CAN_BE_MADE((contract, user) -> contract.refuseWrites(user.key()), "Let it accept writes"),

	NOTHING_IS_AT_ITS_ADDRESS(Opening.UNREACHED, "has not answered"),

	NOTHING_IS_ANSWERED(Opening.UNANSWERED, "has not answered"),

	TOKEN_IS_TOO_LARGE(damage("token", "9223372036854775807"), "token 9223372036854775807", "what else writes"),

	TOKEN_IS_NEGATIVE(damage("token", "-1"), "what else writes"),

	TOKEN_IS_NO_NUMBER(damage("token", "one"), "No node wrote the record", "waited for"),

	TOKEN_IS_MISSING(damage("token", null), "No node wrote the record", "waited for"),

	DURATION_IS_TOO_LONG(damage("duration", "9223372036854775807"), "waited for"),

	DURATION_IS_NEGATIVE(damage("duration", "-5"), "waited for"),

	DURATION_IS_MISSING(damage("duration", null), "waited for"),

	HOLDER_HAS_CONTROL_CHARACTERS(damage("holder", "a\nb\u001b[31m"), "No node wrote the record", "waited for"),

	RECORD_IS_OF_SOMEBODY_ELSE((contract, user) -> contract.writeOtherData(user.key()), "is no", "elete");

	private final Opening opening;

	private final Cause cause;

	/** What the problems of a node say, each of it in one of them. */
	private final List<String> said;

	LeaderlessState(Cause cause, String... said) {
		this(Opening.USUAL, cause, said);
	}

	LeaderlessState(Opening opening, String... said) {
		this(opening, (contract, user) -> {
		}, said);
	}

	LeaderlessState(Opening opening, Cause cause, String... said) {
		this.opening = opening;
		this.cause = cause;
		this.said = List.of(said);
	}

	/** Those that go together; what makes some is true of all records. */
	static List<List<LeaderlessState>> batches() {
		Set<LeaderlessState> alone = EnumSet.of(WRITES_ARE_REFUSED, NO_RECORD_CAN_BE_MADE);
		return Stream
			.concat(Stream.of(List.copyOf(EnumSet.complementOf(EnumSet.copyOf(alone)))), alone.stream().map(List::of))
			.toList();
	}

	private static Cause damage(String part, @Nullable String text) {
		return (contract, user) -> {
			user.held();
			contract.changePart(user.key(), part, text);
		};
	}

	private static void refuseTakes(LeaseStoreContract contract, StoreUser user) throws Exception {
		user.created();
		contract.refuseWrites(user.key());
	}

	Opening opening() {
		return this.opening;
	}

	void bringAbout(LeaseStoreContract contract, StoreUser user) throws Exception {
		this.cause.bringAbout(contract, user);
	}

	/** Whether a node says why it cannot lead. */
	boolean isSaidBy(LeaderElector elector) {
		List<String> problems = elector.status().problems();
		return this.said.stream().allMatch((words) -> problems.stream().anyMatch((problem) -> problem.contains(words)));
	}

	/**
	 * Which store the nodes have.
	 */
	enum Opening {

		USUAL, UNREACHED, UNANSWERED;

		LeaseStore open(LeaseStoreContract contract) throws Exception {
			return switch (this) {
				case USUAL -> contract.openStore();
				case UNREACHED -> contract.openStoreThatIsNotReached();
				case UNANSWERED -> contract.openStoreWithoutAnswers();
			};
		}

	}

	/**
	 * Makes the state.
	 */
	private interface Cause {

		void bringAbout(LeaseStoreContract contract, StoreUser user) throws Exception;

	}

}
