package io.github.leaderelection.test;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;

/**
 * An election that a test decides. What publishes leaderships and tells of them is what
 * runs in production, so the application sees what it would see there: fencing tokens
 * rise, each leadership has one revocation, and state changes before it is heard. There
 * is no network and there are no threads, and the clock of a lease stands still: nothing
 * happens that the test did not ask for.
 * <p>
 * When a method returns, listeners and events have been heard; where it is a listener
 * that calls, they are heard after that listener has returned. Safe for use from any
 * thread, though one election serves one test at a time.
 */
public final class TestElection {

	private final TestElectionNode node;

	TestElection(TestElectionNode node) {
		this.node = node;
	}

	/**
	 * Begins to build an election.
	 * @return a builder
	 */
	public static TestElectionBuilder builder() {
		return new TestElectionBuilder();
	}

	/**
	 * Starts an election in which this node leads.
	 * @param groups the groups; without any there is one group {@code default}
	 * @return the election, whose node runs
	 */
	public static TestElection leading(String... groups) {
		return started(true, groups);
	}

	/**
	 * Starts an election in which this node does not lead and knows no leader.
	 * @param groups the groups; without any there is one group {@code default}
	 * @return the election, whose node runs
	 */
	public static TestElection following(String... groups) {
		return started(false, groups);
	}

	private static TestElection started(boolean leading, String... groups) {
		TestElectionBuilder builder = builder().leading(leading);
		List.of(groups).forEach(builder::group);
		TestElection election = builder.build();
		election.node().start();
		return election;
	}

	/**
	 * The node, for whoever starts and stops it.
	 * @return the node
	 */
	public ElectionNode node() {
		return this.node;
	}

	/**
	 * The elector of the first group, which is {@code default} in an application.
	 * @return the elector
	 */
	public LeaderElector elector() {
		return all().iterator().next().elector();
	}

	/**
	 * The elector of a group.
	 * @param group the group's name
	 * @return the elector
	 * @throws IllegalArgumentException if there is no such group
	 */
	public LeaderElector elector(String group) {
		return this.node.elector(group);
	}

	/**
	 * Has this node lead every group. Nothing happens where it leads already, unless
	 * leadership is just being given up.
	 * @throws IllegalStateException if the node is not running, is paused, or is not fit
	 * to lead
	 */
	public void grant() {
		all().forEach(ScriptedGroup::lead);
	}

	/**
	 * Has this node lead a group.
	 * @param group the group's name
	 * @throws IllegalArgumentException if there is no such group
	 * @throws IllegalStateException if the node is not running, is paused, or is not fit
	 * to lead
	 */
	public void grant(String group) {
		this.node.group(group).lead();
	}

	/**
	 * Ends the leadership of every group that this node leads, at once and whatever work
	 * runs. To have running work awaited call {@link LeaderElector#resign()}.
	 * @param reason why, as listeners are told
	 * @throws IllegalStateException if this node leads no group, or is not running
	 */
	public void revoke(RevocationReason reason) {
		Objects.requireNonNull(reason, "reason");
		led("revoke", (group) -> group.command(new Command.Revoke(reason)));
	}

	/**
	 * Ends the leadership of a group.
	 * @param group the group's name
	 * @param reason why, as listeners are told
	 * @throws IllegalArgumentException if there is no such group
	 * @throws IllegalStateException if this node does not lead it, or is not running
	 */
	public void revoke(String group, RevocationReason reason) {
		Objects.requireNonNull(reason, "reason");
		led(group, "revoke").command(new Command.Revoke(reason));
	}

	/**
	 * Lets the leases of every group that this node leads run out, as if no quorum
	 * answered in time: each call that asks whether this node leads says no, and the
	 * watchdog tells of a revocation for the reason
	 * {@link RevocationReason#LEASE_EXPIRED}.
	 * @throws IllegalStateException if this node leads no group, or is not running
	 */
	public void expireLease() {
		led("expire", ScriptedGroup::expireLease);
	}

	/**
	 * Lets the lease of a group run out.
	 * @param group the group's name
	 * @throws IllegalArgumentException if there is no such group
	 * @throws IllegalStateException if this node does not lead it, or is not running
	 */
	public void expireLease(String group) {
		led(group, "expire").expireLease();
	}

	/**
	 * Has another node lead every group. A leadership that this node holds ends as
	 * {@link RevocationReason#SUPERSEDED}.
	 * @param other the other node
	 * @throws IllegalArgumentException if it is this node
	 * @throws IllegalStateException if the node is not running
	 */
	public void leader(NodeId other) {
		checkOther(other);
		all().forEach((group) -> group.command(new Command.Follow(other)));
	}

	/**
	 * Has another node lead a group.
	 * @param group the group's name
	 * @param other the other node
	 * @throws IllegalArgumentException if it is this node, or there is no such group
	 * @throws IllegalStateException if the node is not running
	 */
	public void leader(String group, NodeId other) {
		checkOther(other);
		this.node.group(group).command(new Command.Follow(other));
	}

	private void checkOther(NodeId other) {
		if (other.equals(this.node.id())) {
			throw new IllegalArgumentException(
					"'" + other + "' is the node under test: call grant() to have it lead, or name another node");
		}
	}

	/**
	 * Has no leader be known any more in every group that another node leads.
	 * @throws IllegalStateException if the node is not running
	 */
	public void loseLeader() {
		all().forEach((group) -> group.command(new Command.Forget()));
	}

	/**
	 * Lets time go by for the election alone: a leader renews nothing meanwhile, so a
	 * lease that is not longer runs out, and running work that is awaited is awaited no
	 * longer than the drain time.
	 * @param duration how long, above zero
	 * @throws IllegalArgumentException if the duration is not above zero
	 */
	public void advance(Duration duration) {
		if (duration.isNegative() || duration.isZero()) {
			throw new IllegalArgumentException(
					"Time does not go by " + duration + ": name a duration above zero, such as PT1S");
		}
		all().forEach((group) -> group.advance(duration));
	}

	/**
	 * Makes everything as it was after the start, save that fencing tokens go on rising.
	 * A group to which nothing happened since stays as it is; in any other a leadership
	 * ends as {@link RevocationReason#STOPPED} and, if this node is to lead at first,
	 * another follows. Running work is not awaited. Does nothing while the node is not
	 * running.
	 */
	public void reset() {
		this.node.reset();
	}

	private Collection<ScriptedGroup> all() {
		return this.node.all();
	}

	private void led(String what, Consumer<ScriptedGroup> action) {
		List<ScriptedGroup> led = all().stream().filter((group) -> group.elector().isLeader()).toList();
		if (led.isEmpty()) {
			throw nothingTo(what, "any group of " + this.node.groups());
		}
		led.forEach(action);
	}

	private ScriptedGroup led(String name, String what) {
		ScriptedGroup group = this.node.group(name);
		if (!group.elector().isLeader()) {
			throw nothingTo(what, "the group '" + name + "'");
		}
		return group;
	}

	private IllegalStateException nothingTo(String what, String of) {
		return new IllegalStateException("There is nothing to " + what + ": the node '" + this.node.id()
				+ "' does not lead " + of + ". Call grant() first");
	}

}
