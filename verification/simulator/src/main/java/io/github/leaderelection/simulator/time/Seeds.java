package io.github.leaderelection.simulator.time;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Seeds in a row, run on several threads. Each seed has one thread, and what comes of
 * them comes in their order.
 */
public final class Seeds {

	private static final int AHEAD = 1000;

	private Seeds() {
	}

	/**
	 * Runs seeds, up to the first that cannot be run.
	 * @param threads how many threads
	 */
	public static <T> void run(long from, long count, int threads, LongFunction<T> run, Consumer<T> then) {
		ExecutorService workers = Executors.newFixedThreadPool(Math.max(1, threads));
		try {
			Deque<Future<T>> pending = new ArrayDeque<>();
			for (long i = 0; i < count || !pending.isEmpty(); i++) {
				long seed = from + i;
				if (i < count) {
					pending.add(workers.submit(() -> run.apply(seed)));
				}
				if (i >= count || pending.size() > AHEAD) {
					then.accept(pending.remove().get());
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while seeds were run", ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw new IllegalStateException("A seed cannot be run", ex.getCause());
		}
		finally {
			workers.shutdownNow();
		}
	}

}
