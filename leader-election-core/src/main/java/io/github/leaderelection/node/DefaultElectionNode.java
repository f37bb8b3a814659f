package io.github.leaderelection.node;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.runtime.ElectorOptions;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.runtime.GroupIdentity;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import org.jspecify.annotations.Nullable;

/**
 * A node that owns its electors for ever and everything else from a start to its close.
 * It learns its identity at each start.
 */
final class DefaultElectionNode implements ElectionNode {

	private final Supplier<NodePlan> plans;

	private final NodeClock clock;

	private final Map<String, GroupElector> electors = new LinkedHashMap<>();

	private final GroupElector first;

	private final String cluster;

	private final ReentrantLock lifecycle = new ReentrantLock();

	private volatile NodeStart.@Nullable Running running;

	private volatile boolean closing;

	/**
	 * Makes a node that has not started.
	 * @param groups the identities of the electors until the first start, at least one
	 * @param options the options of the electors beside the election
	 * @param plans called at each start for the node's plan, which has the same groups
	 * @param clock the clocks
	 */
	DefaultElectionNode(List<GroupIdentity> groups, ElectorOptions options, Supplier<NodePlan> plans, NodeClock clock) {
		this.plans = plans;
		this.clock = clock;
		ElectorOptions apart = options.withOnOutlived((grant) -> apart(() -> options.onOutlived().accept(grant)));
		for (GroupIdentity group : groups) {
			this.electors.put(group.group(), new GroupElector(group, clock, apart));
		}
		this.first = this.electors.values().iterator().next();
		this.cluster = groups.get(0).cluster();
	}

	/** Runs an action of the application for which neither loop nor watchdog waits. */
	private void apart(Runnable action) {
		NodeThread.startOr(NodeThread.daemon(NodeThread.name(id(), "outlived"), action), this::executeAsListener);
	}

	private void executeAsListener(Runnable task) {
		NodeStart.Running present = this.running;
		if (present != null) {
			present.executeAsListener(task);
		}
		else {
			task.run();
		}
	}

	@Override
	public NodeId id() {
		return this.first.self();
	}

	@Override
	public String cluster() {
		return this.cluster;
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
				NodePlan plan = this.plans.get();
				JoinWait joining = JoinWait.of(plan.groups(), this.electors);
				this.running = new NodeStart(plan, this.electors, this.clock).start();
				awaitJoined(joining);
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	/** Waits until the node has joined its groups; closes the node if it does not. */
	private void awaitJoined(JoinWait joining) {
		try {
			joining.await();
		}
		catch (JoinFailedException ex) {
			closeLocked();
			throw ex;
		}
		catch (InterruptedException ex) {
			closeLocked();
			Thread.currentThread().interrupt();
			throw new JoinFailedException("The start of node '" + id()
					+ "' was interrupted while it waited to be let into its group: start it again", ex);
		}
	}

	@Override
	public boolean isRunning() {
		return this.running != null && !this.closing;
	}

	@Override
	public void close() {
		NodeStart.Running present = this.running;
		if (this.closing && present != null && present.isListenerThread()) {
			// A listener that closes the node because it is being closed would wait for
			// itself.
			return;
		}
		this.electors.values().forEach(GroupElector::stopAdmitting);
		// The interrupt is cleared during the close, so that it shortens no wait.
		boolean interrupted = Thread.interrupted();
		this.lifecycle.lock();
		try {
			closeLocked();
		}
		finally {
			this.lifecycle.unlock();
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private void closeLocked() {
		NodeStart.Running present = this.running;
		if (present == null) {
			return;
		}
		this.closing = true;
		try {
			present.close();
		}
		finally {
			this.running = null;
			this.closing = false;
		}
	}

}
