package io.github.leaderelection.test.assertj;

import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.test.LeadershipRecorder;
import io.github.leaderelection.test.LeadershipRecorder.Entry;
import io.github.leaderelection.test.LeadershipRecorder.Granted;
import io.github.leaderelection.test.LeadershipRecorder.Revoked;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on what a recorder has heard so far.
 */
public final class LeadershipRecorderAssert extends AbstractAssert<LeadershipRecorderAssert, LeadershipRecorder> {

	LeadershipRecorderAssert(LeadershipRecorder actual) {
		super(actual, LeadershipRecorderAssert.class);
	}

	/**
	 * Verifies that leadership was granted exactly once.
	 * @return this assertion
	 */
	public LeadershipRecorderAssert grantedOnce() {
		return granted(1);
	}

	/**
	 * Verifies how often leadership was granted.
	 * @param times the expected number of leaderships
	 * @return this assertion
	 */
	public LeadershipRecorderAssert granted(int times) {
		isNotNull();
		List<Granted> leaderships = this.actual.grants();
		if (leaderships.size() != times) {
			failWithActualExpectedAndMessage(leaderships.size(), times, "Expected %s leaderships, but heard %s", times,
					this.actual.entries());
		}
		return this;
	}

	/**
	 * Verifies that leadership was never granted.
	 * @return this assertion
	 */
	public LeadershipRecorderAssert neverGranted() {
		return granted(0);
	}

	/**
	 * Verifies the reasons of all revocations.
	 * @param reasons the expected reasons, oldest first
	 * @return this assertion
	 */
	public LeadershipRecorderAssert revokedFor(RevocationReason... reasons) {
		isNotNull();
		List<RevocationReason> heard = this.actual.revocations().stream().map(Revoked::reason).toList();
		List<RevocationReason> expected = List.of(reasons);
		if (!heard.equals(expected)) {
			failWithActualExpectedAndMessage(heard, expected, "Expected revocations for %s, but heard %s", expected,
					this.actual.entries());
		}
		return this;
	}

	/**
	 * Verifies that each leadership was revoked once, before the next one began. The last
	 * leadership need not be revoked.
	 * @return this assertion
	 */
	public LeadershipRecorderAssert pairsEveryGrantWithOneRevocation() {
		isNotNull();
		Long open = null;
		for (Entry entry : this.actual.entries()) {
			if (entry instanceof Granted granted) {
				if (open != null) {
					failWithMessage("Expected leadership %s to be revoked before leadership %s, but heard %s", open,
							granted.fencingToken(), this.actual.entries());
				}
				open = granted.fencingToken();
			}
			else if (entry instanceof Revoked revoked) {
				checkRevokes(revoked, open);
				open = null;
			}
		}
		return this;
	}

	private void checkRevokes(Revoked revoked, @Nullable Long open) {
		if (open == null || open != revoked.fencingToken()) {
			failWithMessage("Expected a revocation of %s, but %s was revoked; heard %s",
					(open != null) ? "leadership " + open : "nothing", revoked.fencingToken(), this.actual.entries());
		}
	}

	/**
	 * Verifies that each leadership has a larger fencing token than those before it.
	 * @return this assertion
	 */
	public LeadershipRecorderAssert hasRisingFencingTokens() {
		isNotNull();
		List<Long> tokens = this.actual.grants().stream().map(Granted::fencingToken).toList();
		if (!tokens.equals(tokens.stream().sorted().distinct().toList())) {
			failWithMessage("Expected fencing tokens that rise from leadership to leadership, but they are %s", tokens);
		}
		return this;
	}

	/**
	 * Verifies everything that was heard.
	 * @param expected the expected entries, oldest first
	 * @return this assertion
	 */
	public LeadershipRecorderAssert heardExactly(Entry... expected) {
		isNotNull();
		List<Entry> entries = this.actual.entries();
		List<Entry> wanted = Stream.of(expected).toList();
		if (!entries.equals(wanted)) {
			failWithActualExpectedAndMessage(entries, wanted, "Expected %s, but heard %s", wanted, entries);
		}
		return this;
	}

}
