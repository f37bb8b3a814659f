package io.github.leaderelection.internal.nodefence.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect;
import io.github.leaderelection.internal.metadata.protocol.MetadataSettings;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.metadata.runtime.GroupRegister;
import io.github.leaderelection.internal.metadata.runtime.MemberRegister;
import io.github.leaderelection.internal.metadata.runtime.RegisterFactory;
import io.github.leaderelection.internal.metadata.runtime.RegisterFile;
import io.github.leaderelection.internal.metadata.runtime.RegisterListener;
import io.github.leaderelection.internal.metadata.runtime.RegisterSnapshot;
import io.github.leaderelection.internal.metadata.runtime.RegisterWriter;
import io.github.leaderelection.internal.metadata.runtime.StoredValue;
import io.github.leaderelection.internal.nodefence.protocol.FenceDecision;
import io.github.leaderelection.internal.nodefence.protocol.FenceSettings;
import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.internal.nodefence.protocol.Settling;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Withholds a grant, and the news of a leader, until former leaders are settled. Used
 * only by the thread that runs the loop, unless a method says otherwise.
 */
public final class GroupFence implements GroupExtension, RegisterListener {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** Older ones wait for a fence, or an operator. */
	private static final int MOST_LED = 8;

	/** The one in a record may be longer than the own lease. */
	private static final int LEASES_TO_SEE = 3;

	private final GroupHost host;

	private final Settling settling;

	/** The highest term that the register has met. */
	private final LongSupplier heard;

	/** Of unsettled leaders; hears also of effects that are withheld. */
	private final GroupRegister register;

	/** Null where members tell one another over links. */
	private final @Nullable StoredEnds ends;

	/** Names the own leaderships to later starts. */
	private final RegisterWriter own;

	/** The newest of them, over several starts. */
	private final List<Former> led = new ArrayList<>();

	/** Those of earlier starts whose work may run on in this process. */
	private final List<Former> earlier = new ArrayList<>();

	/** Whether no earlier process of this node runs any more, asked until that is so. */
	private final BooleanSupplier alone;

	/**
	 * Names the boot of the machine: on another one the lock of an earlier process is
	 * free.
	 */
	private final long boot;

	private boolean wasAlone;

	/** After how long what was not answered is said again. */
	private final long againNanos;

	/** Fences on another thread; true where that is confirmed. */
	private final BiFunction<Former, @Nullable String, CompletionStage<Boolean>> fence;

	/** The grant that is withheld, with its newest lease. */
	private Effect.@Nullable Grant<ElectionMessage> grant;

	/** The leader that is followed once its grant is shown. */
	private Effect.@Nullable FollowLeader<?> follow;

	/** Since when it is followed. */
	private long followedNanos;

	/** The first token that was shown, perhaps of a leader before this start. */
	private long firstShown;

	private long checkedNanos;

	/** The token of a leadership that ended while its work ran on, 0 for none. */
	private long ending;

	/** The leader that was granted last; written by the loop, read by any thread. */
	private volatile @Nullable Former shown;

	/** Former leaders that this winner waits for; written and read likewise. */
	private volatile List<Former> unsettled = List.of();

	/** Why the grant is withheld, null if it is not; written and read likewise. */
	private volatile @Nullable String problem;

	GroupFence(GroupHost host, FenceSettings settings, RegisterFile file, RegisterFile own, BooleanSupplier alone,
			long boot, Executor writer, BiFunction<Former, @Nullable String, CompletionStage<Boolean>> fence,
			@Nullable LeaseStore store) {
		this.host = host;
		this.settling = new Settling(settings, host::works);
		if (store != null) {
			this.heard = () -> 0;
			this.register = RegisterFactory.stored(host, value(host, store, "/unsettled"), this);
			this.ends = new StoredEnds(host, value(host, store, "/over"), this::learnFound);
		}
		else {
			MemberRegister replica = new MemberRegister(
					new MetadataSettings(settings.self(), host.settings().members(), settings.againNanos()),
					file.load());
			this.heard = replica::heard;
			this.register = new GroupRegister(host, replica, file, writer,
					(to, said) -> host.send(to, new FenceMessage.Register(said)), this, (ask, events) -> {
					});
			this.ends = null;
		}
		this.own = new RegisterWriter(host, own, writer, (version) -> {
		});
		SavedMetadata kept = own.load();
		if (kept.heard() == boot) {
			kept.accepted().entries().forEach((each) -> this.led.add(Former.of(each)));
		}
		this.alone = alone;
		this.boot = boot;
		this.againNanos = settings.againNanos();
		this.fence = fence;
	}

