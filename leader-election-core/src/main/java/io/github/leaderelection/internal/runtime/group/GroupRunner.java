package io.github.leaderelection.internal.runtime.group;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.StoreUse;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.internal.runtime.scheduling.GroupTimers;
import io.github.leaderelection.internal.runtime.scheduling.Mail;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.peers.Agreement;
import io.github.leaderelection.internal.runtime.peers.LinkedGroup;
import io.github.leaderelection.internal.runtime.peers.Outbox;
import io.github.leaderelection.internal.runtime.peers.PeerLinks;
import io.github.leaderelection.internal.runtime.peers.RefusalCauses;
import io.github.leaderelection.internal.runtime.peers.StateMemory;
import io.github.leaderelection.internal.runtime.watch.FlappingWatch;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.internal.runtime.watch.LeaderlessWatch;
import io.github.leaderelection.internal.runtime.watch.SaveWatch;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.StateAge;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one group from a start to its stop; holds its state and the inputs and effects
 * that wait for a save. Used only by the thread that runs the loop, unless a method says
 * otherwise.
 */
public final class GroupRunner<S, M extends ElectionMessage> implements LinkedGroup, EventTaker<M> {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** At most this many inputs wait for a save before an old message is dropped. */
	private static final int MOST_WAITING = 1024;

	private final int index;

	private final GroupSpec<S, M> spec;

	private final NodeClock clock;

	private final GroupOutlets outlets;

	private final GroupEnd end;

	private final Requests requests;

	private final GroupInbox<M> inbox;

	private final GroupTimers timers;

	private final GroupWatches watches;

	private final PeerLinks links;

	private final StateMemory memory = new StateMemory();

	/** The ballot saved last, null where there is none. */
	private @Nullable Ballot saved;

	private final Outbox outbox;

	private final EffectPerformer<M> performer;

	private final SaveWatch saving;

	private final BallotSaver<M> saver;

	/** Null where nodes elect among themselves. */
	private final @Nullable StoreAsker<M> leases;

	private final FlappingWatch flapping;

	private final List<GroupExtension> extensions = new ArrayList<>();

	/** Those of the extensions that come from outside, in the order of the spec. */
	private final List<GroupExtension> guests = new ArrayList<>();

	private final Agreement agreement;

	private final RefusalCauses causes;

	private final ArrayDeque<Event<M>> waiting = new ArrayDeque<>();

	private final Stepper<S, M> stepper;

	/**
	 * Set before the end takes the leadership, so that the loop sees it after a grant.
	 */
	private volatile boolean ending;

	private volatile boolean stopped;

