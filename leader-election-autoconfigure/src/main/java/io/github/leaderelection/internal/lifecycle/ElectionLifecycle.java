package io.github.leaderelection.internal.lifecycle;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.ElectorInternals;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * Takes part in elections while the web server listens, so that peers stay reachable.
 * Starts after the server, and stops before its shutdown. A stop awaits running
 * leader-only work while the lease is still renewed.
 */
public class ElectionLifecycle implements SmartLifecycle, ApplicationListener<ContextClosedEvent>, Ordered {

	/** After the web server starts and before its graceful shutdown. */
	public static final int PHASE = Integer.MAX_VALUE - 512;

	private final ElectionNode node;

	private final LeadershipEventPublisher events;

	private final ApplicationContext context;

	private volatile boolean running;

	/** Creates the lifecycle of a node that has not started. */
	public ElectionLifecycle(ElectionNode node, LeadershipEventPublisher events, ApplicationContext context) {
		this.node = node;
		this.events = events;
		this.context = context;
	}

	@Override
	public void start() {
		boolean started = false;
		this.events.open();
		try {
			this.node.start();
			started = true;
		}
		finally {
			this.running = started;
			if (!started) {
				this.events.close();
			}
		}
	}

	/**
	 * Stops the admission of work before any bean is stopped. A leader without running
	 * work hands over meanwhile.
	 */
	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (event.getApplicationContext() == this.context) {
			electors().forEach((elector) -> ElectorInternals.of(elector).leaveIfIdle());
		}
	}

	private List<LeaderElector> electors() {
		List<LeaderElector> electors = new ArrayList<>();
		for (String group : this.node.groups()) {
			electors.add(this.node.elector(group));
		}
		return electors;
	}

	@Override
	public void stop(Runnable callback) {
		Thread thread = new Thread(() -> {
			try {
				stop();
			}
			finally {
				callback.run();
			}
		}, "leader-election-stop");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void stop() {
		try {
			this.node.close();
		}
		finally {
			this.events.close();
			this.running = false;
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

}
