package io.github.leaderelection.internal.transport.alive;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import io.github.leaderelection.internal.transport.seal.SharedSecret;

/**
 * A process that is watched. It says its port and its id, and what it does is up to the
 * argument: {@code listens} until it is killed, {@code exits} after a line and hangs in
 * that, {@code inherited} with a listener that another process has too.
 */
final class AliveProcess {

	static final SharedSecret SECRET = new SharedSecret("a secret of some length");

	static final long PROCESS = 7;

	private AliveProcess() {
	}

	public static void main(String[] arguments) throws IOException, InterruptedException {
		if (arguments[0].equals("inherited")) {
			serveInherited();
			return;
		}
		ProcessListener listener = ProcessListener.ofThisProcess(InetAddress.getLoopbackAddress());
		listener.claim(PROCESS, SECRET, (reason) -> {
		});
		say(listener.port());
		if (arguments[0].equals("exits")) {
			Runtime.getRuntime().addShutdownHook(new Thread(AliveProcess::hang));
			System.in.read();
			System.exit(0);
		}
		hang();
	}

	private static void say(int port) {
		System.out.println(port + " " + ProcessHandle.current().pid());
	}

	private static void hang() {
		System.out.println("hangs");
		try {
			new CountDownLatch(1).await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static void serveInherited() throws IOException {
		ServerSocket server = ((ServerSocketChannel) System.inheritedChannel()).socket();
		say(server.getLocalPort());
		List<Socket> visitors = new ArrayList<>();
		while (true) {
			Socket visitor = server.accept();
			visitors.add(visitor);
			LifeProof.answer(new Lines(visitor, 5000), (name) -> SECRET, Sight.of(visitor, Surroundings.read()));
		}
	}

}
