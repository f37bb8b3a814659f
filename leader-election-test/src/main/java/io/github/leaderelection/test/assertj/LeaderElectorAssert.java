package io.github.leaderelection.test.assertj;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.NodeId;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on an elector at the instant of the call.
 */
public final class LeaderElectorAssert extends AbstractAssert<LeaderElectorAssert, LeaderElector> {

	LeaderElectorAssert(LeaderElector actual) {
		super(actual, LeaderElectorAssert.class);
	}

	/**
	 * Verifies that this node leads.
	 * @return this assertion
	 */
	public LeaderElectorAssert isLeader() {
		isNotNull();
		if (!this.actual.isLeader()) {
			failWithMessage("Expected this node to lead group '%s', but it does not:%n  %s", this.actual.group(),
					this.actual.status());
		}
		return this;
	}

	/**
	 * Verifies that this node does not lead.
	 * @return this assertion
	 */
	public LeaderElectorAssert isFollower() {
		isNotNull();
		if (this.actual.isLeader()) {
			failWithMessage("Expected this node not to lead group '%s', but it does:%n  %s", this.actual.group(),
					this.actual.status());
		}
		return this;
	}

	/**
	 * Verifies that this node leads with a fencing token.
	 * @param expected the token
	 * @return this assertion
	 */
	public LeaderElectorAssert hasFencingToken(long expected) {
		long token = token();
		if (token != expected) {
			failWithActualExpectedAndMessage(token, expected, "Expected fencing token %s in group '%s', but it is %s",
					expected, this.actual.group(), token);
		}
		return this;
	}

	/**
	 * Verifies that this node leads with a fencing token larger than another.
	 * @param other the other token
	 * @return this assertion
	 */
	public LeaderElectorAssert hasFencingTokenGreaterThan(long other) {
		long token = token();
		if (token <= other) {
			failWithMessage("Expected a fencing token above %s in group '%s', but it is %s", other, this.actual.group(),
					token);
		}
		return this;
	}

	private long token() {
		isNotNull();
		return this.actual.leadership()
			.map(Leadership::fencingToken)
			.orElseThrow(() -> failure("Expected this node to lead group '%s', but it holds no fencing token:%n  %s",
					this.actual.group(), this.actual.status()));
	}

	/**
	 * Verifies that this node leads and admits leader-only work.
	 * @return this assertion
	 */
	public LeaderElectorAssert admitsWork() {
		isNotNull();
		if (!admits()) {
			failWithMessage("Expected group '%s' to admit leader-only work, but it does not:%n  %s",
					this.actual.group(), this.actual.status());
		}
		return this;
	}

	/**
	 * Verifies that this node does not lead or is giving leadership up.
	 * @return this assertion
	 */
	public LeaderElectorAssert admitsNoWork() {
		isNotNull();
		if (admits()) {
			failWithMessage("Expected group '%s' to admit no leader-only work, but it does:%n  %s", this.actual.group(),
					this.actual.status());
		}
		return this;
	}

	private boolean admits() {
		try (LeaderWork work = this.actual.beginWork()) {
			return work != null;
		}
	}

	/**
	 * Verifies that this node knows the leader, itself or another.
	 * @param expected the leader
	 * @return this assertion
	 */
	public LeaderElectorAssert knowsLeader(NodeId expected) {
		isNotNull();
		NodeId known = this.actual.leader().map(LeaderInfo::id).orElse(null);
		if (!expected.equals(known)) {
			failWithActualExpectedAndMessage(known, expected, "Expected leader '%s' of group '%s' to be known, but %s",
					expected, this.actual.group(), (known != null) ? "it is '" + known + "'" : "none is");
		}
		return this;
	}

	/**
	 * Verifies that this node knows the leader, itself or another.
	 * @param expected the id of the leader
	 * @return this assertion
	 */
	public LeaderElectorAssert knowsLeader(String expected) {
		return knowsLeader(NodeId.of(expected));
	}

	/**
	 * Verifies that this node knows no leader.
	 * @return this assertion
	 */
	public LeaderElectorAssert knowsNoLeader() {
		isNotNull();
		this.actual.leader().ifPresent((leader) -> {
			throw failure("Expected no leader of group '%s' to be known, but it is '%s'", this.actual.group(),
					leader.id());
		});
		return this;
	}

}
