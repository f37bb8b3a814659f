package io.github.leaderelection.internal.store.lease;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is told of changes to one record. A listener that fails does not keep the others
 * from being told. Safe for use from any thread.
 */
public final class LeaseListeners {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** Each with the node that it speaks for, where that is known. */
	private final Map<Consumer<@Nullable LeaseRecord>, Optional<NodeId>> all = new ConcurrentHashMap<>();

	/** How often something was told: what is told late may be old by then. */
	private final AtomicLong told = new AtomicLong();

	public void add(Consumer<@Nullable LeaseRecord> listener) {
		add(null, listener);
	}

	public void add(@Nullable NodeId node, Consumer<@Nullable LeaseRecord> listener) {
		this.all.put(listener, Optional.ofNullable(node));
	}

	/** Whether that was the last one. */
	public boolean remove(Consumer<@Nullable LeaseRecord> listener) {
		return this.all.remove(listener) != null && this.all.isEmpty();
	}

	/** Tells that the record has changed, and what it is now where that is known. */
	public void tell(@Nullable LeaseRecord present) {
		this.told.incrementAndGet();
		this.all.keySet().forEach((listener) -> tell(listener, present));
	}

	/**
	 * Tells of a release, where nobody tells of the take that follows. Whoever goes at
	 * once may take what was released; whoever goes later has to read it first. A
	 * preferred member goes at once, and the others after it.
	 */
	public void tellRelease(ReleaseNews.Release release) {
		LeaseRecord released = release.record();
		long waiters = release.told() * this.all.size();
		this.all.forEach((listener, node) -> {
			if (released == null || released.preferred() == null) {
				HintSpread.tell(waiters, () -> tell(listener, released), () -> tell(listener, null));
			}
			else if (released.preferred().equals(node.orElse(null))) {
				tell(listener, released);
			}
			else {
				HintSpread.tellLater(() -> tell(listener, null));
			}
		});
	}

	/** Tells of a release, each after a moment. */
	public void spread(long processes) {
		spread(processes, null);
	}

	/**
	 * Tells of a release, each after a moment, unless something newer was told meanwhile.
	 */
	public void spread(long processes, @Nullable LeaseRecord released) {
		long waiters = processes * this.all.size();
		long now = (released != null) ? this.told.incrementAndGet() : this.told.get();
		this.all.keySet().forEach((listener) -> HintSpread.tell(waiters, () -> tell(listener, released, now)));
	}

	/**
	 * Tells of a release those who wait one after the other, unless something newer was
	 * told meanwhile.
	 */
	public void spreadInOrder(long ahead, LeaseRecord released) {
		long now = this.told.incrementAndGet();
		long place = ahead * this.all.size();
		for (Consumer<@Nullable LeaseRecord> listener : this.all.keySet()) {
			HintSpread.tellInOrder(place, () -> tell(listener, released, now));
			place++;
		}
	}

	private void tell(Consumer<@Nullable LeaseRecord> listener, @Nullable LeaseRecord released, long asOf) {
		if (released == null || this.told.get() == asOf) {
			tell(listener, released);
		}
	}

	private static void tell(Consumer<@Nullable LeaseRecord> listener, @Nullable LeaseRecord present) {
		try {
			listener.accept(present);
		}
		catch (RuntimeException ex) {
			logger.warn("A listener to changes of a lease has failed", ex);
		}
	}

}
