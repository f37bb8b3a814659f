package io.github.leaderelection.internal.micrometer;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionNode;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.context.SmartLifecycle;

/**
 * Observes the elections and drains of a node, from before its start until after its
 * stop.
 */
public final class ElectionObservations implements SmartLifecycle {

	private final List<GroupObservations> groups = new ArrayList<>();

	private final int phase;

	private volatile boolean running;

	/** Creates observations that begin at the start. */
	public ElectionObservations(ElectionNode node, ObservationRegistry registry, int phase) {
		this.phase = phase;
		for (String group : node.groups()) {
			this.groups.add(new GroupObservations(node.elector(group), registry));
		}
	}

	@Override
	public void start() {
		this.running = true;
		this.groups.forEach(GroupObservations::start);
	}

	@Override
	public void stop() {
		this.groups.forEach(GroupObservations::stop);
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return this.phase;
	}

}
