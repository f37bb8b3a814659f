package io.github.leaderelection.internal.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.runtime.scheduling.Mailbox;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.runtime.environment.LoopWaker;
import io.github.leaderelection.internal.runtime.environment.RepeatFilter;
import io.github.leaderelection.internal.runtime.group.GroupInbox;
import io.github.leaderelection.internal.runtime.group.GroupRunner;
import io.github.leaderelection.internal.runtime.peers.PeerLinks;
import io.github.leaderelection.internal.runtime.peers.RefusalCauses;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.ForeignRules;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues the events of the transport. Safe for use from any thread.
 */
final class LoopReceiver implements PeerTransport.Receiver {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final LoopWaker waker;

	private final Mailbox mailbox;

	private final PeerLinks links;

	private final RepeatFilter refusals;

	private final RefusalCauses causes;

	private final Consumer<Throwable> failure;

	private final Map<String, GroupInbox<?>> byName = new HashMap<>();

	LoopReceiver(LoopEnvironment environment, Mailbox mailbox, PeerLinks links, RefusalCauses causes,
			GroupRunner<?, ?>[] groups, Consumer<Throwable> failure) {
		this.waker = environment.waker();
		this.mailbox = mailbox;
		this.links = links;
		this.causes = causes;
		this.refusals = new RepeatFilter(environment.clock());
		this.failure = failure;
		for (GroupRunner<?, ?> group : groups) {
			this.byName.put(group.name(), group.inbox());
		}
	}

	@Override
	public void reporting(Runnable reports) {
		this.waker.bring(reports);
	}

	@Override
	public void connected(NodeId peer, Map<String, ForeignRules> foreign) {
		this.causes.connected(peer);
		this.mailbox.post(() -> this.links.connected(peer, foreign));
	}

	@Override
	public void disconnected(NodeId peer, LinkLoss loss) {
		this.mailbox.post(() -> this.links.disconnected(peer, loss));
	}

	@Override
	public void ended(NodeId peer, Map<String, Long> incarnations) {
		incarnations.forEach((name, incarnation) -> {
			GroupInbox<?> group = this.byName.get(name);
			if (group != null) {
				group.ended(peer, incarnation);
			}
		});
	}

	/** Does not wait for the loop, which may hang. */
	@Override
	public void takenForEnded(String reason) {
		this.failure.accept(new IllegalStateException(reason));
	}

	@Override
	public void received(Envelope<? extends ElectionMessage> envelope) {
		GroupInbox<?> group = this.byName.get(envelope.group());
		if (group != null) {
			group.received(envelope);
		}
		else if (logger.isDebugEnabled()) {
			logger.debug("Member {} sent a message of the unknown group '{}'", envelope.from(), envelope.group());
		}
	}

	@Override
	public void refused(@Nullable NodeId peer, String reason) {
		this.causes.refused(peer, reason);
		String other = (peer != null) ? "member " + peer : "a stranger";
		if (logger.isWarnEnabled() && this.refusals.passes(other + ' ' + reason)) {
			logger.warn("A link with {} was refused: {}", other, reason);
		}
	}

}
