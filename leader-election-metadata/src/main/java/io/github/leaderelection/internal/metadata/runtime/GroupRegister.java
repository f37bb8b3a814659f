package io.github.leaderelection.internal.metadata.runtime;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Completed;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Outcome;
import io.github.leaderelection.internal.metadata.protocol.MetadataEvent;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A register of a group in one start of a node. Used only by the thread that runs the
 * loop, unless a method says otherwise.
 */
public final class GroupRegister implements GroupExtension {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final GroupHost group;

	private final Register register;

	private final RegisterWriter writer;

	private final BiConsumer<NodeId, MetadataMessage> messages;

	private final RegisterListener listener;

	private final BiConsumer<MetadataEffect.Ask, Consumer<MetadataEvent>> store;

	private final AtomicLong requests = new AtomicLong();

	private final Map<Long, CompletableFuture<Completed>> pending = new ConcurrentHashMap<>();

	/** The leader that has not answered this start, null if none owes it. */
	private MetadataEvent.@Nullable Followed unanswered;

	private long askAgain;

	/** That this start asked last, 0 for none. */
	private long question;

	private volatile boolean ended;

	/** Written by the thread that runs the loop, read by any. */
	private volatile RegisterSnapshot snapshot;

	/** Of the newest step that failed; written and read likewise. */
	private volatile @Nullable Throwable failure;

	/**
	 * Makes the register of a start.
	 * @param writer runs one save after the other, off the loop
	 * @param messages sends to other members
	 * @param store asks a store, and tells its answer
	 */
	public GroupRegister(GroupHost group, Register register, RegisterFile file, Executor writer,
			BiConsumer<NodeId, MetadataMessage> messages, RegisterListener listener,
			BiConsumer<MetadataEffect.Ask, Consumer<MetadataEvent>> store) {
		this.group = group;
		this.register = register;
		this.writer = new RegisterWriter(group, file, writer, (version) -> step(new MetadataEvent.Saved(version)));
		this.messages = messages;
		this.listener = listener;
		this.store = store;
		this.snapshot = register.snapshot();
	}

	/** The register as it stands. For any thread. */
	public RegisterSnapshot snapshot() {
		return this.snapshot;
	}

	/** All members of the group. For any thread. */
	public List<NodeId> members() {
		return this.group.settings().members();
	}

	/** Its newest steps as text, empty if none are recorded. For any thread. */
	public Optional<String> trace() {
		return this.register.trace();
	}

	/** Posts an event. For any thread. */
	public void tell(MetadataEvent event) {
		this.group.post(() -> step(event));
	}

	/** Why it does not work as it should, null if it does. For any thread. */
	public @Nullable String problem() {
		Throwable failed = this.failure;
		String unsaved = this.writer.failure();
		return (unsaved != null)
				? "The register cannot be saved, and this node accepts no write: " + unsaved
						+ ": check whether the disk is full, read-only or failing"
				: (failed != null) ? "A step of the register failed: " + Failures.text(failed) + ": restart the node"
						: this.register.problem();
	}

	/**
	 * The newest committed value, null on a node that does not know it. For any thread.
	 */
	public @Nullable Metadata committed() {
		RegisterSnapshot.Leading leading = this.snapshot.leading();
		return (leading != null && !leading.hidden() && leading.lease().valid(this.group.clock().now()))
				? leading.committed() : null;
	}

	/**
	 * Replaces a committed value. For any thread.
	 * @param before the position of the value that is replaced; a write of another one is
	 * refused
	 * @return completes on the loop
	 */
	public CompletableFuture<Completed> write(@Nullable LeaderSequenceNumber before, List<Metadata.Entry> entries) {
		long request = this.requests.incrementAndGet();
		CompletableFuture<Completed> result = new CompletableFuture<>();
		this.pending.put(request, result);
		this.group.post(() -> write(request, before, entries));
		if (this.ended) {
			complete(new Completed(request, Outcome.UNKNOWN, null));
		}
		return result;
	}

	private void write(long request, @Nullable LeaderSequenceNumber before, List<Metadata.Entry> entries) {
		RegisterSnapshot.Leading leading = this.snapshot.leading();
		Metadata committed = (leading != null) ? leading.committed() : null;
		if (committed != null && Objects.equals(committed.sequence(), before)) {
			step(new MetadataEvent.Written(request, entries));
		}
		else {
			complete(new Completed(request, Outcome.REFUSED, null));
		}
	}

