package io.github.leaderelection.simulator.explorer;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Objects;

import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * Writes a state anew so that situations that are alike are equal: the node's clock reads
 * 0, what is over is over, and names count from 1. The election cannot tell the state
 * from the one it made.
 */
final class Rewriter {

	private static final String PACKAGE = QuorumState.class.getPackageName();

	private final StateAccess access = new StateAccess();

	private final Beats beats;

	private final Object unmeasured;

	private final Method healthy;

	private final Object open;

	private final Object refused;

	private final Facts facts;

	private final boolean timeless;

	private final boolean leasesDiffer;

	Rewriter(Bounds bounds, Facts facts) {
		this.facts = facts;
		this.timeless = bounds.mode() == Mode.TIMELESS;
		this.leasesDiffer = bounds.leasesDiffer();
		try {
			this.beats = new Beats(Class.forName(PACKAGE + ".SentBeats"), bounds.beats());
			Field unknown = Class.forName(PACKAGE + ".Pace").getDeclaredField("UNKNOWN");
			unknown.setAccessible(true);
			this.unmeasured = unknown.get(null);
			this.healthy = Class.forName(PACKAGE + ".PeerHealth").getDeclaredMethod("forgotten");
			this.healthy.setAccessible(true);
			Object[] votes = Objects.requireNonNull(Class.forName(PACKAGE + ".Candidacy$Vote").getEnumConstants());
			this.open = votes[0];
			this.refused = votes[2];
			if (!this.open.toString().equals("OPEN") || !this.refused.toString().equals("REFUSED")) {
				throw new IllegalStateException("The answers to a candidacy are not what they were: adapt this class");
			}
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException("The election's state is not made as it was: adapt this class", ex);
		}
	}

	/**
	 * Writes a state anew.
	 * @param before the state
	 * @param elapsedNanos by how much the node's clock moved since it read 0
	 * @return the state, its key and its names
	 */
	Rewritten rewrite(QuorumState before, long elapsedNanos) {
		return new Pass(this, elapsedNanos, new Key(this.facts)).state(before);
	}

	/**
	 * Writes a record anew that has no names in it.
	 * @param <T> its type
	 * @param value the record
	 * @param elapsedNanos by how much the node's clock moved since it read 0
	 * @param key gets what tells it apart
	 * @return the record
	 */
	@SuppressWarnings("unchecked") // of the type it was made from
	<T> T rewritePart(T value, long elapsedNanos, Key key) {
		return (T) new Pass(this, elapsedNanos, key).part(value);
	}

	StateAccess access() {
		return this.access;
	}

	Beats beats() {
		return this.beats;
	}

	boolean isTimeless() {
		return this.timeless;
	}

	/** Whether a node may learn of a longer promise than it waited for. */
	boolean leasesDiffer() {
		return this.leasesDiffer;
	}

	/** How fast things are where nothing was measured. */
	Object unmeasured() {
		return this.unmeasured;
	}

	/** The members' health where nobody was missed, however it was. */
	Object healthy(Object health) {
		try {
			return Objects.requireNonNull(this.healthy.invoke(health));
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** The answer of a member that has not answered. */
	Object open() {
		return this.open;
	}

	/** The answer of a member that refused. */
	Object refused() {
		return this.refused;
	}

	/**
	 * A state that was written anew.
	 *
	 * @param state the state
	 * @param key equal for equal states only
	 * @param naming how rounds and heartbeats are called
	 */
	record Rewritten(QuorumState state, Key key, Naming naming) {
	}

}