	private static StoredValue value(GroupHost host, LeaseStore store, String suffix) {
		return new StoredValue(store, host.settings(), suffix, (read) -> read.entries().forEach(Former::of));
	}

	@Override
	public boolean withholds(Effect<?> effect) {
		this.register.performed(effect);
		if (this.ends != null && this.ends.withholds(effect)) {
			return true;
		}
		if (effect instanceof Effect.Renew<?> renew) {
			boolean withheld = this.settling.renewed(renew.fencingToken(), renew.lease());
			if (withheld) {
				this.grant = new Effect.Grant<>(renew.fencingToken(), renew.term(), renew.lease());
			}
			return withheld;
		}
		if (effect instanceof Effect.Grant<?> won) {
			this.grant = new Effect.Grant<>(won.fencingToken(), won.term(), won.lease());
			this.follow = null;
			this.host.perform(new Effect.LeaderLost<>());
			this.settling.won(won.fencingToken(), won.lease());
			learnEarlier();
			this.led.add(new Former(this.host.settings().self(), this.host.incarnation(), won.fencingToken()));
			saveLed();
			return true;
		}
		if (effect instanceof Effect.StopAdmitting<?> stop && this.settling.isWithheld(stop.fencingToken())) {
			this.host.ask(new Event.WorkDrained<>(stop.fencingToken()));
			return true;
		}
		if (effect instanceof Effect.Revoke<?> revoke && this.settling.isWithheld(revoke.fencingToken())) {
			this.grant = null;
			end(revoke);
			return true;
		}
		if (effect instanceof Effect.LeaderLost<?>) {
			this.follow = null;
		}
		if (effect instanceof Effect.FollowLeader<?> found) {
			this.follow = found;
			if (hides(found.leader(), found.fencingToken())) {
				this.host.perform(new Effect.LeaderLost<>());
				return true;
			}
			followed();
		}
		return false;
	}

	private static boolean isLost(RevocationReason reason) {
		return reason == RevocationReason.LEASE_EXPIRED || reason == RevocationReason.STALLED;
	}

	@Override
	public void performed(Effect<?> effect) {
		if (effect instanceof Effect.Revoke<?> revoke) {
			end(revoke);
		}
	}

	/** Also where it was withheld: the register may name it as granted. */
	private void end(Effect.Revoke<?> revoke) {
		this.settling.revoked(revoke.fencingToken(), isLost(revoke.reason()), now());
		this.ending = revoke.fencingToken();
		tellEnd();
	}

	/** An earlier start of this node is over for good once its process has ended. */
	private void learnEarlier() {
		if (!this.wasAlone && this.alone.getAsBoolean()) {
			this.wasAlone = true;
			this.led.stream()
				.filter((each) -> each.incarnation() != this.host.incarnation())
				.forEach(this.earlier::add);
		}
		this.earlier.removeIf(this::isLearnt);
	}

	private boolean isLearnt(Former over) {
		if (this.host.works(over.token())) {
			return false;
		}
		this.settling.learn(over);
		if (this.ends != null) {
			this.ends.say(over);
		}
		return true;
	}

	/**
	 * A lease in a store names its leader to its end, also where that has ended before.
	 */
	private void followed() {
		if (this.ends == null) {
			this.settling.followed();
		}
		this.followedNanos = this.host.clock().monotonicNanos();
	}

