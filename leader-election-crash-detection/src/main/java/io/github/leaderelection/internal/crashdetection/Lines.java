package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Reads and writes short lines of ASCII words on a socket. The other side may be a
 * stranger, so length and time are bounded. Used by one thread at a time.
 */
final class Lines {

	private static final int LONGEST = 512;

	private final Socket socket;

	private final long endNanos;

	/**
	 * Begins the time for reading.
	 * @param patienceMillis the time within which all lines must arrive
	 */
	Lines(Socket socket, long patienceMillis) {
		this.socket = socket;
		this.endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
	}

	void write(String... words) throws IOException {
		byte[] line = (String.join(" ", words) + '\n').getBytes(StandardCharsets.US_ASCII);
		this.socket.getOutputStream().write(line);
	}

	/**
	 * Reads a line.
	 * @param words how many words the line must have
	 */
	List<String> read(int words) throws IOException {
		StringBuilder line = new StringBuilder();
		InputStream in = this.socket.getInputStream();
		while (true) {
			this.socket.setSoTimeout(remainingMillis());
			int next = in.read();
			if (next == '\n') {
				break;
			}
			if (next < ' ' || next > '~' || line.length() == LONGEST) {
				throw new IOException("no line of at most " + LONGEST + " characters");
			}
			line.append((char) next);
		}
		List<String> said = List.of(line.toString().split(" ", -1));
		if (said.size() != words) {
			throw new IOException(said.size() + " words in place of " + words);
		}
		return said;
	}

	private int remainingMillis() throws SocketTimeoutException {
		long left = TimeUnit.NANOSECONDS.toMillis(this.endNanos - System.nanoTime());
		if (left <= 0) {
			throw new SocketTimeoutException("too slow");
		}
		return (int) left;
	}

	/** Waits without a limit until the connection ends. Further data is an error. */
	void awaitEnd() throws IOException {
		this.socket.setSoTimeout(0);
		if (this.socket.getInputStream().read() >= 0) {
			throw new IOException("more was said than expected");
		}
	}

}
