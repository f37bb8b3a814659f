package io.github.leaderelection.internal.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.http.MediaType;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter.DataWithMediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Streams of a servlet container. A thread for each open page writes to it, so that a
 * browser that does not read delays no other, and not the end of the application; threads
 * end when no page is open. Streams end before the container stops, which would wait for
 * them.
 */
public final class ServletEventStreams implements EventStreams, ApplicationListener<ContextClosedEvent> {

	private static final long IDLE_SECONDS = 5;

	private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

	private final ApplicationContext context;

	private final Map<SseEmitter, Future<?>> open = new ConcurrentHashMap<>();

	private final ScheduledThreadPoolExecutor writers;

	public ServletEventStreams(ApplicationContext context) {
		this.context = context;
		CustomizableThreadFactory threads = new CustomizableThreadFactory("leader-page-");
		threads.setDaemon(true);
		this.writers = new ScheduledThreadPoolExecutor(MOST_STREAMS, threads);
		this.writers.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
		this.writers.allowCoreThreadTimeOut(true);
		this.writers.setRemoveOnCancelPolicy(true);
	}

	@Override
	public @Nullable Object open(Supplier<String> text) {
		if (this.open.size() >= MOST_STREAMS) {
			return null;
		}
		SseEmitter emitter = new SseEmitter(0L);
		long endNanos = System.nanoTime() + LONGEST.toNanos();
		try {
			this.open.put(emitter, this.writers.scheduleAtFixedRate(() -> write(emitter, text, endNanos),
					EventStreams.untilTick().toNanos(), PERIOD.toNanos(), TimeUnit.NANOSECONDS));
			emitter.onCompletion(() -> forget(emitter));
			this.writers.execute(() -> write(emitter, text, endNanos));
			return emitter;
		}
		catch (RejectedExecutionException ex) {
			forget(emitter);
			return null;
		}
	}

	private void write(SseEmitter emitter, Supplier<String> text, long endNanos) {
		try {
			// As one part: each is converted and written by itself.
			emitter.send(Set.of(new DataWithMediaType("data:" + text.get() + "\n\n", TEXT)));
			if (System.nanoTime() - endNanos >= 0) {
				emitter.complete();
			}
		}
		catch (IOException | RuntimeException ex) {
			// Where it never began, nobody tells of its end.
			forget(emitter);
			emitter.completeWithError(ex);
		}
	}

	private void forget(SseEmitter emitter) {
		Future<?> writing = this.open.remove(emitter);
		if (writing != null) {
			writing.cancel(false);
		}
	}

	/** A stream that is being written ends only when the browser reads. */
	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (event.getApplicationContext() == this.context) {
			this.open.keySet().forEach((each) -> this.writers.execute(each::complete));
			this.writers.shutdown();
		}
	}

}
