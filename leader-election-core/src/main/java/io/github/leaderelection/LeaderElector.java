package io.github.leaderelection;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
	 * The leadership held.
	 * @return the leadership, present only while it is valid at this instant
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
	 * Admits leader-only work that has a name, see {@link #beginWork()}.
	 * @param name what it is, for the log and for {@link #workInFlight()}: of few
	 * different ones, such as the name of a method
	 * @return the work, to be closed when it ends; null when this node does not lead or
	 * no longer admits work
	 */
	@Nullable LeaderWork beginWork(String name);

	/**
	 * The leader-only work that runs on this node, under whichever leadership it began.
	 * @return the picture of this instant
	 */
	WorkInFlight workInFlight();

	/**
	 * Does something if this node leads and admits work, on the calling thread. It counts
	 * as work in flight until it ends.
	 * @param task what to do
	 * @return whether it was done
	 * @throws RuntimeException what the task throws
	 */
	default boolean runIfLeader(Runnable task) {
		return Calling.call(beginWork(task.getClass().getName()), (leadership) -> {
			task.run();
			return true;
		}).ran();
	}

	/**
	 * Does something if this node leads and admits work, on the calling thread. It counts
	 * as work in flight until it ends or, if it gives a {@link CompletionStage}, until
	 * that completes.
	 * @param <T> what comes of it
	 * @param <X> what it may throw
	 * @param call what to do
	 * @return what came of it, or that it was skipped
	 * @throws X if the call does
	 */
	default <T extends @Nullable Object, X extends Exception> LeaderResult<T> callIfLeader(LeaderCall<T, X> call)
			throws X {
		return Calling.call(beginWork(call.getClass().getName()), call);
	}

	/**
	 * Waits until a leader is known, this node or another.
	 * @return completes with the leader, soon if one is known; never by itself if none
	 * ever is, so give it a time with {@link CompletableFuture#orTimeout}, or cancel it.
	 * What depends on it runs on the common pool
	 */
	default CompletableFuture<LeaderInfo> awaitLeader() {
		return Awaiting.leader(this);
	}

	/**
	 * Waits until this node leads.
	 * @return completes with a leadership that was valid a moment before; see
	 * {@link #awaitLeader()} for the rest
	 */
	default CompletableFuture<Leadership> awaitLeadership() {
		return Awaiting.leadership(this);
	}

	/**
	 * Gives up leadership in order: no new work is admitted, running work is awaited, the
	 * leadership is revoked, and the successors are told. The node stands again after a
	 * cool-down, or when nobody else can.
	 * @return completes once the leadership is revoked, whether or not listeners have
	 * heard of it, so that a listener may wait for it; exceptionally with
	 * {@link ElectionRequestException} if this node does not lead
	 */
	CompletionStage<Void> resign();

	/**
	 * Hands leadership to a chosen member, otherwise as {@link #resign()}. If the member
	 * does not take over at once the normal order of successors applies.
	 * @param member the member
	 * @return completes once the leadership is revoked; exceptionally with
	 * {@link ElectionRequestException} if this node does not lead, or the member is
	 * unknown, unreachable, not eligible, or this node itself
	 */
	CompletionStage<Void> transferTo(NodeId member);

	/**
	 * What leaders say to those that follow them.
	 * @return to send and to read, always the same
	 */
	Broadcasts broadcasts();

	/**
	 * Whether this node stands for election.
	 * @return to pause and to resume, always the same
	 */
	Eligibility eligibility();

	/**
	 * Adds a listener. If this node leads or knows a leader the listener is told so
	 * first.
	 * @param listener the listener
	 * @return removes the listener when closed
	 */
	Registration addListener(LeadershipListener listener);

	/**
	 * What leaders say to those that follow them. Every method may be called from any
	 * thread and none blocks.
	 */
	interface Broadcasts {

		/**
		 * Says something to all members that follow this leader: what they should know
		 * before they lead or while they do not, such as where the work has got to. Only
		 * the newest counts: one that hears the leader has it within about a heartbeat
		 * interval, and may miss what was said before it. It is sent until it is
		 * acknowledged, and again to whoever comes back; it is saved nowhere, and the
		 * next leader does not repeat it.
		 * @param text of at most {@value LeaderBroadcast#MAX_LENGTH} characters
		 * @return completes once it is on its way, which says nothing of its arrival;
		 * exceptionally with {@link ElectionRequestException} if this node does not lead,
		 * the text is too long, or this kind of election cannot broadcast
		 */
		CompletionStage<Void> send(String text);

		/**
		 * The newest thing any leader said that this node knows, itself included. It
		 * stays known when that leader leads no more: compare its token with that of
		 * {@link #leader()} to see whether it is the present one's. Never an older one
		 * than was seen here before, while this node runs.
		 * @return what was said, empty before anything was heard
		 */
		Optional<LeaderBroadcast> last();

	}

	/**
	 * Whether this node stands for election. Every method may be called from any thread
	 * and none blocks.
	 */
	interface Eligibility {

		/**
		 * Takes this node out of the candidates until it is resumed: it does not stand
		 * for election, no leader hands over to it, and if it leads it gives up as
		 * {@link LeaderElector#resign()} does. It goes on voting and acknowledging, so
		 * the others lose no quorum. Explicit, and so obeyed even where nobody else can
		 * lead. Kept while the node is stopped and started again, but not across a
		 * restart of the process.
		 * @return completes once this node neither leads nor stands, at once on a node
		 * that is not running; exceptionally with {@link ElectionRequestException} if
		 * this kind of election cannot be paused
		 */
		CompletionStage<Void> pause();

		/**
		 * Lets this node stand for election again after {@link #pause()}. Does nothing on
		 * a node that is not paused. A leader that gives up because of the pause does so
		 * all the same.
		 * @return completes once the election goes by it, at once on a node that is not
		 * running; exceptionally with {@link ElectionRequestException} if this kind of
		 * election cannot be paused
		 */
		CompletionStage<Void> resume();

		/**
		 * Whether this node was paused and not resumed.
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
