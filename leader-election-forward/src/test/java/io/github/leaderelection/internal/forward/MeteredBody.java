package io.github.leaderelection.internal.forward;

import java.io.InputStream;
import java.time.Duration;
import java.util.function.IntPredicate;

import org.awaitility.Awaitility;

/**
 * Megabytes of which the next is given only when the reader at the far end is near.
 */
final class MeteredBody extends InputStream {

	private final int megabytes;

	private final IntPredicate mayGoOn;

	private int sent;

	private int left;

	/**
	 * Gives nothing yet.
	 * @param mayGoOn whether another may be given when so many were
	 */
	MeteredBody(int megabytes, IntPredicate mayGoOn) {
		this.megabytes = megabytes;
		this.mayGoOn = mayGoOn;
	}

	int sent() {
		return this.sent;
	}

	@Override
	public int read() {
		byte[] one = new byte[1];
		return (read(one, 0, 1) < 0) ? -1 : 0;
	}

	@Override
	public int read(byte[] target, int offset, int length) {
		if (this.left == 0) {
			if (this.sent == this.megabytes) {
				return -1;
			}
			Awaitility.await()
				.atMost(Duration.ofSeconds(10))
				.pollInterval(Duration.ofMillis(1))
				.until(() -> this.mayGoOn.test(this.sent));
			this.sent++;
			this.left = Handlers.MEGABYTE;
		}
		int given = Math.min(length, this.left);
		this.left -= given;
		return given;
	}

}
