package io.github.leaderelection.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.fencing.StaleTokenException;
import io.github.leaderelection.probe.EventFile.Kind;

/**
 * Writes once under each grant, on a thread of its own, and does not end before it may:
 * when there is a file of the token's name.
 */
final class FencedWriter {

	private static final long PAUSE_NANOS = 1_000_000;

	private final LeaderElector elector;

	private final FencedLedger ledger;

	private final ProbeFiles files;

	private final Path directory;

	private long begun;

	FencedWriter(LeaderElector elector, FencedLedger ledger, ProbeFiles files, Path directory) {
		this.elector = elector;
		this.ledger = ledger;
		this.files = files;
		this.directory = directory;
	}

	void begin() {
		launch("probe-fenced-writer", () -> {
			while (true) {
				this.elector.leadership()
					.map(Leadership::fencingToken)
					.filter((token) -> token != this.begun)
					.ifPresent((token) -> {
						this.begun = token;
						launch("probe-fenced-write", () -> write(token));
					});
				LockSupport.parkNanos(PAUSE_NANOS);
			}
		});
	}

	private static void launch(String name, Runnable work) {
		Thread thread = new Thread(work, name);
		thread.setDaemon(true);
		thread.start();
	}

	private void write(long token) {
		try {
			this.ledger.write(token, () -> {
				this.files.events().add(Kind.WORK_BEGAN, token);
				while (!Files.exists(this.directory.resolve(Long.toString(token)))) {
					LockSupport.parkNanos(PAUSE_NANOS);
				}
			});
			this.files.events().add(Kind.WORK_ENDED, token);
		}
		catch (StaleTokenException ex) {
			this.files.events().add(Kind.WORK_REFUSED, token);
		}
	}

}
