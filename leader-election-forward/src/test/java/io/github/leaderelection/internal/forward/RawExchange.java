package io.github.leaderelection.internal.forward;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * What HTTP clients do not let through, byte by byte.
 */
final class RawExchange {

	private RawExchange() {
	}

	/**
	 * Sends lines and an empty one, and answers all that comes until the server closes.
	 */
	static String send(int port, String... lines) throws IOException {
		try (Socket socket = new Socket("localhost", port)) {
			socket.setSoTimeout(60_000);
			String head = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
			socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
			socket.getOutputStream().flush();
			return readAll(socket.getInputStream());
		}
	}

	private static String readAll(InputStream stream) throws IOException {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		stream.transferTo(all);
		return all.toString(StandardCharsets.ISO_8859_1);
	}

}
