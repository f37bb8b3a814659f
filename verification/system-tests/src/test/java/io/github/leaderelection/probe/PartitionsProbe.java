package io.github.leaderelection.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import io.github.leaderelection.assignments.AssignedPartitions;

/**
 * Asks again and again which partitions and keys this process owns, and keeps processors
 * busy.
 */
final class PartitionsProbe {

	/** Far shorter than what an overlap would last, and leaves processors to the work. */
	private static final long PAUSE_NANOS = 1_000_000;

	private final List<OwnershipSamples> samples = new ArrayList<>();

	private final int busyThreads;

	PartitionsProbe(AssignedPartitions partitions, int count, int busyThreads, Path directory) {
		for (int i = 0; i < count; i++) {
			String partition = "p" + i;
			this.samples.add(new OwnershipSamples(() -> partitions.owns(partition), () -> partitions.owned(partition),
					file(directory.resolve(ProbeNames.OWNED_PARTITIONS), partition)));
			String key = "key-" + i;
			this.samples.add(new OwnershipSamples(() -> partitions.ownsKey(key),
					() -> partitions.owned(partitions.partitionOf(key)),
					file(directory.resolve(ProbeNames.OWNED_KEYS), key)));
		}
		this.busyThreads = busyThreads;
	}

	private static RunFile file(Path directory, String name) {
		try {
			Files.createDirectories(directory);
			return RunFile.create(directory.resolve(name));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void begin() {
		launch("probe-partitions", PAUSE_NANOS, () -> this.samples.forEach(OwnershipSamples::take));
		for (int i = 0; i < this.busyThreads; i++) {
			launch("probe-busy-" + i, 0, Thread::onSpinWait);
		}
	}

	private static void launch(String name, long pauseNanos, Runnable turn) {
		Thread thread = new Thread(() -> {
			while (true) {
				turn.run();
				if (pauseNanos > 0) {
					LockSupport.parkNanos(pauseNanos);
				}
			}
		}, name);
		thread.setDaemon(true);
		thread.start();
	}

}
