package io.github.leaderelection.internal.nodefence.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.StoreAnswer;
import io.github.leaderelection.internal.metadata.runtime.StoredValue;
import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * Leaderships that are over, as a value beside the lease: members without links learn of
 * them nowhere else. Used only by the thread that runs the loop, unless a method says
 * otherwise.
 */
final class StoredEnds {

	private static final int MOST = 64;

	private final GroupHost host;

	private final StoredValue value;

	private final Consumer<List<Former>> found;

	/** How long an answer is waited for, and the time to the next try. */
	private final long patienceNanos;

	/** Leaderships that are over, and that the store does not name yet. */
	private final Set<Former> unsaid = new LinkedHashSet<>();

	private List<Former> newest = List.of();

	/** The version of the newest, null where the store has none. */
	private @Nullable String version;

	/** Whether the newest is what was read or written last. */
	private boolean isKnown;

	private boolean isWanted;

	private long requests;

	/** The request without an answer, 0 for none. */
	private long asked;

	/** When to give that up, or to try again. */
	private long dueNanos;

	/** The release of the lease, held until the store names the end before it. */
	private Effect.@Nullable AskStore<?> release;

	private long releaseNanos;

	/**
	 * Begins a start.
	 * @param found hears of leaderships that are over
	 */
	StoredEnds(GroupHost host, StoredValue value, Consumer<List<Former>> found) {
		this.host = host;
		this.value = value;
		this.found = found;
		this.patienceNanos = host.settings().heartbeatNanos();
	}

	/**
	 * A leadership of this node, and all earlier ones of its start, are over for good.
	 */
	void say(Former over) {
		this.unsaid.add(over);
		next();
	}

	/** Reads what others said. */
	void look() {
		this.isWanted = true;
		next();
	}

	/**
	 * Holds the release of the lease until the end is said, but for no more than half of
	 * its time. The next holder of the lease need not wait then.
	 */
	boolean withholds(Effect<?> effect) {
		if (effect instanceof Effect.AskStore<?> ask && ask.what() instanceof LeaseStore.Request.Release
				&& !this.unsaid.isEmpty()) {
			this.release = ask;
			this.releaseNanos = nanos() + ask.deadlineNanos() / 2;
			return true;
		}
		return false;
	}

	/** In how many nanoseconds to check again. */
	long check(long monotonicNanos) {
		if (isBusy() && monotonicNanos - this.dueNanos >= 0) {
			if (this.asked != 0) {
				this.value.giveUp();
				this.asked = 0;
				this.isKnown = false;
			}
			next();
		}
		long delay = isBusy() ? Math.max(0, this.dueNanos - monotonicNanos) : Long.MAX_VALUE;
		if (this.release != null && monotonicNanos - this.releaseNanos >= 0) {
			// No effect is performed within a check.
			this.host.post(this::release);
			return delay;
		}
		return (this.release != null) ? Math.min(delay, this.releaseNanos - monotonicNanos) : delay;
	}

	/** Why members may not learn what is over, null if they do. For any thread. */
	@Nullable String problem() {
		return this.value.problem();
	}

	private boolean isBusy() {
		return this.asked != 0 || this.isWanted || !this.unsaid.isEmpty();
	}

	private void release() {
		Effect.AskStore<?> held = this.release;
		this.release = null;
		if (held != null) {
			this.host.perform(held);
		}
	}

	private void next() {
		if (this.asked == 0 && !this.unsaid.isEmpty() && this.isKnown) {
			List<Former> all = new ArrayList<>(this.newest);
			all.removeIf((each) -> this.unsaid.stream().anyMatch((over) -> over.covers(each)));
			all.addAll(this.unsaid);
			ask(List.copyOf(all.subList(Math.max(0, all.size() - MOST), all.size())));
		}
		else if (this.asked == 0 && isBusy()) {
			ask(null);
		}
	}

	private void ask(@Nullable List<Former> said) {
		long request = ++this.requests;
		this.asked = request;
		this.dueNanos = nanos() + this.patienceNanos;
		this.value.ask(this.version, (said != null) ? value(said) : null)
			.thenAccept((answer) -> this.host.post(() -> answered(request, said, answer)));
	}

	private static Metadata value(List<Former> said) {
		long newest = said.stream().mapToLong(Former::token).max().orElse(0);
		return new Metadata(new LeaderSequenceNumber(newest, 1), said.stream().map(Former::entry).toList(), false);
	}

	private void answered(long request, @Nullable List<Former> said, StoreAnswer answer) {
		if (request != this.asked) {
			return;
		}
		this.asked = 0;
		this.isKnown = false;
		if (answer instanceof StoreAnswer.Written done && said != null) {
			known(done.version(), said);
			next();
		}
		else if (answer instanceof StoreAnswer.Found shown) {
			known(shown.version(), shown.value().entries().stream().map(Former::of).toList());
			this.isWanted = false;
			this.found.accept(this.newest);
			next();
		}
		else if (answer instanceof StoreAnswer.NotDone) {
			next();
		}
		if (this.unsaid.isEmpty()) {
			release();
		}
	}

	private void known(@Nullable String shown, List<Former> over) {
		this.version = shown;
		this.newest = over;
		this.isKnown = true;
		this.unsaid.removeIf((each) -> over.stream().anyMatch((said) -> said.covers(each)));
	}

	private long nanos() {
		return this.host.clock().monotonicNanos();
	}

}
