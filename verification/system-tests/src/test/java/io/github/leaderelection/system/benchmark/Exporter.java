package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import com.sun.net.httpserver.HttpServer;

/**
 * Pretends to be an instance that saw a conflict: the election that ships cannot be
 * brought to show one.
 */
final class Exporter implements AutoCloseable {

	private final HttpServer server;

	private volatile int conflicts;

	Exporter(int port) throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
		this.server.createContext("/", (exchange) -> {
			byte[] text = ("# TYPE leader_election_conflicts_total counter\n"
					+ "leader_election_conflicts_total{group=\"default\"} " + this.conflicts + "\n")
				.getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
			exchange.sendResponseHeaders(200, text.length);
			exchange.getResponseBody().write(text);
			exchange.close();
		});
		this.server.start();
	}

	void seeConflict() {
		this.conflicts++;
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
