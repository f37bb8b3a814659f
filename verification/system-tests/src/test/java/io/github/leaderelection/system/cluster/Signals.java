package io.github.leaderelection.system.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Sends the signals that Java has no method for.
 */
final class Signals {

	private Signals() {
	}

	static void send(String signal, long pid) {
		try {
			Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid).inheritIO().start();
			if (kill.waitFor() != 0) {
				throw new IllegalStateException("Cannot send " + signal + " to process " + pid);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while sending " + signal, ex);
		}
	}

}
