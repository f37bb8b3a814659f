package io.github.leaderelection.test;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.ElectorOptions;

/**
 * The node of a {@link TestElection}. It has no peers and no threads.
 */
final class TestElectionNode implements ElectionNode {

	private final NodeId id;

	private final String cluster;

	private final boolean leading;

	private final CallingThread thread = new CallingThread();

	private final Map<String, ScriptedGroup> groups = new LinkedHashMap<>();

	private final ReentrantLock lifecycle = new ReentrantLock();

	private volatile boolean running;

	TestElectionNode(NodeId id, String cluster, List<ElectionSettings> groups, ElectorOptions options,
			boolean leading) {
		this.id = id;
		this.cluster = cluster;
		this.leading = leading;
		groups.forEach(
				(settings) -> this.groups.put(settings.group(), new ScriptedGroup(settings, options, this.thread)));
	}

	@Override
	public NodeId id() {
		return this.id;
	}

	@Override
	public String cluster() {
		return this.cluster;
	}

	@Override
	public Set<String> groups() {
		return Collections.unmodifiableSet(this.groups.keySet());
	}

	Collection<ScriptedGroup> all() {
		return this.groups.values();
	}

	ScriptedGroup group(String name) {
		ScriptedGroup group = this.groups.get(name);
		if (group == null) {
			throw new IllegalArgumentException("Unknown group '" + name + "': use one of " + this.groups.keySet()
					+ ", or add it, in a Spring test under leader-election.groups." + name);
		}
		return group;
	}

	@Override
	public LeaderElector elector(String group) {
		return group(group).elector();
	}

	@Override
	public void start() {
		this.lifecycle.lock();
		try {
			if (!this.running) {
				all().forEach((group) -> group.start(this.leading));
				this.running = true;
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	void reset() {
		this.lifecycle.lock();
		try {
			if (this.running) {
				all().stream().filter((group) -> !group.isUntouched()).forEach((group) -> group.restart(this.leading));
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	@Override
	public void close() {
		this.lifecycle.lock();
		try {
			if (this.running) {
				this.running = false;
				all().forEach(ScriptedGroup::close);
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

}