	@Override
	public void performed(Effect<?> effect) {
		if (effect instanceof Effect.Renew<?> renew) {
			step(new MetadataEvent.Renewed(renew.fencingToken(), renew.lease()));
		}
		else if (effect instanceof Effect.Grant<?> grant) {
			this.unanswered = null;
			step(new MetadataEvent.Granted(grant.fencingToken(), grant.lease()));
		}
		else if (effect instanceof Effect.Revoke<?> revoke) {
			step(new MetadataEvent.Revoked(revoke.fencingToken()));
		}
		else if (effect instanceof Effect.FollowLeader<?> follow && follow.fencingToken() > 0
				&& !follow.leader().equals(this.group.settings().self()) && members().contains(follow.leader())) {
			ask(new MetadataEvent.Followed(follow.leader(), follow.fencingToken()));
		}
	}

	private void ask(MetadataEvent.Followed followed) {
		this.unanswered = followed;
		this.askAgain = this.group.clock().monotonicNanos() + this.group.settings().heartbeatNanos();
		step(followed);
	}

	@Override
	public void received(Envelope<? extends ElectionMessage> message) {
		if (message.body() instanceof MetadataMessage body) {
			received(message.from(), body);
		}
	}

	/** Takes a message that came in one of another kind. */
	public void received(NodeId from, MetadataMessage message) {
		// Others may be of before this start: of these the leader does not say again what
		// it named to the former one.
		if (message instanceof MetadataMessage.Write write && write.question() == this.question && this.question != 0) {
			this.unanswered = null;
		}
		step(new MetadataEvent.Received(from, message));
	}

	private void step(MetadataEvent event) {
		try {
			List<MetadataEffect> effects = this.register.step(event, this.group.clock().now(),
					this.group.entropy().getAsLong());
			// Before any member learns what is committed, so that no reader here is
			// behind it.
			this.snapshot = this.register.snapshot();
			effects.forEach(this::perform);
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			this.failure = ex;
			logger.error("Group '{}', node {}: a step of its register failed at {}", this.group.settings().group(),
					this.group.settings().self(), event.getClass().getSimpleName(), ex);
		}
	}

	private void perform(MetadataEffect effect) {
		if (effect instanceof MetadataEffect.Send send) {
			if (send.to().equals(this.group.settings().self())) {
				tell(new MetadataEvent.Received(send.to(), send.message()));
			}
			else {
				if (send.message() instanceof MetadataMessage.Question asked) {
					this.question = asked.question();
				}
				this.messages.accept(send.to(), send.message());
			}
		}
		else if (effect instanceof MetadataEffect.Save save) {
			this.writer.save(save);
		}
		else if (effect instanceof MetadataEffect.Show show) {
			this.listener.shown(show.value());
		}
		else if (effect instanceof MetadataEffect.Synchronised) {
			this.listener.synchronised();
		}
		else if (effect instanceof Completed completed) {
			if (completed.outcome() == Outcome.COMMITTED) {
				this.listener.written();
			}
			complete(completed);
		}
		else if (effect instanceof MetadataEffect.Ask ask) {
			this.store.accept(ask, this::tell);
		}
	}

	private void complete(Completed completed) {
		CompletableFuture<Completed> result = this.pending.remove(completed.request());
		if (result != null) {
			result.complete(completed);
		}
	}

	/** When a check is due, even if the loop never rests. */
	@Override
	public boolean expire() {
		check(this.group.clock().monotonicNanos());
		return false;
	}

	@Override
	public long check(long monotonicNanos) {
		if (this.register.delay(this.group.clock().now()) <= 0) {
			step(new MetadataEvent.Due());
		}
		MetadataEvent.Followed asked = this.unanswered;
		if (asked != null && monotonicNanos - this.askAgain >= 0) {
			ask(asked);
		}
		long delay = Math.min(this.writer.check(monotonicNanos), this.register.delay(this.group.clock().now()));
		return (this.unanswered != null) ? Math.min(delay, Math.max(0, this.askAgain - monotonicNanos)) : delay;
	}

	@Override
	public void end() {
		this.ended = true;
		this.snapshot = new RegisterSnapshot(this.snapshot.shown(), this.snapshot.whole(), null);
		this.pending.keySet().forEach((each) -> complete(new Completed(each, Outcome.UNKNOWN, null)));
	}

}
