package io.github.leaderelection.node;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import org.jspecify.annotations.Nullable;

/**
 * The node: owns its electors for ever and everything else from a start to its close.
 */
final class DefaultElectionNode implements ElectionNode {

	private final NodePlan plan;

	private final NodeClock clock;

	private final Map<String, GroupElector> electors = new LinkedHashMap<>();

	private final ReentrantLock lifecycle = new ReentrantLock();

	private volatile NodeStart.@Nullable Running running;

	private volatile boolean closing;

	DefaultElectionNode(NodePlan plan, NodeClock clock) {
		this.plan = plan;
		this.clock = clock;
		for (NodeGroup group : plan.groups()) {
			this.electors.put(group.name(),
					new GroupElector(group.protocol().name(), group.settings(), clock, plan.options()));
		}
	}

	@Override
	public NodeId id() {
		return this.plan.id();
	}

	@Override
	public String cluster() {
		return this.plan.cluster();
	}

	@Override
	public Set<String> groups() {
		return Collections.unmodifiableSet(this.electors.keySet());
	}

	@Override
	public LeaderElector elector(String group) {
		LeaderElector elector = this.electors.get(group);
		if (elector == null) {
			throw new IllegalArgumentException(
					"The node '" + id() + "' has no group '" + group + "': it has " + this.electors.keySet());
		}
		return elector;
	}

	@Override
	public void start() {
		this.lifecycle.lock();
		try {
			if (this.running == null) {
				JoinWait joining = JoinWait.of(this.plan.groups(), this.electors);
				this.running = new NodeStart(this.plan, this.electors, this.clock).start();
				awaitJoined(joining);
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	/** A node whose start fails is as if it had never been started. */
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
		// Cleared for the whole of it: whatever blocks in here is not to be shortened.
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
