package io.github.leaderelection.internal.lifecycle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final ElectionNode node;

	private final LeadershipEventPublisher events;

	private final ApplicationContext context;

	private final List<NodeExtension> extensions;

	private final Duration drainTimeout;

	private volatile boolean running;

	/**
	 * Creates the lifecycle of a node that has not started.
	 * @param drainTimeout how long extensions and leadership may take together to end
	 */
	public ElectionLifecycle(ElectionNode node, LeadershipEventPublisher events, ApplicationContext context,
			List<NodeExtension> extensions, Duration drainTimeout) {
		this.node = node;
		this.events = events;
		this.context = context;
		this.extensions = extensions;
		this.drainTimeout = drainTimeout;
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
			electors().forEach(this::leave);
		}
	}

	private void leave(LeaderElector elector) {
		ElectorInternals internals = ElectorInternals.of(elector);
		internals.stopAdmitting();
		endExtensions(elector).thenRun(internals::leaveIfIdle);
	}

	private CompletableFuture<Void> endExtensions(LeaderElector elector) {
		return CompletableFuture.allOf(this.extensions.stream()
			.map((each) -> each.stop(elector.group()).toCompletableFuture())
			.toArray(CompletableFuture[]::new));
	}

	/** What extensions use of the time to drain is not there for the leadership. */
	private void awaitExtensions() {
		long began = System.nanoTime();
		boolean ended = CompletableFuture
			.allOf(electors().stream().map(this::endExtensions).toArray(CompletableFuture[]::new))
			.handle((nothing, failure) -> failure == null)
			.completeOnTimeout(false, this.drainTimeout.toNanos(), TimeUnit.NANOSECONDS)
			.join();
		if (!ended) {
			logger.warn("What stands beside the election has not ended within {}: leadership is given up",
					this.drainTimeout);
		}
		CompletableFuture
			.delayedExecutor(this.drainTimeout.toNanos() - (System.nanoTime() - began), TimeUnit.NANOSECONDS)
			.execute(() -> electors().forEach((each) -> ElectorInternals.of(each).endDrain()));
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
			if (!this.extensions.isEmpty()) {
				awaitExtensions();
			}
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