	/** Recovers the group; performs no effect before {@link #begin()}. */
	public GroupRunner(int index, GroupSpec<S, M> spec, LoopEnvironment environment, GroupOutlets outlets, GroupEnd end,
			SharedParts shared) {
		this.index = index;
		this.timers = new GroupTimers(shared.timers(), index);
		this.watches = shared.watches();
		this.links = shared.links();
		this.spec = spec;
		this.clock = environment.clock();
		this.outlets = outlets;
		this.end = end;
		this.requests = new Requests(environment.answers());
		this.inbox = new GroupInbox<>(this, shared.mailbox(), this.requests, outlets.notices(), spec);
		this.saving = new SaveWatch(spec.settings());
		this.saver = new BallotSaver<>(spec.store(), environment.ballotWriter(), this.clock, this.inbox, this.saving);
		long incarnation = Outbox.drawIncarnation(environment.entropy());
		this.outbox = new Outbox(environment.transport(), spec.settings(), incarnation, this.memory);
		this.leases = (spec.leaseStore() != null) ? new StoreAsker<>(spec.leaseStore(), spec.settings(), this.inbox)
				: null;
		Duration patience = LeaderlessWatch.patience(Duration.ofNanos(spec.settings().leaseNanos()));
		this.flapping = new FlappingWatch(spec.settings(), outlets.flapping(), outlets.grants());
		outlets.grants().measure(this.flapping.silences());
		this.extensions.addAll(List.of(new LeaderlessWatch(outlets.grants(), outlets.status(), () -> patience),
				this.flapping, this.saving));
		if (spec.protocol().goesByPosition()) {
			this.extensions.add(new PositionReader<>(this, spec, environment, shared.mailbox()));
		}
		if (this.leases != null) {
			outlets.grants().explainExpiry(this.leases::failure);
			this.extensions.add(this.leases);
		}
		GroupHost host = new GroupHost(spec.settings(), this.clock, environment.entropy(), environment.watchdog(),
				incarnation, shared.traces(), (task) -> shared.mailbox().post(() -> run(task)), this.outbox::sendBeside,
				this::url, this::performWithheld, this::ask, outlets.grants().running()::anyUpTo);
		spec.extensions().forEach((factory) -> this.guests.add(factory.create(host)));
		this.extensions.addAll(this.guests);
		this.performer = new EffectPerformer<>(this, outlets, environment, shared.links(), this.outbox, this.timers,
				this.extensions);
		this.causes = shared.causes();
		this.agreement = new Agreement(spec.settings(), this::keepsToMajority, outlets.eligibility()::disagrees);
		Ballot ballot = spec.store().load();
		this.saved = ballot;
		this.outbox.saved(ballot, this.saver.saves());
		this.stepper = new Stepper<>(spec, environment, new Recovered(spec.settings(), ballot, incarnation),
				shared.traces());
	}

	/**
	 * Lists what keeps the node from full participation, as far as the election knows.
	 * For any thread.
	 */
	public List<String> problems(ElectionView view, Now now) {
		List<String> problems = new ArrayList<>(
				(this.leases != null) ? this.leases.named(view.problems()) : view.problems());
		String saving = this.saving.problem(now.monotonicNanos());
		if (saving != null) {
			problems.add(saving);
		}
		return problems;
	}

	/**
	 * Performs the effects of the first step. No leadership is granted before the
	 * protocol knows that the node is paused.
	 */
	public void begin() {
		this.outlets.eligibility().disagrees(null);
		this.watches.changed(this.index);
		this.extensions.forEach(GroupExtension::begin);
		perform(this.stepper.first(), true);
		if (!this.outlets.eligibility().mayLead()) {
			tellIneligible();
		}
	}

	private boolean keepsToMajority() {
		return view(this.clock.now()).promises().contains(Promise.S2);
	}

	private void tellIneligible() {
		if (this.inbox.goesByEligibility()) {
			take(new Event.EligibilityChanged<>(0, false));
		}
		else {
			logger.warn(
					"Group '{}': this node may lead though it was paused or found ineligible: its algorithm knows no pause",
					name());
		}
	}

	@Override
	public int index() {
		return this.index;
	}

	@Override
	public String name() {
		return this.spec.settings().group();
	}

	public ElectionSettings settings() {
		return this.spec.settings();
	}

	public @Nullable String url(NodeId member) {
		String told = (this.leases != null) ? this.leases.url(member) : null;
		return (told != null) ? told : this.spec.urls().apply(member);
	}

	/** Returns the requests made so far; empty without a store. For any thread. */
	public Optional<StoreUse> storeUse() {
		return Optional.ofNullable(this.leases).map(StoreAsker::use);
	}

	Requests requests() {
		return this.requests;
	}

	/** For any thread. */
	public GroupInbox<M> inbox() {
		return this.inbox;
	}

	public FlappingWatch flapping() {
		return this.flapping;
	}

	@Override
	public Agreement agreement() {
		return this.agreement;
	}

	/** For any thread. */
	public RefusalCauses causes() {
		return this.causes;
	}

	/** For any thread. */
	public S state() {
		return this.stepper.state();
	}

	/** For any thread. */
	public ElectionView view(Now now) {
		ElectionView view = this.stepper.view(now);
		ElectionView.LeaderView leader = view.leader();
		for (int guest = 0; leader != null && guest < this.guests.size(); guest++) {
			if (this.guests.get(guest).hides(leader.id(), leader.fencingToken())) {
				return view.withoutLeader();
			}
		}
		return view;
	}

