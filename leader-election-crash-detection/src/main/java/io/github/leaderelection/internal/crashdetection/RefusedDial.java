package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Tells a refused connection from every other failure to connect. Only a refusal shows
 * that no process listens; silence, a closed route or a reset do not. The text of a
 * refusal depends on the system's language. So it is learned once, by dialling a port
 * that was just closed.
 */
final class RefusedDial {

	private static final int ATTEMPTS = 20;

	private static final int CONNECT_MILLIS = 300;

	private final String text;

	RefusedDial(String text) {
		this.text = text;
	}

	/**
	 * Learns the text of a refusal.
	 * @throws IOException if nothing is ever refused here
	 */
	static RefusedDial learn() throws IOException {
		InetAddress loopback = InetAddress.getLoopbackAddress();
		for (int i = 0; i < ATTEMPTS; i++) {
			int port;
			try (ServerSocket closed = new ServerSocket(0, 1, loopback)) {
				port = closed.getLocalPort();
			}
			try (Socket socket = new Socket()) {
				socket.connect(new InetSocketAddress(loopback, port), CONNECT_MILLIS);
			}
			catch (ConnectException ex) {
				return new RefusedDial(withoutAddress(String.valueOf(ex.getMessage()), port));
			}
		}
		throw new IOException("a closed port of " + loopback + " does not refuse connections");
	}

	/** Removes the address, which some settings of the JDK append to the message. */
	private static String withoutAddress(String message, int port) {
		int colon = message.indexOf(": ");
		return (colon > 0 && message.indexOf(String.valueOf(port), colon) > 0) ? message.substring(0, colon) : message;
	}

	/** Whether an address refuses connections now. */
	boolean by(InetSocketAddress address) {
		try (Socket socket = new Socket()) {
			socket.connect(address, CONNECT_MILLIS);
			return false;
		}
		catch (IOException ex) {
			return isRefusal(ex);
		}
	}

	boolean isRefusal(IOException failure) {
		String message = failure.getMessage();
		return failure.getClass() == ConnectException.class && message != null
				&& (message.equals(this.text) || message.startsWith(this.text + ": "));
	}

}
