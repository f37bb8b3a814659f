package io.github.leaderelection.test.assignments;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.assignment.application.GroupPart;
import io.github.leaderelection.internal.assignment.application.OwnershipTimes;
import io.github.leaderelection.internal.assignment.carrier.ObserverLoop;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Division;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Ping;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.Portion;
import io.github.leaderelection.internal.assignment.runtime.AssignmentCarrier;
import org.jspecify.annotations.Nullable;

/**
 * The leader of a group, from one reset to the next, as its one worker sees it: it gives
 * what the test says. The worker is that of production.
 */
final class ScriptedLeader implements AssignmentCarrier, AutoCloseable {

	/** No lease ends within a test by itself. */
	private static final Duration LEASE = Duration.ofDays(365);

	private final ReentrantLock lock = new ReentrantLock();

	private final GroupPart part;

	private final long term;

	/** What the worker owns, or is to own; guarded by the lock, as all below. */
	private final Map<Partition, Owned> book = new TreeMap<>();

	/** Those that a test has taken, until they have ended. */
	private final Map<Partition, CompletableFuture<Void>> taken = new TreeMap<>();

	private long version = 1;

	private @Nullable Ping newest;

	private @Nullable ObserverLoop loop;

	private ScriptedLeader(GroupPart part, long term) {
		this.part = part;
		this.term = term;
	}

	static ScriptedLeader of(GroupPart part, ElectionNode node, long term) {
		ScriptedLeader leader = new ScriptedLeader(part, term);
		leader.loop = part.observe(node.cluster(), node.id(), new OwnershipTimes(LEASE, LEASE), leader);
		part.publisher().tell(new AssignmentEvent.Followed(term));
		return leader;
	}

	GroupPart part() {
		return this.part;
	}

	/** Lists partitions of which none is owned, all under one token. */
	LeaderSequenceNumber give(Collection<Partition> partitions) {
		return locked(() -> {
			LeaderSequenceNumber token = new LeaderSequenceNumber(this.term, ++this.version);
			partitions.forEach((each) -> this.book.put(each, new Owned(each, token, false)));
			push();
			return token;
		});
	}

	/** Asks partitions back; completes once they have ended. */
	CompletableFuture<Void> take(Collection<Partition> partitions) {
		return locked(() -> {
			List<CompletableFuture<Void>> ends = new ArrayList<>();
			partitions.forEach((each) -> this.book.computeIfPresent(each, (key, owned) -> {
				ends.add(this.taken.computeIfAbsent(key, (first) -> new CompletableFuture<>()));
				return new Owned(key, owned.token(), true);
			}));
			this.version++;
			push();
			return CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new));
		});
	}

	/** Whether the worker has said that it applied the newest list. */
	boolean isHeard() {
		return locked(() -> this.newest != null && this.newest.version() == this.version);
	}

	private <T> T locked(Supplier<T> action) {
		this.lock.lock();
		try {
			return action.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Completes once the worker has handled all that came before. */
	CompletionStage<Void> handled() {
		return Objects.requireNonNull(this.loop, "loop").handled();
	}

	@Override
	public void send(Ping ping) {
		locked(() -> {
			if (ping.term() == this.term) {
				this.newest = ping;
				forgetEnded(ping);
				push();
			}
			return ping;
		});
	}

	/** A ping that has not yet seen the list says nothing of an end. */
	private void forgetEnded(Ping ping) {
		List<Portion> portions = ping.owned();
		if (portions == null) {
			return;
		}
		Set<Partition> owned = new HashSet<>();
		Portion.unpack(portions).forEach((each) -> owned.add(each.partition()));
		boolean ended = this.book.values()
			.removeIf((each) -> !owned.contains(each.partition()) && each.token().counter() <= ping.version());
		if (ended) {
			this.version++;
			completeTaken();
		}
	}

	private void completeTaken() {
		Set<Partition> gone = new HashSet<>(this.taken.keySet());
		gone.removeAll(this.book.keySet());
		gone.forEach((each) -> Objects.requireNonNull(this.taken.remove(each)).completeAsync(() -> null));
	}

	private void push() {
		Ping ping = this.newest;
		if (ping != null) {
			this.part.publisher()
				.tell(new AssignmentEvent.Answered(new AssignmentMessage.Answer(this.term, ping.worker(),
						ping.incarnation(), ping.sequence(), this.version,
						Portion.pack(List.copyOf(this.book.values())), divisions(), LEASE.toNanos())));
		}
	}

	private List<Division> divisions() {
		return Objects.requireNonNull(this.part.present(), "present")
			.state()
			.known()
			.stream()
			.map((each) -> new Division(each.assignment(), each.list().division()))
			.toList();
	}

	@Override
	public void answer(long request, AssignmentMessage.Answer answer) {
		// There is no other worker.
	}

	@Override
	public void end(long request, boolean leads) {
		// There is no other worker.
	}

	/** All that is owned ends at once. */
	@Override
	public void close() {
		Objects.requireNonNull(this.loop, "loop").close();
		locked(() -> {
			this.book.clear();
			completeTaken();
			return this.book;
		});
	}

}
