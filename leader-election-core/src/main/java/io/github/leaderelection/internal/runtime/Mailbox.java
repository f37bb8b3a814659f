package io.github.leaderelection.internal.runtime;

import java.util.concurrent.ConcurrentLinkedQueue;

import org.jspecify.annotations.Nullable;

/**
 * The one way into the loop: many producers, one consumer, first in first out.
 */
final class Mailbox {

	private final ConcurrentLinkedQueue<Mail> queue = new ConcurrentLinkedQueue<>();

	private final Runnable wakeUp;

	Mailbox(Runnable wakeUp) {
		this.wakeUp = wakeUp;
	}

	void post(Mail mail) {
		this.queue.add(mail);
		this.wakeUp.run();
	}

	@Nullable Mail poll() {
		return this.queue.poll();
	}

}
