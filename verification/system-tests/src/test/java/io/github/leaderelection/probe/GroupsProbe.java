package io.github.leaderelection.probe;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus;
import io.github.leaderelection.internal.transport.peer.Sent;
import io.github.leaderelection.probe.GroupsFile.Sample;

import org.springframework.context.SmartLifecycle;

/**
 * Asks all groups {@code isLeader()} about every 20 ms and writes down how many say yes.
 */
final class GroupsProbe implements SmartLifecycle {

	private static final long PAUSE_NANOS = 20_000_000;

	/** So often a line is written though nothing changed. */
	private static final long LONGEST_SILENCE_NANOS = 200_000_000;

	private final List<LeaderElector> electors;

	private final LinkStatus links;

	private final Path file;

	private volatile boolean running;

	GroupsProbe(List<LeaderElector> electors, LinkStatus links, Path file) {
		this.electors = List.copyOf(electors);
		this.links = links;
		this.file = file;
	}

	@Override
	public void start() {
		this.running = true;
		long started = System.nanoTime();
		Thread thread = new Thread(() -> run(started), "probe-groups");
		thread.setDaemon(true);
		thread.start();
	}

	private void run(long started) {
		try (BufferedWriter out = Files.newBufferedWriter(this.file)) {
			Sample last = sample(started, 0);
			GroupsFile.write(out, last);
			while (this.running) {
				int led = led();
				long now = System.nanoTime();
				if (led != last.led() || now - last.at() > LONGEST_SILENCE_NANOS) {
					last = sample(now, led);
					GroupsFile.write(out, last);
				}
				LockSupport.parkNanos(PAUSE_NANOS);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private int led() {
		int led = 0;
		for (LeaderElector elector : this.electors) {
			led += elector.isLeader() ? 1 : 0;
		}
		return led;
	}

	private Sample sample(long at, int led) {
		TransportStatus status = this.links.now();
		Sent sent = (status != null) ? status.sent() : Sent.NOTHING;
		return new Sample(at, led, sent.messages(), sent.writes(), sent.bytes());
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** Right after the elector, which starts at {@code MAX_VALUE - 512}. */
	@Override
	public int getPhase() {
		return Integer.MAX_VALUE - 511;
	}

}
