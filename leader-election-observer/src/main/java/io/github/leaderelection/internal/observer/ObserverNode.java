package io.github.leaderelection.internal.observer;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.view.GroupValue;
import io.github.leaderelection.internal.view.GroupView;
import org.jspecify.annotations.Nullable;

/**
 * A node that is no member. It keeps one link with a member and follows that member's
 * views. It has no event loop and no ballot, so it cannot vote. Safe for use from any
 * thread.
 */
public final class ObserverNode implements ElectionNode {

	private final Map<String, ObserverElector> electors = new LinkedHashMap<>();

	private final ReentrantLock lifecycle = new ReentrantLock();

	private final ObserverIdentity identity;

	private final Supplier<MemberLink> links;

	private final Supplier<MemberPatience> patience;

	private final Consumer<GroupValue> values;

	private volatile @Nullable Running running;

	/**
	 * Creates an observer that is not started.
	 * @param groups the names of the groups to follow, at least one
	 * @param problems what is wrong beside the election of a group; never blocks
	 * @param values takes what a member shows, perhaps older than before; must not block
	 */
	public ObserverNode(ObserverIdentity identity, Collection<String> groups, Supplier<MemberLink> links,
			Function<String, List<String>> problems, Consumer<GroupValue> values) {
		this(identity, groups, links, problems, values, MemberPatience::new);
	}

	ObserverNode(ObserverIdentity identity, Collection<String> groups, Supplier<MemberLink> links,
			Function<String, List<String>> problems, Consumer<GroupValue> values, Supplier<MemberPatience> patience) {
		this.identity = identity;
		this.links = links;
		this.values = values;
		this.patience = patience;
		groups.forEach((group) -> this.electors.put(group,
				new ObserverElector(group, identity, NodeClock.system(), problems)));
	}

	@Override
	public NodeId id() {
		return this.identity.self();
	}

	@Override
	public String cluster() {
		return this.identity.cluster();
	}

	@Override
	public Set<String> groups() {
		return Collections.unmodifiableSet(this.electors.keySet());
	}

	@Override
	public LeaderElector elector(String group) {
		LeaderElector elector = this.electors.get(group);
		if (elector == null) {
			throw new IllegalArgumentException("There is no group '" + group + "' among " + groups()
					+ ": add it, in a Spring application under leader-election.groups." + group
					+ ", or use one of these");
		}
		return elector;
	}

	@Override
	public void start() {
		this.lifecycle.lock();
		try {
			if (this.running == null) {
				MemberLink link = this.links.get();
				Running started = new Running(link, this.patience.get(), new ObserverThreads(id()), this.electors,
						this.values);
				started.start();
				this.running = started;
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running != null;
	}

	@Override
	public void close() {
		this.lifecycle.lock();
		try {
			Running present = this.running;
			this.running = null;
			if (present != null) {
				present.close();
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	/**
	 * One start. One thread handles the reports of the link, in order.
	 */
	private static final class Running implements MemberLink.Receiver {

		private static final Duration TICK = Duration.ofSeconds(1);

		private final MemberLink link;

		private final ObserverThreads threads;

		private final Map<String, ObserverElector> electors;

		private final Consumer<GroupValue> values;

		private final MemberPatience patience;

		/** Used by the observer's thread alone. */
		private boolean isLinked;

		Running(MemberLink link, MemberPatience patience, ObserverThreads threads,
				Map<String, ObserverElector> electors, Consumer<GroupValue> values) {
			this.link = link;
			this.patience = patience;
			this.threads = threads;
			this.electors = electors;
			this.values = values;
		}

		/** Starts everything; closes it again if anything fails. */
		void start() {
			try {
				this.electors.values().forEach((elector) -> elector.started(this.threads::listen));
				this.threads.every(TICK, this::tick);
				this.link.start(this);
			}
			catch (Throwable ex) {
				close();
				throw ex;
			}
		}

		void close() {
			try {
				this.link.close();
			}
			finally {
				this.threads.execute(() -> this.electors.values().forEach(ObserverElector::stopped));
				this.threads.end();
			}
		}

		private void tick() {
			this.electors.values().forEach(ObserverElector::look);
			if (!this.isLinked) {
				return;
			}
			boolean leaderIsKnown = this.electors.values().stream().anyMatch((elector) -> elector.leader().isPresent());
			if (this.patience.ends(leaderIsKnown, System.nanoTime())) {
				this.link.moveOn();
			}
		}

		@Override
		public void linked(NodeId member) {
			this.threads.execute(() -> {
				this.isLinked = true;
				this.patience.begin();
				this.electors.values().forEach((elector) -> elector.linked(member));
			});
		}

		@Override
		public void unlinked(String why) {
			this.threads.execute(() -> {
				this.isLinked = false;
				this.electors.values().forEach((elector) -> elector.unlinked(why));
				lookAfterALease();
			});
		}

		/**
		 * Schedules a look at a lease's end: the tick may come later than a short lease.
		 */
		private void lookAfterALease() {
			for (ObserverElector elector : this.electors.values()) {
				Duration lease = elector.lease();
				if (lease != null) {
					this.threads.after(lease, elector::look);
				}
			}
		}

		@Override
		public void failed(String why) {
			this.threads.execute(() -> this.electors.values().forEach((elector) -> elector.unlinked(why)));
		}

		@Override
		public void shown(GroupView view) {
			ObserverElector elector = this.electors.get(view.group());
			if (elector != null) {
				this.threads.execute(() -> elector.shown(view));
			}
		}

		@Override
		public void kept(GroupValue value) {
			if (this.electors.containsKey(value.group())) {
				this.threads.execute(() -> this.values.accept(value));
			}
		}

	}

}
