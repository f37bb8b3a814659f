package io.github.leaderelection.internal.actuate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;

/**
 * A node of stubbed electors.
 */
public final class StubNode implements ElectionNode {

	private final Map<String, StubElector> electors = new LinkedHashMap<>();

	public StubNode(StubElector... electors) {
		for (StubElector elector : electors) {
			this.electors.put(elector.group(), elector);
		}
	}

	@Override
	public NodeId id() {
		return NodeId.of("a");
	}

	@Override
	public String cluster() {
		return "default";
	}

	@Override
	public Set<String> groups() {
		return Collections.unmodifiableSet(this.electors.keySet());
	}

	@Override
	public LeaderElector elector(String group) {
		LeaderElector elector = this.electors.get(group);
		if (elector == null) {
			throw new IllegalArgumentException("No group " + group);
		}
		return elector;
	}

	@Override
	public void start() {
	}

	@Override
	public boolean isRunning() {
		return true;
	}

	@Override
	public void close() {
	}

}
