package io.github.leaderelection.internal.assignment.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.protocol.AssignmentProtocol;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.AssignmentStep;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.WorkerState;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The assignments of a group in one start of a node. Used only by the thread that runs
 * the loop, unless a method says otherwise.
 */
public final class GroupAssignments implements GroupExtension {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final GroupHost group;

	private final AssignmentProtocol protocol;

	private final AssignmentTrace trace;

	private final OwnershipPublisher publisher;

	/** Null where no request is ever held. */
	private final @Nullable AssignmentCarrier carrier;

	/** How long listeners and work of a partition may take, in nanoseconds. */
	private final ToLongFunction<String> drainNanos;

	private final Consumer<AssignmentState> observer;

	private final String self;

	private final boolean held;

	private final Map<Partition, Ownership> ownerships = new TreeMap<>();

	/** Those that listeners or work keep busy, and until when. */
	private final Map<Ownership, Long> busy = new LinkedHashMap<>();

	/** Members that sent a ping before this node led. */
	private final Set<NodeId> early = new HashSet<>();

	private final CompletableFuture<Void> stopped = new CompletableFuture<>();

	/** What was owned as the stop began, null before. */
	private @Nullable List<Partition> given;

	private @Nullable NodeId leader;

	private long leaderToken;

	private OwnershipSnapshot published;

	private boolean watched;

	/** Written by the thread that runs the loop, read by any. */
	private volatile AssignmentState state;

	/** Of the newest step that failed; written and read likewise. */
	private volatile @Nullable Throwable failure;

	public GroupAssignments(GroupHost group, AssignmentSettings settings, OwnershipPublisher publisher,
			@Nullable AssignmentCarrier carrier, ToLongFunction<String> drainNanos,
			Consumer<AssignmentState> observer) {
		this.group = group;
		this.self = settings.worker();
		this.held = settings.held();
		this.protocol = new AssignmentProtocol(settings);
		this.publisher = publisher;
		this.carrier = carrier;
		this.drainNanos = drainNanos;
		this.trace = new AssignmentTrace(group, settings);
		this.observer = observer;
		this.state = this.protocol.start();
		this.published = publisher.current();
	}

	@Override
	public void begin() {
		this.publisher.attach(this::tell);
		// Work of a former start may still run; it returns only after this.
		this.publisher.outlived().forEach((each) -> step(new AssignmentEvent.Outlived(each.partition(), true)));
	}

	/** Posts an event. For any thread. */
	public void tell(AssignmentEvent event) {
		this.group.post(() -> step(event));
	}

	/** The present state. For any thread. */
	public AssignmentState state() {
		return this.state;
	}

	/** The clocks that its state counts by. For any thread. */
	public Now now() {
		return this.group.clock().now();
	}

	/** The newest steps as text. For any thread. */
	public Optional<String> trace() {
		return this.trace.text(this.group.clock().now());
	}

	/** Why the newest step that failed did so, null if none has. For any thread. */
	public @Nullable Throwable failure() {
		return this.failure;
	}

	@Override
	public void performed(Effect<?> effect) {
		if (effect instanceof Effect.Renew<?> renew) {
			step(new AssignmentEvent.Renewed(renew.fencingToken(), renew.lease()));
		}
		else if (effect instanceof Effect.Grant<?> grant) {
			step(new AssignmentEvent.Granted(grant.fencingToken(), grant.lease()));
			this.early.forEach((each) -> this.group.send(each, new AssignmentMessage.Leads(grant.fencingToken())));
			this.early.clear();
		}
		else if (effect instanceof Effect.Revoke<?> revoke) {
			step(new AssignmentEvent.Revoked(revoke.fencingToken()));
		}
		else if (effect instanceof Effect.FollowLeader<?> follow && follow.fencingToken() > 0) {
			this.leader = follow.leader();
			this.leaderToken = follow.fencingToken();
			step(new AssignmentEvent.Followed(follow.fencingToken()));
		}
	}

	@Override
	public void received(Envelope<? extends ElectionMessage> message) {
		NodeId from = message.from();
		if (message.body() instanceof AssignmentMessage.Answer answer) {
			step(new AssignmentEvent.Answered(answer));
		}
		else if (message.body() instanceof AssignmentMessage.Leads leads) {
			step(new AssignmentEvent.Followed(leads.term()));
		}
		else if (message.body() instanceof AssignmentMessage.Ping ping && ping.worker().equals(from.value())) {
			LeaderState leads = this.state.leader();
			if (leads == null || leads.token() < ping.term()) {
				// A claim made before the grant proves nothing to the one who is granted.
				this.early.add(from);
			}
			else {
				step(new AssignmentEvent.Pinged(ping, 0));
			}
		}
	}

