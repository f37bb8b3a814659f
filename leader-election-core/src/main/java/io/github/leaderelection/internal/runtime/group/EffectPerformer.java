package io.github.leaderelection.internal.runtime.group;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.runtime.scheduling.GroupTimers;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.runtime.leadership.GrantedLeadership;
import io.github.leaderelection.internal.runtime.leadership.LeaseEndCheck;
import io.github.leaderelection.internal.runtime.leadership.LeadershipPublisher;
import io.github.leaderelection.internal.runtime.leadership.PublishedLeadership;
import io.github.leaderelection.internal.runtime.peers.Outbox;
import io.github.leaderelection.internal.runtime.peers.PeerLinks;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Performs the effects of one group, except saves and stops. An exception of a port fails
 * that effect alone. Used only by the thread that runs the loop.
 */
final class EffectPerformer<M extends ElectionMessage> {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final GroupRunner<?, M> group;

	private final GroupOutlets outlets;

	private final LoopEnvironment environment;

	private final PeerLinks links;

	private final Outbox outbox;

	private final GroupTimers timers;

	private final List<GroupExtension> extensions;

	private final Set<NodeId> down = new HashSet<>();

	/** Watches the lease of the newest leadership, kept after its end. */
	private @Nullable LeaseEndCheck guard;

	private @Nullable GrantedLeadership leadership;

	EffectPerformer(GroupRunner<?, M> group, GroupOutlets outlets, LoopEnvironment environment, PeerLinks links,
			Outbox outbox, GroupTimers timers, List<GroupExtension> extensions) {
		this.group = group;
		this.outlets = outlets;
		this.environment = environment;
		this.links = links;
		this.outbox = outbox;
		this.timers = timers;
		this.extensions = extensions;
	}

	void perform(Effect<M> effect) {
		try {
			if (effect instanceof Effect.Send<M> send) {
				this.outbox.send(send.to(), send.body(), send.answers());
			}
			else if (effect instanceof Effect.StartTimer<M> start) {
				this.timers.start(start.timer(), start.atNanos());
			}
			else if (effect instanceof Effect.Renew<M> renew) {
				renew(renew);
			}
			else if (effect instanceof Effect.CancelTimer<M> cancel) {
				this.timers.cancel(cancel.timer());
			}
			else if (effect instanceof Effect.Report<M> report) {
				this.outlets.notices().report(report.notice(), report.detail());
			}
			else {
				performRare(effect);
			}
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			logger.error("Group '{}': {} failed", this.group.name(), effect.getClass().getSimpleName(), ex);
		}
	}

	private void performRare(Effect<M> effect) {
		if (effect instanceof Effect.Grant<M> grant) {
			grant(grant);
		}
		else if (effect instanceof Effect.Revoke<M> revoke) {
			this.outlets.grants().end(revoke.fencingToken(), revoke.reason());
		}
		else if (effect instanceof Effect.StopAdmitting<M> stop) {
			GrantedLeadership held = this.leadership;
			if (held != null && held.fencingToken() == stop.fencingToken()) {
				this.outlets.grants().drain(held);
			}
		}
		else if (effect instanceof Effect.FollowLeader<M> follow) {
			NodeId leader = follow.leader();
			this.outlets.grants()
				.follow(new LeaderInfo(leader, this.group.url(leader), follow.term(), follow.fencingToken(),
						follow.direct()));
		}
		else if (effect instanceof Effect.LeaderLost<M>) {
			this.outlets.grants().lose();
		}
		else if (effect instanceof Effect.ConnectPeer<M> connect) {
			this.links.connect(this.group, connect.peer());
		}
		else if (effect instanceof Effect.ForgetPeer<M> forget) {
			this.links.forget(this.group, forget.peer());
		}
		else if (effect instanceof Effect.Answer<M> answer) {
			this.group.requests().answer(answer.request(), answer.refusal());
		}
		else if (effect instanceof Effect.MemberChanged<M> changed) {
			tellOfMember(changed);
		}
		else if (effect instanceof Effect.Broadcasted<M> broadcasted) {
			this.outlets.broadcasts().broadcasted(broadcasted.broadcast());
		}
		else if (this.extensions.stream().noneMatch((extension) -> extension.perform(effect))) {
			throw new IllegalStateException("Nothing in this group performs it");
		}
	}

	private void tellOfMember(Effect.MemberChanged<M> changed) {
		logMember(changed);
		this.outlets.listeners().memberChanged(changed.member(), changed.state(), changed.observers());
	}

	private void logMember(Effect.MemberChanged<M> changed) {
		this.outlets.logger()
			.atInfo()
			.addKeyValue("leader.election.event", "member")
			.addKeyValue("leader.election.group", this.group.name())
			.addKeyValue("leader.election.member", changed.member())
			.addKeyValue("leader.election.state", changed.state())
			.log("Group '{}': member {} is {}{}", this.group.name(), changed.member(), changed.state(),
					remark(changed));
	}

	private String remark(Effect.MemberChanged<M> changed) {
		if (changed.state() == MemberState.DOWN) {
			this.down.add(changed.member());
		}
		else if (this.down.remove(changed.member()) && changed.state() == MemberState.SUSPECTED) {
			return ": it is heard again, by others or on probation";
		}
		return (changed.observers() > 0) ? ": missed by " + changed.observers() + " members" : "";
	}

	private void grant(Effect.Grant<M> effect) {
		LeadershipPublisher publisher = this.outlets.grants();
		AtomicReference<@Nullable PublishedLeadership> current = publisher.current();
		GrantedLeadership granted = new GrantedLeadership(this.group.name(), effect.fencingToken(), effect.term(),
				this.environment.clock(), current, this.group.inbox(), publisher.running());
		PublishedLeadership grant = new PublishedLeadership(granted, effect.term(), effect.lease());
		if (!grant.valid()) {
			// It waited too long for its ballot, say. A win that comes after its lease is
			// not granted, and the protocol hears so as of any leadership that ended.
			this.group.inbox().grantEnded(effect.fencingToken());
			return;
		}
		LeaseEndCheck watched = new LeaseEndCheck(publisher, granted, this.environment.watchdog());
		this.leadership = granted;
		this.guard = watched;
		try {
			publish(grant);
		}
		catch (Throwable ex) {
			// Otherwise the protocol would lead for ever, unknown to everybody.
			watched.endInvalid();
			throw ex;
		}
		if (this.group.isEnding()) {
			// Another thread ended the group meanwhile, and may have found nothing to
			// end.
			publisher.end(effect.fencingToken(), RevocationReason.STOPPED);
			return;
		}
		// After telling, so that no revocation can be told before its leadership.
		watched.watch(grant);
	}

	private void publish(PublishedLeadership grant) {
		LeadershipPublisher publisher = this.outlets.grants();
		PublishedLeadership earlier = publisher.current().get();
		if (earlier != null) {
			// Each leadership ends once, also where a protocol forgets to say so.
			publisher.end(earlier.fencingToken(), RevocationReason.SUPERSEDED);
		}
		publisher.publish(grant, this.group.url(this.group.settings().self()));
	}

	private void renew(Effect.Renew<M> effect) {
		boolean renewed = this.outlets.grants().renew(effect.fencingToken(), effect.term(), effect.lease());
		GrantedLeadership held = this.leadership;
		LeaseEndCheck watched = this.guard;
		if (!renewed && held != null && watched != null && held.fencingToken() == effect.fencingToken()) {
			watched.endInvalid();
		}
	}

}
