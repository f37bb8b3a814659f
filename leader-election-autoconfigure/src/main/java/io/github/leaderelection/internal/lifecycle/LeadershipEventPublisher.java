package io.github.leaderelection.internal.lifecycle;

import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.spring.LeaderBroadcastEvent;
import io.github.leaderelection.spring.LeaderChangedEvent;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipDrainingEvent;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import io.github.leaderelection.spring.MemberChangedEvent;
import io.github.leaderelection.spring.MemberDownEvent;
import io.github.leaderelection.spring.MemberSuspectedEvent;
import io.github.leaderelection.spring.MemberUpEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes notifications of electors as application events, on the notifying thread,
 * from a start until the stop is complete.
 */
public class LeadershipEventPublisher {

	private static final Logger logger = LoggerFactory.getLogger(LeadershipEventPublisher.class);

	private final LeaderElectorRegistry registry;

	private final ApplicationEventPublisher publisher;

	private final Set<String> heard = ConcurrentHashMap.newKeySet();

	private volatile boolean open;

	public LeadershipEventPublisher(LeaderElectorRegistry registry, ApplicationEventPublisher publisher) {
		this.registry = registry;
		this.publisher = publisher;
	}

	/** Begins to publish events. To be called before the node starts. */
	public void open() {
		this.open = true;
		for (String group : this.registry.groups()) {
			if (this.heard.add(group)) {
				LeaderElector elector = this.registry.elector(group);
				elector.addListener(new GroupListener(elector));
			}
		}
	}

	/**
	 * Ends publishing, because the event listeners are being destroyed. To be called
	 * after the node has stopped.
	 */
	public void close() {
		this.open = false;
	}

	private void publish(Object event) {
		if (this.open) {
			this.publisher.publishEvent(event);
		}
		else {
			logger.debug("Not published, for the application has stopped: {}", event);
		}
	}

	/**
	 * Listens to one group, one call at a time.
	 */
	private final class GroupListener implements LeadershipListener {

		private final LeaderElector elector;

		private @Nullable LeaderInfo last;

		private GroupListener(LeaderElector elector) {
			this.elector = elector;
		}

		@Override
		public void onGranted(Leadership leadership) {
			publish(new LeadershipGrantedEvent(leadership.group(), node(), leadership.term(), leadership.fencingToken(),
					Instant.now()));
		}

		@Override
		public void onDraining(Leadership leadership) {
			publish(new LeadershipDrainingEvent(leadership.group(), node(), leadership.term(),
					leadership.fencingToken(), Instant.now()));
		}

		@Override
		public void onRevoked(Leadership leadership, RevocationReason reason) {
			publish(new LeadershipRevokedEvent(leadership.group(), node(), leadership.term(), leadership.fencingToken(),
					reason, Instant.now()));
		}

		@Override
		public void onLeaderChanged(@Nullable LeaderInfo leader) {
			LeaderInfo named = (leader != null) ? leader : this.last;
			this.last = named;
			if (named != null) {
				publish(new LeaderChangedEvent(this.elector.group(), node(), (leader != null) ? leader.id() : null,
						named.term(), named.fencingToken(), Instant.now()));
			}
		}

		@Override
		public void onBroadcast(LeaderBroadcast broadcast) {
			publish(new LeaderBroadcastEvent(this.elector.group(), node(), broadcast.leader(), broadcast.fencingToken(),
					broadcast.number(), broadcast.text(), Instant.now()));
		}

		@Override
		public void onMemberChanged(NodeId member, MemberState state, int observers) {
			String group = this.elector.group();
			Instant at = Instant.now();
			try {
				switch (state) {
					case UP -> publish(new MemberUpEvent(group, node(), member, at));
					case SUSPECTED -> publish(new MemberSuspectedEvent(group, node(), member, at));
					case DOWN -> publish(new MemberDownEvent(group, node(), member, observers, at));
					case UNKNOWN -> {
					}
				}
			}
			finally {
				// A failing listener of the first event must not prevent the second
				// event.
				publish(new MemberChangedEvent(group, node(), member, state, at));
			}
		}

		private NodeId node() {
			return this.elector.status().node();
		}

	}

}
