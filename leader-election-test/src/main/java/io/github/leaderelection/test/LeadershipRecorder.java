package io.github.leaderelection.test;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import org.jspecify.annotations.Nullable;

/**
 * Records in order what an elector tells its listeners, until the recorder is closed. If
 * the node already leads or knows a leader, that is the first entry. Safe for use from
 * any thread.
 */
public final class LeadershipRecorder implements AutoCloseable {

	private final List<Entry> entries = new CopyOnWriteArrayList<>();

	private final Registration registration;

	private LeadershipRecorder(LeaderElector elector) {
		this.registration = elector.addListener(new Recording());
	}

	/**
	 * Starts to record.
	 * @param elector the elector to listen to
	 * @return a recorder
	 */
	public static LeadershipRecorder of(LeaderElector elector) {
		return new LeadershipRecorder(elector);
	}

	/**
	 * Returns everything heard so far.
	 * @return an immutable copy, oldest first
	 */
	public List<Entry> entries() {
		return List.copyOf(this.entries);
	}

	/**
	 * Returns the leaderships heard of so far.
	 * @return an immutable copy, oldest first
	 */
	public List<Granted> grants() {
		return this.entries.stream().filter(Granted.class::isInstance).map(Granted.class::cast).toList();
	}

	/**
	 * Returns the revocations heard of so far.
	 * @return an immutable copy, oldest first
	 */
	public List<Revoked> revocations() {
		return this.entries.stream().filter(Revoked.class::isInstance).map(Revoked.class::cast).toList();
	}

	/**
	 * Forgets everything heard so far.
	 */
	public void clear() {
		this.entries.clear();
	}

	/**
	 * Stops recording. Recorded entries stay.
	 */
	@Override
	public void close() {
		this.registration.close();
	}

	/**
	 * One call to the listener.
	 */
	public sealed interface Entry {

	}

	/**
	 * The node was granted leadership.
	 *
	 * @param fencingToken the token of the leadership
	 * @param term the term of the leadership
	 */
	public record Granted(long fencingToken, long term) implements Entry {
	}

	/**
	 * A leadership ended.
	 *
	 * @param fencingToken the token of the leadership
	 * @param reason why it ended
	 */
	public record Revoked(long fencingToken, RevocationReason reason) implements Entry {
	}

	/**
	 * The known leader changed.
	 *
	 * @param leader the leader, null if none is known
	 */
	public record LeaderChanged(@Nullable NodeId leader) implements Entry {
	}

	private final class Recording implements LeadershipListener {

		@Override
		public void onGranted(Leadership leadership) {
			LeadershipRecorder.this.entries.add(new Granted(leadership.fencingToken(), leadership.term()));
		}

		@Override
		public void onRevoked(Leadership leadership, RevocationReason reason) {
			LeadershipRecorder.this.entries.add(new Revoked(leadership.fencingToken(), reason));
		}

		@Override
		public void onLeaderChanged(@Nullable LeaderInfo leader) {
			LeadershipRecorder.this.entries.add(new LeaderChanged((leader != null) ? leader.id() : null));
		}

	}

}
