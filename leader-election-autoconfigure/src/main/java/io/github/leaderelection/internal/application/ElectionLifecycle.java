package io.github.leaderelection.internal.application;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.ElectorInternals;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * Takes part in elections while the application runs: from when its web server listens
 * until before the server shuts down, so that peers can be talked to all the while. What
 * leader-only work runs at a stop is awaited under a lease that is still renewed.
 */
public class ElectionLifecycle implements SmartLifecycle, ApplicationListener<ContextClosedEvent>, Ordered {

	/** After the web server starts and before its graceful shutdown. */
	public static final int PHASE = Integer.MAX_VALUE - 512;

	private final ElectionNode node;

	private final LeadershipEventPublisher events;

	private final ApplicationContext context;

	private final TerminationHook termination;

	private volatile boolean running;

	/**
	 * A lifecycle of a node that has not started.
	 * @param termination where this process tells of its end before it closes the context
	 */
	public ElectionLifecycle(ElectionNode node, LeadershipEventPublisher events, ApplicationContext context,
			TerminationHook termination) {
		this.node = node;
		this.events = events;
		this.context = context;
		this.termination = termination;
	}

	@Override
	public void start() {
		boolean started = false;
		this.events.open();
		try {
			this.node.start();
			this.termination.register(this::leaveIfIdle);
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
	 * No more work begins, before anything of the application is stopped. A leader whose
	 * work has ended hands over meanwhile.
	 */
	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (event.getApplicationContext() == this.context && leaveIfIdle()) {
			this.termination.giveWay();
		}
	}

	/**
	 * Leaves where nothing has to be awaited.
	 * @return whether somebody else may lead in place of this node
	 */
	private boolean leaveIfIdle() {
		boolean isFollowed = false;
		for (LeaderElector elector : electors()) {
			boolean leaves = ElectorInternals.of(elector).leaveIfIdle();
			// The status of the first that leaves is enough: the others are not held up.
			isFollowed = isFollowed || (leaves && !isAlone(elector));
		}
		return isFollowed;
	}

	private List<LeaderElector> electors() {
		List<LeaderElector> electors = new ArrayList<>();
		for (String group : this.node.groups()) {
			electors.add(this.node.elector(group));
		}
		return electors;
	}

	private static boolean isAlone(LeaderElector elector) {
		ElectionStatus.Quorum quorum = elector.status().quorum();
		return quorum != null && quorum.required() == 1;
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
		this.termination.remove();
		boolean isFollowed = electors().stream().anyMatch((elector) -> elector.isLeader() && !isAlone(elector));
		try {
			this.node.close();
		}
		finally {
			this.events.close();
			this.running = false;
		}
		if (isFollowed) {
			this.termination.giveWay();
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
