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
 * An election that a test decides. The code that publishes leaderships and calls
 * listeners is the code of production. So the application sees what it would see there:
 * fencing tokens rise, each leadership has one revocation, and state changes before
 * listeners are called. There is no network, there are no threads, and the clock stands
 * still: nothing happens unless the test asks for it.
 * <p>
 * When a method returns, listeners have been called and events published. If a listener
 * calls the method, they follow after that listener has returned. Safe for use from any
 * thread, though one election serves one test at a time.
 */
public final class TestElection {

	private final TestElectionNode node;

	TestElection(TestElectionNode node) {
		this.node = node;
	}

	/**
	 * Creates a builder.
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
	 * Returns the node, for code that starts and stops it.
	 * @return the node
	 */
	public ElectionNode node() {
		return this.node;
	}

	/**
	 * Returns the elector of the first group, which is {@code default} in an application.
	 * @return the elector
	 */
	public LeaderElector elector() {
		return all().iterator().next().elector();
	}

	/**
	 * Returns the elector of a group.
	 * @param group the group's name
	 * @return the elector
	 * @throws IllegalArgumentException if there is no such group
	 */
	public LeaderElector elector(String group) {
		return this.node.elector(group);
	}

	/**
	 * Makes this node the leader of every group. Does nothing in a group that it leads
	 * already, unless its leadership is being given up.
	 * @throws IllegalStateException if the node is not running, is paused, or is
	 * ineligible
	 */
	public void grant() {
		all().forEach(ScriptedGroup::lead);
	}

	/**
	 * Makes this node the leader of a group.
	 * @param group the group's name
	 * @throws IllegalArgumentException if there is no such group
	 * @throws IllegalStateException if the node is not running, is paused, or is
	 * ineligible
	 */
	public void grant(String group) {
		this.node.group(group).lead();
	}

	/**
	 * Ends the leadership of every group that this node leads, at once, even while work
	 * runs. To wait for running work, call {@link LeaderElector#resign()}.
	 * @param reason the reason that listeners are told
	 * @throws IllegalStateException if this node leads no group, or is not running
	 */
	public void revoke(RevocationReason reason) {
		Objects.requireNonNull(reason, "reason");
		led("revoke", (group) -> group.command(new Command.Revoke(reason)));
	}

	/**
	 * Ends the leadership of a group at once, even while work runs.
	 * @param group the group's name
	 * @param reason the reason that listeners are told
	 * @throws IllegalArgumentException if there is no such group
	 * @throws IllegalStateException if this node does not lead it, or is not running
	 */
	public void revoke(String group, RevocationReason reason) {
		Objects.requireNonNull(reason, "reason");
		led(group, "revoke").command(new Command.Revoke(reason));
	}

	/**
	 * Lets the lease of every group that this node leads run out, as if no quorum
	 * answered in time. The node no longer leads, and the watchdog revokes the leadership
	 * with the reason {@link RevocationReason#LEASE_EXPIRED}.
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
	 * Makes another node the leader of every group. A leadership of this node ends as
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
	 * Makes another node the leader of a group. A leadership of this node ends as
	 * {@link RevocationReason#SUPERSEDED}.
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
					"'" + other + "' is the node under test: call grant() to make it the leader, or name another node");
		}
	}

	/**
	 * Makes this node forget the leader of every group that another node leads.
	 * @throws IllegalStateException if the node is not running
	 */
	public void loseLeader() {
		all().forEach((group) -> group.command(new Command.Forget()));
	}

	/**
	 * Moves the clocks of the election. A leader does not renew its lease meanwhile, so a
	 * lease that is not longer runs out. Waiting for running work ends when the drain
	 * time is over.
	 * @param duration how far, above zero
	 * @throws IllegalArgumentException if the duration is not above zero
	 */
	public void advance(Duration duration) {
		if (duration.isNegative() || duration.isZero()) {
			throw new IllegalArgumentException(
					"Cannot advance the clocks by " + duration + ": use a duration above zero, such as PT1S");
		}
		all().forEach((group) -> group.advance(duration));
	}

	/**
	 * Returns to the state after the start, except that fencing tokens go on rising. An
	 * unchanged group stays as it is. In any other group a leadership ends as
	 * {@link RevocationReason#STOPPED}, and a new one begins if this node leads at first.
	 * Does not wait for running work. Does nothing while the node is not running.
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
		return new IllegalStateException("Nothing to " + what + ": the node '" + this.node.id() + "' does not lead "
				+ of + ". Call grant() first");
	}

}
