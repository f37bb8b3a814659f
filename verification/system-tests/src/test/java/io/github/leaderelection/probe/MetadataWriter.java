package io.github.leaderelection.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.metadata.LeaderMetadata;
import io.github.leaderelection.metadata.LeaderMetadataException;

/**
 * Counts in the metadata while this node leads, and says in a file what it read, began
 * and was answered after how many nanoseconds. If it is asked to, it ends the process
 * between a write and its answer.
 */
class MetadataWriter {

	private static final long PAUSE_NANOS = 120_000_000;

	private static final int KILLED = 137;

	private final LeaderElector elector;

	private final LeaderMetadata metadata;

	private final Path file;

	private final Path halt;

	MetadataWriter(LeaderElector elector, LeaderMetadata metadata, Path directory) {
		this.elector = elector;
		this.metadata = metadata;
		this.file = directory.resolve(ProbeNames.METADATA);
		this.halt = directory.resolve(ProbeNames.HALT);
	}

	void begin() {
		Thread thread = new Thread(() -> {
			while (true) {
				this.elector.leadership().map(Leadership::fencingToken).ifPresent(this::count);
				LockSupport.parkNanos(PAUSE_NANOS);
			}
		}, "probe-metadata");
		thread.setDaemon(true);
		thread.start();
	}

	private void count(long token) {
		try {
			long read = Long.parseLong(this.metadata.get().entries().getOrDefault("n", "0"));
			say("read", token, read);
			say("began", token, read + 1);
			long began = System.nanoTime();
			CompletionStage<?> written = this.metadata.set("n", Long.toString(read + 1));
			if (Files.exists(this.halt)) {
				haltAfter(Long.parseLong(Files.readString(this.halt)));
			}
			written.toCompletableFuture().join();
			say("committed", token, (read + 1) + " " + (System.nanoTime() - began));
		}
		catch (LeaderMetadataException ex) {
			say("refused", token, 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (CompletionException ex) {
			say((ex.getCause() instanceof LeaderMetadataException refused) ? refused.outcome().name() : "FAILED", token,
					0);
		}
	}

	/** At once, or while this thread hears the answer. */
	private static void haltAfter(long nanos) {
		if (nanos == 0) {
			Runtime.getRuntime().halt(KILLED);
		}
		new Thread(() -> {
			LockSupport.parkNanos(nanos);
			Runtime.getRuntime().halt(KILLED);
		}, "probe-halt").start();
	}

	private void say(String what, long token, Object value) {
		try {
			Files.writeString(this.file, what + " " + token + " " + value + "\n", StandardOpenOption.CREATE,
					StandardOpenOption.APPEND);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
