package io.github.leaderelection.internal.runtime.scheduling;

import java.util.concurrent.ConcurrentLinkedQueue;

import org.jspecify.annotations.Nullable;

/**
 * The one way into the loop: many producers, one consumer, first in first out.
 */
public final class Mailbox {

	private final ConcurrentLinkedQueue<Mail> queue = new ConcurrentLinkedQueue<>();

	private final Runnable wakeUp;

	public Mailbox(Runnable wakeUp) {
		this.wakeUp = wakeUp;
	}

	public void post(Mail mail) {
		this.queue.add(mail);
		this.wakeUp.run();
	}

	public @Nullable Mail poll() {
		return this.queue.poll();
	}

}