	private void learnFollowed(long monotonicNanos) {
		Effect.FollowLeader<?> present = this.follow;
		long lease = this.host.settings().leaseNanos();
		if (monotonicNanos - this.checkedNanos > lease) {
			// This node stood still, and may not have heard yet that the lease has ended.
			this.followedNanos = monotonicNanos;
		}
		this.checkedNanos = monotonicNanos;
		if (present != null && !hides(present.leader(), present.fencingToken())
				&& monotonicNanos - this.followedNanos > LEASES_TO_SEE * lease) {
			this.settling.followed();
		}
	}

	/** Ignores leaderships that this winner does not wait for: they are many. */
	private void learnFound(List<Former> over) {
		List<Former> awaited = this.settling.unsettled();
		over.stream().filter((each) -> awaited.stream().anyMatch(each::covers)).forEach(this.settling::learn);
		decide(this.settling.review(now()));
	}

	/**
	 * Saves only with the lock: the next process that gets it knows that this one has
	 * ended.
	 */
	private void saveLed() {
		while (this.led.size() > MOST_LED) {
			this.led.remove(0);
		}
		if (!this.wasAlone) {
			return;
		}
		this.own.save(new MetadataEffect.Save(0, new SavedMetadata(this.boot,
				new Metadata(null, this.led.stream().map(Former::entry).toList(), false), false)));
	}

	/** Says that the leadership is over, once nothing runs under it. */
	private void tellEnd() {
		if (this.ending != 0 && !this.host.works(this.ending)) {
			long over = this.ending;
			this.ending = 0;
			if (this.ends != null) {
				this.ends.say(new Former(this.host.settings().self(), this.host.incarnation(), over));
				return;
			}
			FenceMessage said = new FenceMessage.Ended(over, this.host.incarnation());
			this.host.settings().members().forEach((each) -> send(each, said));
		}
	}

	@Override
	public boolean hides(NodeId leader, long fencingToken) {
		Former granted = this.shown;
		return granted == null
				|| ((fencingToken != 0) ? granted.token() != fencingToken : !granted.member().equals(leader));
	}

	@Override
	public void received(Envelope<? extends ElectionMessage> envelope) {
		if (envelope.body() instanceof FenceMessage message) {
			received(envelope.from(), message);
		}
	}

	private void received(NodeId from, FenceMessage message) {
		if (message instanceof FenceMessage.Register said) {
			this.register.received(from, said.message());
		}
		else if (message instanceof FenceMessage.Ended ended) {
			decide(this.settling.ended(new Former(from, ended.incarnation(), ended.term()), now()));
		}
		else if (message instanceof FenceMessage.Settle asked && this.heard.getAsLong() >= asked.term()
				&& this.settling.isSettled(asked.term(), asked.incarnation(), asked.token())) {
			send(from, new FenceMessage.Ended(asked.token(), asked.incarnation()));
		}
	}

	private void send(NodeId to, FenceMessage message) {
		if (to.equals(this.host.settings().self())) {
			this.host.post(() -> received(to, message));
		}
		else {
			this.host.send(to, message);
		}
	}

	@Override
	public void synchronised() {
		RegisterSnapshot.Leading leading = this.register.snapshot().leading();
		if (leading != null && leading.committed() != null) {
			decide(this.settling.synchronised(leading.committed().entries().stream().map(Former::of).toList(), now()));
		}
	}

	/** One entry of the very term that wrote it was granted, or is about to be. */
	@Override
	public void shown(Metadata value) {
		Former only = (value.entries().size() == 1) ? Former.of(value.entries().get(0)) : null;
		if (only != null && (value.sequence() == null || value.sequence().fencingToken() != only.token())) {
			only = null;
		}
		this.shown = only;
		if (only != null && this.firstShown == 0) {
			this.firstShown = only.token();
		}
		else if (only != null && this.firstShown != only.token()) {
			this.settling.followed();
		}
		Effect.FollowLeader<?> held = this.follow;
		if (held != null && !hides(held.leader(), held.fencingToken())) {
			followed();
			this.host.perform(held);
		}
	}

