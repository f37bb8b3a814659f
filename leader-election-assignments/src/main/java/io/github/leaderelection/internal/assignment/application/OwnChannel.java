package io.github.leaderelection.internal.assignment.application;

import java.util.function.Supplier;

import io.github.leaderelection.internal.transport.asking.WorkerChannel;
import org.jspecify.annotations.Nullable;

/**
 * The channel of this node, made at its first use: one that leads asks nobody.
 */
final class OwnChannel implements Supplier<WorkerChannel>, AutoCloseable {

	private final Supplier<WorkerChannel> maker;

	private @Nullable WorkerChannel channel;

	OwnChannel(Supplier<WorkerChannel> maker) {
		this.maker = maker;
	}

	@Override
	public synchronized WorkerChannel get() {
		WorkerChannel made = this.channel;
		if (made == null) {
			made = this.maker.get();
			this.channel = made;
		}
		return made;
	}

	@Override
	public synchronized void close() {
		if (this.channel != null) {
			this.channel.close();
		}
	}

}
