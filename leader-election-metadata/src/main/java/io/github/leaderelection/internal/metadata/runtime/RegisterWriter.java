package io.github.leaderelection.internal.metadata.runtime;

import java.util.concurrent.Executor;
import java.util.function.LongConsumer;

import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Save;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import org.jspecify.annotations.Nullable;

/**
 * Saves the newest state of a register off the loop, one save at a time. Used by the
 * thread that runs the loop, unless a method says otherwise.
 */
public final class RegisterWriter {

	private final GroupHost group;

	private final RegisterFile file;

	private final Executor thread;

	private final long againNanos;

	private final LongConsumer saved;

	private @Nullable Save waiting;

	private boolean running;

	private long notBefore;

	/** Why the newest save failed, null if it did not. */
	private volatile @Nullable String failure;

	/**
	 * Makes the writer of a start.
	 * @param thread runs one save after the other, off the loop
	 * @param saved hears the version of what was saved, on the loop
	 */
	public RegisterWriter(GroupHost group, RegisterFile file, Executor thread, LongConsumer saved) {
		this.group = group;
		this.file = file;
		this.thread = thread;
		this.againNanos = group.settings().heartbeatNanos();
		this.saved = saved;
		this.notBefore = group.clock().monotonicNanos();
	}

	/** Saves a state in place of one that waits. */
	public void save(Save next) {
		this.waiting = next;
		check(this.group.clock().monotonicNanos());
	}

	/** Begins a save that is due, and returns when to look again. */
	public long check(long nanos) {
		Save next = this.waiting;
		if (next == null || this.running) {
			return GroupExtension.NEVER;
		}
		long delay = this.notBefore - nanos;
		if (delay > 0) {
			return delay;
		}
		this.waiting = null;
		this.running = true;
		try {
			this.thread.execute(() -> run(next));
		}
		catch (RuntimeException ex) {
			done(next, ex);
		}
		return GroupExtension.NEVER;
	}

	/** Runs on the writer's thread. */
	private void run(Save next) {
		Throwable failed = null;
		try {
			this.file.save(next.state());
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			failed = ex;
		}
		Throwable ended = failed;
		this.group.post(() -> done(next, ended));
	}

	private void done(Save done, @Nullable Throwable ended) {
		this.running = false;
		if (ended == null) {
			this.failure = null;
			this.saved.accept(done.version());
		}
		else {
			this.failure = Failures.text(ended);
			this.notBefore = this.group.clock().monotonicNanos() + this.againNanos;
			this.waiting = (this.waiting != null) ? this.waiting : done;
		}
		check(this.group.clock().monotonicNanos());
	}

	/** For any thread. */
	@Nullable String failure() {
		return this.failure;
	}

}
