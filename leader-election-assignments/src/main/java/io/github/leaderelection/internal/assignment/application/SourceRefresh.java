package io.github.leaderelection.internal.assignment.application;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.assignments.PartitionSource;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.runtime.environment.Failures;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Asks the source of an assignment while this node leads, on a thread of its own.
 */
final class SourceRefresh {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final PartitionSource source;

	private final Duration interval;

	private final BooleanSupplier leads;

	private final Consumer<AssignmentEvent> events;

	private final ScheduledThreadPoolExecutor thread;

	/** The next question; confined to the thread. */
	private @Nullable Future<?> next;

	private volatile @Nullable String problem;

	SourceRefresh(PartitionSource source, Duration interval, BooleanSupplier leads, Consumer<AssignmentEvent> events) {
		this.source = source;
		this.interval = interval;
		this.leads = leads;
		this.events = events;
		CustomizableThreadFactory factory = new CustomizableThreadFactory(
				"leader-election-source-" + source.assignment() + "-");
		factory.setDaemon(true);
		this.thread = new ScheduledThreadPoolExecutor(1, factory, new ScheduledThreadPoolExecutor.DiscardPolicy());
	}

	/** This node leads from now on. For any thread. */
	void led() {
		this.thread.execute(this::ask);
	}

	private void ask() {
		Future<?> before = this.next;
		if (before != null) {
			before.cancel(false);
		}
		if (!this.leads.getAsBoolean()) {
			this.problem = null;
			return;
		}
		try {
			Set<String> names = new TreeSet<>();
			for (String each : this.source.partitions()) {
				names.add(Objects.requireNonNull(each, "a name is null"));
			}
			this.events
				.accept(new AssignmentEvent.Learned(this.source.assignment(), PartitionList.named(List.copyOf(names))));
			this.problem = null;
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			this.problem = "The partitions of assignment '" + this.source.assignment()
					+ "' cannot be told, and those told last count: " + Failures.text(ex);
			logger.warn("{}", this.problem, ex);
		}
		this.next = this.thread.schedule(this::ask, this.interval.toNanos(), TimeUnit.NANOSECONDS);
	}

	/** What went wrong at the last question, null if nothing did. */
	@Nullable String problem() {
		return this.problem;
	}

	void close() {
		this.thread.shutdownNow();
	}

}
