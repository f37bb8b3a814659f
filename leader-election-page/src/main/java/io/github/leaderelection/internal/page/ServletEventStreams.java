package io.github.leaderelection.internal.page;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Streams of a servlet container. A thread for each open page writes to it, so that a
 * browser that does not read delays no other; threads end when no page is open. Streams
 * end before the container stops, which would wait for them.
 */
public final class ServletEventStreams implements EventStreams, ApplicationListener<ContextClosedEvent> {

	static final int MOST_STREAMS = 32;

	private static final long IDLE_SECONDS = 5;

	private final Set<SseEmitter> open = ConcurrentHashMap.newKeySet();

	private final ScheduledThreadPoolExecutor writers;

	public ServletEventStreams() {
		CustomizableThreadFactory threads = new CustomizableThreadFactory("leader-page-");
		threads.setDaemon(true);
		this.writers = new ScheduledThreadPoolExecutor(MOST_STREAMS, threads);
		this.writers.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
		this.writers.allowCoreThreadTimeOut(true);
		this.writers.setRemoveOnCancelPolicy(true);
	}

	@Override
	public @Nullable Object open(Supplier<String> text) {
		SseEmitter emitter = new SseEmitter(0L);
		if (this.open.size() >= MOST_STREAMS) {
			return null;
		}
		try {
			this.open.add(emitter);
			this.writers.execute(() -> write(emitter, text));
			Future<?> writing = this.writers.scheduleAtFixedRate(() -> write(emitter, text),
					EventStreams.untilTick().toNanos(), PERIOD.toNanos(), TimeUnit.NANOSECONDS);
			emitter.onCompletion(() -> {
				writing.cancel(false);
				this.open.remove(emitter);
			});
			return emitter;
		}
		catch (RejectedExecutionException ex) {
			this.open.remove(emitter);
			return null;
		}
	}

	private void write(SseEmitter emitter, Supplier<String> text) {
		try {
			emitter.send(text.get());
		}
		catch (IOException | RuntimeException ex) {
			emitter.completeWithError(ex);
		}
	}

	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		this.writers.shutdownNow();
		this.open.forEach(SseEmitter::complete);
	}

}
