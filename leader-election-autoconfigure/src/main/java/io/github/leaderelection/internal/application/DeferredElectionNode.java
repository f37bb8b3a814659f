package io.github.leaderelection.internal.application;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The node of this application. Its electors exist from the beginning; the node behind
 * them is built when it starts, for which id it has may depend on the port on which the
 * web server listens by then.
 */
public class DeferredElectionNode implements ElectionNode {

	private final NodeAssembly assembly;

	private final Map<String, DeferredLeaderElector> electors = new LinkedHashMap<>();

	private final ReentrantLock lifecycle = new ReentrantLock();

	private volatile boolean admitting;

	private volatile @Nullable ElectionNode target;

	private NodeAssembly.@Nullable Identity identity;

	public DeferredElectionNode(NodeAssembly assembly) {
		this.assembly = assembly;
		for (String group : assembly.plan().groups().keySet()) {
			this.electors.put(group, new DeferredLeaderElector(group, assembly.plan(), () -> this.admitting));
		}
	}

	@Override
	public NodeId id() {
		ElectionNode node = this.target;
		return (node != null) ? node.id() : this.assembly.plan().provisionalId();
	}

	@Override
	public String cluster() {
		return this.assembly.plan().cluster();
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
					+ ": add leader-election.groups." + group + " or use one of these");
		}
		return elector;
	}

	@Override
	public void start() {
		this.lifecycle.lock();
		try {
			ElectionNode node = node();
			this.admitting = true;
			node.start();
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	/** The node built at an earlier start, unless it would have another identity now. */
	private ElectionNode node() {
		NodeAssembly.Identity now = this.assembly.identify();
		ElectionNode node = this.target;
		if (node == null || !now.equals(this.identity)) {
			node = this.assembly.build(now);
			this.identity = now;
			this.target = node;
			bind(node);
		}
		return node;
	}

	private void bind(ElectionNode node) {
		this.electors.forEach((group, elector) -> elector.bind(node.elector(group)));
	}

	@Override
	public boolean isRunning() {
		ElectionNode node = this.target;
		return node != null && node.isRunning();
	}

	/**
	 * Refuses leader-only work from this instant, though leadership goes on: the
	 * application is about to stop. Ended by the next start.
	 */
	void stopAdmitting() {
		this.admitting = false;
	}

	@Override
	public void close() {
		stopAdmitting();
		ElectionNode node = this.target;
		if (node != null) {
			node.close();
		}
	}

}