	/** For any thread. */
	public Optional<String> trace(Now now) {
		return this.stepper.trace(now);
	}

	/** Whether no leadership may begin any more. For any thread. */
	boolean isEnding() {
		return this.ending;
	}

	/** For any thread. */
	public boolean isStopped() {
		return this.stopped;
	}

	@Override
	public void takeConnected(NodeId peer) {
		take(new Event.PeerConnected<>(peer));
	}

	@Override
	public void takeDisconnected(NodeId peer, LinkLoss loss) {
		take(new Event.PeerDisconnected<>(peer, loss));
	}

	@Override
	public void postConnected(NodeId peer) {
		this.inbox.post(new Event.PeerConnected<>(peer));
	}

	public void takeLate(long lateNanos) {
		take(new Event.LoopLate<>(lateNanos));
	}

	public void takeEarliestTimer() {
		Timer timer = this.timers.takeEarliest();
		if (timer != null) {
			take(new Event.TimerFired<>(timer));
		}
	}

	/** Checks the extensions; returns how soon to check them again. */
	long check(long nanos) {
		return this.stopped ? GroupExtension.NEVER
				: this.extensions.stream().mapToLong((each) -> each.check(nanos)).min().orElse(GroupExtension.NEVER);
	}

	/** Gives up what has waited too long; returns whether there was anything. */
	boolean expire() {
		return !this.stopped && this.extensions.stream().filter(GroupExtension::expire).count() > 0;
	}

	@Override
	public void takeMessage(Event.MessageReceived<M> received) {
		this.links.speaks(this, received.envelope().from());
		take(received);
	}

	@Override
	public void takeBeside(Envelope<? extends ElectionMessage> envelope) {
		this.links.speaks(this, envelope.from());
		run(() -> {
			for (int i = 0; i < this.guests.size(); i++) {
				if (this.spec.extensions().get(i).messageType().isInstance(envelope.body())) {
					this.guests.get(i).received(envelope);
				}
			}
		});
	}

	/** Runs a task of an extension, and has it checked. */
	private void run(Mail task) {
		if (!this.stopped) {
			this.watches.changed(this.index);
			task.deliver();
		}
	}

	@Override
	public void take(Event<M> event) {
		if (this.stopped) {
			return;
		}
		this.watches.changed(this.index);
		if (!(event instanceof Event.MessageReceived<M> received)) {
			handle(event);
		}
		else if (hears(received.envelope())) {
			handle(new Event.MessageReceived<>(received.envelope().withoutAge()));
		}
	}

	/**
	 * Refuses messages of members with an old state; the protocol never sees state ages.
	 */
	private boolean hears(Envelope<M> envelope) {
		if (!this.spec.settings().members().contains(envelope.from())) {
			return true;
		}
		StateAge age = envelope.age();
		if (age != null && age.remembered() > this.outbox.saves() && age.identity().equals(this.outbox.identity())
				&& !this.saver.isRefused()) {
			refuseOwnState(envelope.from(), age.remembered());
		}
		return this.memory.hears(envelope);
	}

	/** Refuses all further saves, so that this node neither votes nor stands. */
	private void refuseOwnState(NodeId witness, long remembered) {
		String reason = "it was saved " + this.outbox.saves() + " times, and " + remembered + " times when member '"
				+ witness + "' heard of it last. So it is an older copy, or the disk lost what it had kept. Delete the "
				+ "ballot file of group '" + name() + "' and restart this node: a lost state is handled, an old one is "
				+ "not";
		this.saver.refuse(reason);
		Ballot ballot = this.saved;
		if (ballot != null && !this.saver.isSaving()) {
			step(new Event.BallotNotSaved<>(ballot, reason));
		}
	}

