package io.github.leaderelection;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * The election of one group as this node sees it. Safe for use from any thread; no method
 * blocks.
 */
public interface LeaderElector {

	/**
	 * The group's name.
	 * @return the name
	 */
	String group();

	/**
	 * Whether this node leads. True only while the lease is valid by the clocks at the
	 * moment of the call. After a pause longer than the lease, the first call already
	 * returns false.
	 * @return whether this node leads now
	 */
	boolean isLeader();

	/**
	 * The present leadership of this node.
	 * @return the leadership, or empty unless it is valid at this moment
	 */
	Optional<Leadership> leadership();

	/**
	 * The leader that this node knows, possibly itself.
	 * @return the leader, or empty if none is known
	 */
	Optional<LeaderInfo> leader();

	/**
	 * The status of the group, made from one snapshot.
	 * @return the status
	 */
	ElectionStatus status();

	/**
	 * Admits leader-only work. While leadership is being given up, no work is admitted,
	 * although {@link #isLeader()} stays true until running work has ended.
	 * @return the work, to be closed when it ends; null if this node does not lead or no
	 * longer admits work
	 */
	@Nullable LeaderWork beginWork();

	/**
	 * Admits leader-only work with a name, see {@link #beginWork()}.
	 * @param name the name for the log and for {@link #workInFlight()}, one of few, such
	 * as the name of a method
	 * @return the work, to be closed when it ends; null if this node does not lead or no
	 * longer admits work
	 */
	@Nullable LeaderWork beginWork(String name);

	/**
	 * The running leader-only work of this node, of any leadership.
	 * @return a snapshot
	 */
	WorkInFlight workInFlight();

	/**
	 * Runs a task on the calling thread if this node leads and admits work. It counts as
	 * work in flight until it ends.
	 * @param task the task
	 * @return whether the task ran
	 * @throws RuntimeException if the task fails
	 */
	default boolean runIfLeader(Runnable task) {
		return AdmittedCall.call(beginWork(task.getClass().getName()), (leadership) -> {
			task.run();
			return true;
		}).ran();
	}

	/**
	 * Makes a call on the calling thread if this node leads and admits work. It counts as
	 * work in flight until it ends. If it returns a {@link CompletionStage}, it counts
	 * until that completes.
	 * @param <T> the type of the result
	 * @param <X> the type of the exception
	 * @param call the call
	 * @return the result, or that the call was skipped
	 * @throws X if the call fails
	 */
	default <T extends @Nullable Object, X extends Exception> LeaderResult<T> callIfLeader(LeaderCall<T, X> call)
			throws X {
		return AdmittedCall.call(beginWork(call.getClass().getName()), call);
	}

	/**
	 * Returns a future for the next known leader, this node or another.
	 * @return completes with the leader, soon if one is already known. Limit it with
	 * {@link CompletableFuture#orTimeout} or cancel it, for there may never be a leader.
	 * Its dependents run on the common pool
	 */
	default CompletableFuture<LeaderInfo> awaitLeader() {
		return LeaderFutures.leader(this);
	}

	/**
	 * Returns a future for the next leadership of this node.
	 * @return completes with a leadership that was valid a moment before; otherwise like
	 * {@link #awaitLeader()}
	 */
	default CompletableFuture<Leadership> awaitLeadership() {
		return LeaderFutures.leadership(this);
	}

	/**
	 * Gives up leadership gracefully. The node admits no new work, waits for running work
	 * and for {@link LeadershipListener#onDraining}, ends its leadership and names its
	 * successors. It stands again after a cool-down, or if no other node can.
	 * @return completes when the leadership has ended, even before listeners hear of that
	 * end. A listener that waits for it holds up the drain. Fails with
	 * {@link ElectionRequestException} if this node does not lead
	 */
	CompletionStage<Void> resign();

	/**
	 * Transfers leadership to a member, otherwise like {@link #resign()}. If the member
	 * does not take over at once, the usual order of successors applies.
	 * @param member the member
	 * @return completes when the leadership has ended. Fails with
	 * {@link ElectionRequestException} if this node does not lead, or if the member is
	 * unknown, unreachable, ineligible, or this node itself
	 */
	CompletionStage<Void> transferTo(NodeId member);

	/**
	 * The broadcasts of leaders to their followers.
	 * @return always the same object
	 */
	Broadcasts broadcasts();

	/**
	 * The eligibility of this node, for pausing and resuming it.
	 * @return always the same object
	 */
	Eligibility eligibility();

	/**
	 * Adds a listener. If this node leads or knows a leader, the listener first hears of
	 * that.
	 * @param listener the listener
	 * @return removes the listener when closed
	 */
	Registration addListener(LeadershipListener listener);

	/**
	 * The broadcasts of leaders to their followers. Safe for use from any thread; no
	 * method blocks.
	 */
	interface Broadcasts {

		/**
		 * Sends a text to all followers, such as the progress of the work. Only the
		 * newest text counts. A member that hears the leader receives it within about a
		 * heartbeat interval and may miss earlier ones. The text is sent until it is
		 * acknowledged, and again to returning members. It is not saved, and the next
		 * leader does not repeat it.
		 * @param text at most {@value LeaderBroadcast#MAX_LENGTH} characters
		 * @return completes when the text is on its way, which does not mean that it has
		 * arrived. Fails with {@link ElectionRequestException} if this node does not
		 * lead, the text is too long, or this kind of election cannot broadcast
		 */
		CompletionStage<Void> send(String text);

		/**
		 * The newest broadcast of any leader that this node knows. It remains after the
		 * end of that leadership. Compare its token with that of {@link #leader()} to see
		 * whether the present leader sent it. While this node runs, it is never replaced
		 * by an older one.
		 * @return the broadcast, or empty before the first
		 */
		Optional<LeaderBroadcast> last();

	}

	/**
	 * The eligibility of this node. Safe for use from any thread; no method blocks.
	 */
	interface Eligibility {

		/**
		 * Makes this node ineligible until it is resumed. It does not stand for election,
		 * and no leader hands over to it. If it leads, it gives up its leadership like
		 * {@link LeaderElector#resign()}. It still votes and acknowledges, so the others
		 * keep their quorum. A pause is obeyed even if no other node can lead. It
		 * survives a stop and start of the node, but not a restart of the process.
		 * @return completes when this node neither leads nor stands, at once on a node
		 * that is not running. Fails with {@link ElectionRequestException} if this kind
		 * of election cannot be paused
		 */
		CompletionStage<Void> pause();

		/**
		 * Makes this node eligible again after {@link #pause()}. Does nothing on a node
		 * that is not paused. A leader that is already giving up because of the pause
		 * still does so.
		 * @return completes when the election knows of it, at once on a node that is not
		 * running. Fails with {@link ElectionRequestException} if this kind of election
		 * cannot be paused
		 */
		CompletionStage<Void> resume();

		/**
		 * Whether this node is paused.
		 * @return true from {@link #pause()} to {@link #resume()}
		 */
		boolean isPaused();

	}

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
