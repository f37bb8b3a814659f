package io.github.leaderelection;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * One group's election as this node sees it. Every method may be called from any thread
 * and none blocks.
 */
public interface LeaderElector {

	/**
	 * The group's name.
	 * @return the name
	 */
	String group();

	/**
	 * Whether this node leads: true only while the lease is valid by the clocks at the
	 * moment of the call. A node paused for longer than its lease answers false on the
	 * first call after it wakes.
	 * @return whether this node leads now
	 */
	boolean isLeader();

	/**
	 * The grant held.
	 * @return the grant, present only while it is valid at this instant
	 */
	Optional<Leadership> leadership();

	/**
	 * The leader this node knows, itself included.
	 * @return the leader, empty when none is known
	 */
	Optional<LeaderInfo> leader();

	/**
	 * An immutable picture of the group, made from one snapshot.
	 * @return the status
	 */
	ElectionStatus status();

	/**
	 * Admits leader-only work. After leadership is being given up nothing is admitted,
	 * though {@link #isLeader()} stays true until running work ended.
	 * @return the work, to be closed when it ends; null when this node does not lead or
	 * no longer admits work
	 */
	@Nullable LeaderWork beginWork();

	/**
	 * Gives up leadership in order: no new work is admitted, running work is awaited, the
	 * grant is revoked, and the successors are told. The node stands again after a
	 * cool-down, or when nobody else can.
	 * @return completes once the grant is revoked; exceptionally with
	 * {@link ElectionRequestException} if this node does not lead
	 */
	CompletionStage<Void> resign();

	/**
	 * Hands leadership to a chosen member, otherwise as {@link #resign()}. If the member
	 * does not take over at once the normal order of successors applies.
	 * @param member the member
	 * @return completes once the grant is revoked; exceptionally with
	 * {@link ElectionRequestException} if this node does not lead, or the member is
	 * unknown, unreachable, not eligible, or this node itself
	 */
	CompletionStage<Void> transferTo(NodeId member);

	/**
	 * Adds a listener. If this node leads or knows a leader the listener is told so
	 * first.
	 * @param listener the listener
	 * @return removes the listener when closed
	 */
	Registration addListener(LeadershipListener listener);

	/**
	 * A registered listener.
	 */
	@FunctionalInterface
	interface Registration extends AutoCloseable {

		/**
		 * Removes the listener; further calls do nothing.
		 */
		@Override
		void close();

	}

}