	private void handle(Event<M> event) {
		this.flapping.arrived(event, this.clock.monotonicNanos());
		if (!this.saver.isSaving()) {
			step(event);
		}
		else if (this.saver.isOutcome(event)) {
			takeOutcome(this.saver.judged(event));
		}
		else {
			takeWhileSaving(event);
		}
		long nanos = this.stepper.inputNanos();
		for (int i = 0; i < this.extensions.size(); i++) {
			this.extensions.get(i).handled(event, nanos);
		}
	}

	private void takeOutcome(Event<M> outcome) {
		List<Effect<M>> released = this.saver.release();
		if (outcome instanceof Event.BallotSaved<M> saved) {
			this.saved = saved.ballot();
			this.outbox.saved(saved.ballot(), this.saver.saves());
			perform(released, false);
		}
		if (!this.stopped) {
			step(outcome);
			takeWaiting();
		}
	}

	private void takeWaiting() {
		while (!this.saver.isSaving() && !this.stopped) {
			Event<M> event = this.waiting.poll();
			if (event == null) {
				return;
			}
			step(event);
		}
	}

	private void takeWhileSaving(Event<M> event) {
		List<Effect<M>> effects = this.stepper.stepWhileSaving(event);
		if (effects == null) {
			await(event);
		}
		else {
			perform(effects, false);
		}
	}

	/**
	 * Queues an input until the save ends. A disk may hang for hours, so the queue drops
	 * messages, the oldest first. Nothing but messages may be lost.
	 */
	private void await(Event<M> event) {
		if (this.waiting.size() >= MOST_WAITING && event instanceof Event.MessageReceived<M>) {
			dropOldestMessage();
		}
		this.waiting.add(event);
	}

	private void dropOldestMessage() {
		for (Iterator<Event<M>> oldest = this.waiting.iterator(); oldest.hasNext();) {
			if (oldest.next() instanceof Event.MessageReceived<M>) {
				oldest.remove();
				return;
			}
		}
	}

	private void step(Event<M> event) {
		perform(this.stepper.step(event), true);
	}

	private void perform(List<Effect<M>> effects, boolean maySave) {
		int size = effects.size();
		for (int i = 0; i < size; i++) {
			Effect<M> effect = effects.get(i);
			if (effect instanceof Effect.SaveBallot<M> save) {
				if (!maySave) {
					logger.error("Group '{}': a step asks for two saves; the second and what follows is dropped",
							name());
					return;
				}
				Event<M> outcome = this.saver.save(save.ballot(), effects, i + 1);
				if (outcome != null) {
					takeOutcome(outcome);
				}
				return;
			}
			if (effect instanceof Effect.Stopped<M>) {
				stopped();
				return;
			}
			if (!isWithheld(effect)) {
				perform(effect);
			}
		}
	}

	private boolean isWithheld(Effect<M> effect) {
		for (int guest = 0; guest < this.guests.size(); guest++) {
			if (this.guests.get(guest).withholds(effect)) {
				return true;
			}
		}
		return false;
	}

	private void perform(Effect<M> effect) {
		this.performer.perform(effect);
		for (int guest = 0; guest < this.guests.size(); guest++) {
			this.guests.get(guest).performed(effect);
		}
	}

	@SuppressWarnings("unchecked") // It holds no message.
	private void performWithheld(Effect<?> effect) {
		if (!this.stopped) {
			this.watches.changed(this.index);
			perform((Effect<M>) effect);
		}
	}

	@SuppressWarnings("unchecked") // It holds no message.
	private void ask(Event<?> event) {
		this.inbox.post((Event<M>) event);
	}

	private void stopped() {
		this.timers.cancelAll();
		this.waiting.clear();
		end(null);
	}

	/**
	 * Ends the group: by a failure, or gracefully if the failure is null. For any thread.
	 */
	public void end(@Nullable String failure) {
		if (this.stopped) {
			return;
		}
		this.ending = true;
		try {
			// The leadership ends first, whatever fails after it.
			this.end.ended(this, failure);
			this.requests.close();
		}
		finally {
			this.extensions.forEach(GroupExtension::end);
			this.stopped = true;
		}
	}

}
