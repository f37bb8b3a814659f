package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
 * that, {@code inherited} with the listener that is its standard input. With
 * {@code gives} and a command it opens such a listener, runs the command with it, and
 * keeps it.
 */
final class AliveProcess {

	static final SharedSecret SECRET = new SharedSecret("a secret of some length");

	static final long PROCESS = 7;

	/** By which a child has what it inherits. */
	private static final int STANDARD_INPUT = 0;

	private AliveProcess() {
	}

	public static void main(String[] arguments) throws Exception {
		if (arguments[0].equals("gives")) {
			give(List.of(arguments).subList(1, arguments.length));
			return;
		}
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

	/**
	 * Java gives a child nothing but its own first three descriptors.
	 */
	private static void give(List<String> command)
			throws IOException, InterruptedException, ReflectiveOperationException {
		try (ServerSocketChannel listener = ServerSocketChannel.open()) {
			listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
			Method descriptor = listener.getClass().getMethod("getFDVal");
			descriptor.setAccessible(true);
			Method duplicate = Class.forName("sun.nio.ch.InheritedChannel")
				.getDeclaredMethod("dup2", int.class, int.class);
			duplicate.setAccessible(true);
			duplicate.invoke(null, descriptor.invoke(listener), STANDARD_INPUT);
			new ProcessBuilder(command).inheritIO().start().waitFor();
			System.out.println("child is gone");
			hang();
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