	/**
	 * Gives back all that is owned. For any thread.
	 * @return completes when nothing is owned any more and, on the leader, when others
	 * own what it had, or nobody can
	 */
	public CompletionStage<Void> stop() {
		this.group.post(() -> {
			if (this.given == null) {
				this.given = this.state.worker().owned().stream().map(Owned::partition).toList();
				step(new AssignmentEvent.Stopping());
			}
		});
		return this.stopped.minimalCompletionStage();
	}

	private void step(AssignmentEvent event) {
		try {
			doStep(event);
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			this.failure = ex;
			logger.error("Group '{}', node {}: a step of its assignments failed at {}", this.group.settings().group(),
					this.self, event, ex);
		}
	}

	private void doStep(AssignmentEvent event) {
		if (this.publisher.current() != this.published || this.publisher.endIfOver(this.published)) {
			lost();
		}
		List<AssignmentEffect> effects = take(event);
		if (!publish(effects)) {
			lost();
			effects.removeIf((each) -> each instanceof AssignmentEffect.Begin);
		}
		effects.forEach(this::perform);
	}

	/** Ends what a reader or the watchdog saw to be over: it never comes back. */
	private void lost() {
		this.published = this.publisher.current();
		List<AssignmentEffect> effects = take(new AssignmentEvent.Expired());
		publish(effects);
		effects.forEach(this::perform);
	}

	private List<AssignmentEffect> take(AssignmentEvent event) {
		Now now = this.group.clock().now();
		long entropy = this.group.entropy().getAsLong();
		AssignmentStep step = this.protocol.step(this.state, event, now, entropy);
		this.trace.stepped(this.state, event, now, entropy, step);
		this.publisher.statistics().stepped(this.state, event, step.state(), step.effects(), now);
		this.state = step.state();
		return new ArrayList<>(step.effects());
	}

	/** Publishes what is owned before anybody is told; false if it is over already. */
	private boolean publish(List<AssignmentEffect> effects) {
		WorkerState worker = this.state.worker();
		boolean changed = false;
		for (AssignmentEffect each : effects) {
			if (each instanceof AssignmentEffect.Begin begin) {
				this.ownerships.put(begin.partition(), new Ownership(begin.partition(), begin.token(), this.publisher));
				changed = true;
			}
			changed |= each instanceof AssignmentEffect.End;
		}
		OwnershipSnapshot next;
		if (changed) {
			List<Ownership> owned = worker.owned()
				.stream()
				.map((each) -> this.ownerships.get(each.partition()))
				.filter((each) -> each != null)
				.toList();
			next = OwnershipSnapshot.of(owned, worker.lease(), worker.divisions());
		}
		else if (worker.lease() != this.published.lease() || worker.divisions() != this.published.divisions()) {
			next = this.published.until(worker.lease(), worker.divisions());
		}
		else {
			return true;
		}
		boolean done = this.publisher.publish(this.published, next);
		if (done) {
			this.published = next;
			watch();
		}
		return done;
	}

	/** Has the end of the lease noticed, even if this loop hangs. */
	private void watch() {
		if (!this.watched && !this.published.isEmpty()) {
			this.watched = true;
			watch(this.published);
		}
	}

	private void watch(OwnershipSnapshot snapshot) {
		if (snapshot.lease() == null) {
			return;
		}
		try {
			this.group.watchdog().schedule(snapshot.lease().endNanos(), this::lookAtLease);
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			logger.warn("Group '{}': the end of ownerships is not watched: {}", this.group.settings().group(),
					Failures.text(ex));
		}
	}

	/** Runs on the watchdog's thread. */
	private void lookAtLease() {
		OwnershipSnapshot snapshot = this.publisher.current();
		if (snapshot.isEmpty() || this.publisher.endIfOver(snapshot)) {
			this.group.post(() -> {
				this.watched = false;
				step(new AssignmentEvent.Due());
				watch();
			});
		}
		else {
			watch(snapshot);
		}
	}

