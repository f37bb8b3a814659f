package io.github.leaderelection.internal.runtime.peers;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.StateAge;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers how often each member had saved its state by its last message. A member that
 * returns with a lower count has an older copy of its state: it may have voted since that
 * copy. Its messages are refused, and it is told why. Used only by the thread that runs
 * the loop.
 */
public final class StateMemory {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** A member draws a new identity only where it has lost its state. */
	private static final int MOST_IDENTITIES = 4;

	private final Map<NodeId, Known> members = new HashMap<>();

	/**
	 * Whether a message is accepted; remembers the state age of its sender.
	 */
	public boolean hears(Envelope<?> envelope) {
		StateAge age = envelope.age();
		if (age != null && age.saves() > 0 && !envelope.identity().isEmpty()) {
			Known known = this.members.computeIfAbsent(envelope.from(), (id) -> new Known());
			known.hear(envelope, age.saves());
		}
		Known known = this.members.get(envelope.from());
		return known == null || !known.refuses(envelope.incarnation());
	}

	/**
	 * Returns the state ages that a message carries.
	 * @param saves how often the own state has been saved
	 * @param repeated whether the message is a repeated one, which carries ages only if
	 * needed
	 * @return the ages, null if the message carries none
	 */
	@Nullable StateAge age(NodeId to, long saves, boolean repeated) {
		Known known = this.members.get(to);
		if (repeated && (known == null || !known.refusesAny())) {
			return null;
		}
		if (known == null) {
			return (saves > 0) ? new StateAge(saves, "", 0) : null;
		}
		return new StateAge(saves, known.identity, known.remembered());
	}

	/**
	 * What is known of one member.
	 */
	private static final class Known {

		private final Map<String, Count> counts = new LinkedHashMap<>();

		/** The identity in the member's last message. */
		private String identity = "";

		/** The incarnation that has an older state, 0 for none. */
		private long refused;

		void hear(Envelope<?> envelope, long saves) {
			this.identity = envelope.identity();
			Count highest = this.counts.get(this.identity);
			if (highest == null || saves >= highest.saves()) {
				this.counts.put(this.identity, new Count(saves, envelope.incarnation()));
				this.refused = refuses(envelope.incarnation()) ? this.refused : 0;
				if (this.counts.size() > MOST_IDENTITIES) {
					this.counts.remove(this.counts.keySet().iterator().next());
				}
			}
			else if (envelope.incarnation() != highest.incarnation() && envelope.incarnation() != this.refused) {
				this.refused = envelope.incarnation();
				logger.warn(
						"Group '{}': the state of member {} is older than the one it had: it was saved {} times, and {} "
								+ "times when this node heard of it last. Nothing this member says is heard until it "
								+ "is restarted without that state: delete its ballot file, and do not restore a copy",
						envelope.group(), envelope.from(), saves, highest.saves());
			}
		}

		boolean refuses(long incarnation) {
			return this.refused != 0 && this.refused == incarnation;
		}

		boolean refusesAny() {
			return this.refused != 0;
		}

		long remembered() {
			Count count = this.counts.get(this.identity);
			return (count != null) ? count.saves() : 0;
		}

	}

	/**
	 * The highest count heard of an identity.
	 */
	private record Count(long saves, long incarnation) {
	}

}