	private void decide(List<FenceDecision> decisions) {
		for (FenceDecision each : decisions) {
			if (each instanceof FenceDecision.Ask && this.ends != null) {
				this.ends.look();
			}
			else if (each instanceof FenceDecision.Ask ask) {
				send(ask.former().member(),
						new FenceMessage.Settle(ask.term(), ask.former().incarnation(), ask.former().token()));
			}
			else if (each instanceof FenceDecision.Write write) {
				write(write);
			}
			else if (each instanceof FenceDecision.Grant granted) {
				Effect.Grant<ElectionMessage> withheld = this.grant;
				this.grant = null;
				if (withheld != null && withheld.fencingToken() == granted.token()) {
					this.host.perform(withheld);
				}
			}
			else if (each instanceof FenceDecision.Cede cede) {
				logger.warn(
						"Group '{}': this node gives term {} up, for former leaders are not settled: {}. Another "
								+ "member tries next",
						this.host.settings().group(), cede.token(), this.settling.unsettled());
				this.host.ask(new Event.ResignRequested<>(0));
			}
			else if (each instanceof FenceDecision.Fence fenced) {
				fence(fenced.former());
			}
		}
	}

	private void write(FenceDecision.Write write) {
		Metadata before = this.register.committed();
		this.register
			.write((before != null) ? before.sequence() : null, write.unsettled().stream().map(Former::entry).toList())
			.thenAccept((ended) -> this.host.post(() -> {
				if (this.settling.isWithheld(write.token())) {
					decide(this.settling.written(ended.outcome() == MetadataEffect.Outcome.COMMITTED, now()));
				}
			}));
	}

	private void fence(Former former) {
		String group = this.host.settings().group();
		logger.warn("Group '{}': {} is fenced: it does not say that its work is over", group, former);
		this.fence.apply(former, this.host.url(former.member()))
			.whenComplete((confirmed, failure) -> this.host.post(() -> {
				boolean done = failure == null && Boolean.TRUE.equals(confirmed);
				logger.warn("Group '{}': the fence of {} {}", group, former,
						done ? "confirms that it is stopped" : "does not confirm that it is stopped");
				decide(this.settling.fenced(former, done, now()));
			}));
	}

	/**
	 * An operator says that no former start of a member runs any more. For any thread.
	 * @param answer hears whether this node waits for it
	 */
	public void confirm(NodeId member, Consumer<Boolean> answer) {
		this.host.post(() -> {
			List<FenceDecision> decisions = this.settling.confirmed(member, now());
			answer.accept(decisions != null);
			if (decisions != null) {
				decide(decisions);
			}
		});
	}

	/**
	 * Former leaders that this winner waits for; none on any other node. For any thread.
	 */
	public List<Former> unsettled() {
		return this.unsettled;
	}

	/**
	 * Why nobody is granted or shown as it should be, null if all is well. For any
	 * thread.
	 */
	public @Nullable String problem() {
		String unsaved = this.register.problem();
		String unsaid = (this.ends != null) ? this.ends.problem() : null;
		return (unsaved != null) ? unsaved : (unsaid != null) ? unsaid : this.problem;
	}

	@Override
	public boolean expire() {
		check(this.host.clock().monotonicNanos());
		return false;
	}

	@Override
	public long check(long monotonicNanos) {
		learnEarlier();
		learnFollowed(monotonicNanos);
		tellEnd();
		long register = this.register.check(monotonicNanos);
		decide(this.settling.review(now()));
		this.unsettled = this.settling.unsettled();
		this.problem = this.settling.problem(now());
		long delay = Math.min(Math.min(register, this.own.check(monotonicNanos)), this.settling.delay(now()));
		if (this.ends != null) {
			delay = Math.min(delay, this.ends.check(monotonicNanos));
		}
		return (this.ending != 0 || !this.earlier.isEmpty()) ? Math.min(delay, this.againNanos) : delay;
	}

	@Override
	public void end() {
		tellEnd();
		// A start that failed has heard of no end.
		if (this.led.stream().anyMatch((each) -> this.host.works(each.token()))) {
			// Its work outlives this start, perhaps beside the next one of this process.
			this.led.clear();
			saveLed();
		}
		this.register.end();
	}

	private Now now() {
		return this.host.clock().now();
	}

}