	private void perform(AssignmentEffect effect) {
		if (effect instanceof AssignmentEffect.SendPing send) {
			send(send.ping());
		}
		else if (effect instanceof AssignmentEffect.SendAnswer send) {
			answer(send.answer(), send.request());
		}
		else if (effect instanceof AssignmentEffect.EndRequest end) {
			if (this.carrier != null) {
				this.carrier.end(end.request(), end.leads());
			}
		}
		else if (effect instanceof AssignmentEffect.Begin begin) {
			Ownership begun = this.ownerships.get(begin.partition());
			if (begun != null) {
				busy(begun);
				this.publisher.begin(begun);
			}
		}
		else if (effect instanceof AssignmentEffect.Drain drain) {
			Ownership drained = this.ownerships.get(drain.partition());
			if (drained != null) {
				busy(drained);
				this.publisher.drain(drained);
			}
		}
		else if (effect instanceof AssignmentEffect.End end) {
			Ownership ended = this.ownerships.remove(end.partition());
			if (ended != null) {
				this.busy.remove(ended);
				this.publisher.end(ended, end.why());
				if (this.publisher.outlived().contains(ended)) {
					// Before anything else, so that it does not begin beside its
					// former work.
					step(new AssignmentEvent.Outlived(ended.partition(), true));
				}
			}
		}
	}

	private void busy(Ownership ownership) {
		this.busy.put(ownership,
				this.group.clock().monotonicNanos() + this.drainNanos.applyAsLong(ownership.partition().assignment()));
	}

	private void send(AssignmentMessage.Ping ping) {
		LeaderState leads = this.state.leader();
		NodeId known = this.leader;
		if (leads != null && leads.token() == ping.term()) {
			tell(new AssignmentEvent.Pinged(ping, 0));
		}
		else if (this.held) {
			if (this.carrier != null) {
				this.carrier.send(ping);
			}
		}
		else if (known != null && this.leaderToken == ping.term()) {
			this.group.send(known, ping);
		}
	}

	private void answer(AssignmentMessage.Answer answer, long request) {
		if (request != 0) {
			if (this.carrier != null) {
				this.carrier.answer(request, answer);
			}
		}
		else if (answer.worker().equals(this.self) && answer.incarnation() == this.group.incarnation()) {
			tell(new AssignmentEvent.Answered(answer));
		}
		else {
			this.group.send(NodeId.of(answer.worker()), answer);
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
		endBusy(monotonicNanos);
		if (delay() == 0) {
			step(new AssignmentEvent.Due());
		}
		observe();
		List<Partition> had = this.given;
		if (had != null && this.state.worker().owned().isEmpty() && this.protocol.mayResign(this.state, had)) {
			this.stopped.complete(null);
		}
		long delay = delay();
		for (long until : this.busy.values()) {
			delay = Math.min(delay, Math.max(0, until - monotonicNanos));
		}
		return delay;
	}

	private void observe() {
		try {
			this.observer.accept(this.state);
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			logger.warn("Group '{}': what its assignments do is not seen: {}", this.group.settings().group(),
					Failures.text(ex));
		}
	}

	private long delay() {
		return this.protocol.delay(this.state, this.group.clock().now());
	}

	/** A listener that hangs counts as one that failed; a drain ends with its time. */
	private void endBusy(long nanos) {
		List<Ownership> late = new ArrayList<>();
		for (Iterator<Map.Entry<Ownership, Long>> all = this.busy.entrySet().iterator(); all.hasNext();) {
			Map.Entry<Ownership, Long> each = all.next();
			boolean accepted = !each.getKey().isDraining() && !each.getKey().isUnheard();
			if (accepted || nanos - each.getValue() >= 0) {
				all.remove();
				if (!accepted) {
					late.add(each.getKey());
				}
			}
		}
		for (Ownership each : late) {
			logger.warn("Group '{}': {} of partition {} have not returned within {}: it goes to another instance",
					this.group.settings().group(), each.isDraining() ? "listeners or work" : "listeners",
					each.partition(), Duration.ofNanos(this.drainNanos.applyAsLong(each.partition().assignment())));
			step(each.isDraining() ? new AssignmentEvent.Drained(each.partition(), each.token())
					: new AssignmentEvent.Failed(each.partition(), each.token()));
		}
	}

	@Override
	public void end() {
		this.stopped.complete(null);
		this.publisher.attach(null);
		OwnershipSnapshot left = this.publisher.current();
		if (this.publisher.publish(left, OwnershipSnapshot.NOTHING)) {
			left.all().forEach((each) -> this.publisher.end(each, OwnershipEnd.STOPPED));
		}
	}

}
