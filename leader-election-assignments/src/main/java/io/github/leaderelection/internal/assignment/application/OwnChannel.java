package io.github.leaderelection.internal.assignment.application;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.leaderelection.internal.transport.asking.WorkerChannel;
import org.jspecify.annotations.Nullable;

/**
 * The channel of this node, made at its first use: one that leads asks nobody.
 */
final class OwnChannel implements Supplier<WorkerChannel>, AutoCloseable {

	private final ReentrantLock lock = new ReentrantLock();

	private final Supplier<WorkerChannel> maker;

	private @Nullable WorkerChannel channel;

	OwnChannel(Supplier<WorkerChannel> maker) {
		this.maker = maker;
	}

	@Override
	public WorkerChannel get() {
		this.lock.lock();
		try {
			WorkerChannel made = this.channel;
			if (made == null) {
				made = this.maker.get();
				this.channel = made;
			}
			return made;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			if (this.channel != null) {
				this.channel.close();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
