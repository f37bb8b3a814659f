package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.leaderelection.system.cluster.Heap;
import io.github.leaderelection.system.cluster.NodeProcess;

/**
 * A process of which is asked what it costs, from outside.
 */
final class MeasuredProcess {

	private static final Pattern STARTED = Pattern.compile("Started .* \\(process running for ([0-9.]+)\\)");

	private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(3);

	private final Process process;

	private final Path output;

	private MeasuredProcess(Process process, Path output) {
		this.process = process;
		this.output = output;
	}

	static MeasuredProcess start(NodeProcess place, Path directory, List<String> options, List<String> arguments) {
		return new MeasuredProcess(place.launch(directory, options, arguments), directory.resolve("output.txt"));
	}

	/** As Spring Boot tells it. */
	double awaitStartUpMillis() throws InterruptedException {
		long begun = System.nanoTime();
		while (System.nanoTime() - begun < LIMIT_NANOS && this.process.isAlive()) {
			Matcher started = STARTED.matcher(read());
			if (started.find()) {
				return Double.parseDouble(started.group(1)) * 1000;
			}
			Thread.sleep(50);
		}
		throw new IllegalStateException("The application did not start:\n" + read());
	}

	Duration cpu() {
		return this.process.info()
			.totalCpuDuration()
			.orElseThrow(() -> new IllegalStateException("This system does not tell the CPU time of a process"));
	}

	double heapAfterGcKib() {
		return Heap.afterGcKib(this.process.pid());
	}

	/**
	 * Kills it.
	 * @return the stamp before
	 */
	long kill() throws InterruptedException {
		long before = System.nanoTime();
		this.process.destroyForcibly().waitFor();
		return before;
	}

	void end() throws InterruptedException {
		this.process.destroy();
		if (!this.process.waitFor(30, TimeUnit.SECONDS)) {
			this.process.destroyForcibly().waitFor();
		}
	}

	private String read() {
		try {
			return Files.readString(this.output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
