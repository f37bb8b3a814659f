package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.internal.transport.seal.SharedSecret;

/**
 * What a member's process shows of itself, played by the test: it can do what a process
 * that lives never does.
 */
final class PlayedProcess implements AutoCloseable {

	private final List<Socket> visitors = new CopyOnWriteArrayList<>();

	private final SharedSecret secret;

	private final ServerSocket server;

	private final Thread thread;

	PlayedProcess(SharedSecret secret) {
		this.secret = secret;
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.thread = new Thread(this::acceptAll, "played process");
		this.thread.setDaemon(true);
		this.thread.start();
	}

	int port() {
		return this.server.getLocalPort();
	}

	int visitors() {
		return this.visitors.size();
	}

	private void acceptAll() {
		try {
			while (true) {
				Socket socket = this.server.accept();
				if (LifeProof.answer(new Lines(socket, 1000), (name) -> this.secret,
						Sight.of(socket, Surroundings.read()))) {
					this.visitors.add(socket);
				}
			}
		}
		catch (IOException ex) {
			if (!this.server.isClosed()) {
				acceptAll();
			}
		}
	}

	/** Ends the connections alone: the process lives. */
	void endConnections() {
		this.visitors.forEach((socket) -> {
			try {
				socket.close();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		});
		this.visitors.clear();
	}

	/** Nobody is accepted afterwards, not even by a call of accept that began before. */
	void endListener() {
		try {
			this.server.close();
			this.thread.join();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/** As the system does it: everything, in any order. */
	@Override
	public void close() {
		endListener();
		endConnections();
	}

}
