package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Finds ports for servers that others must know before they start, or that come back.
 */
public final class Ports {

	/**
	 * Below the range from which systems choose by themselves: between the moment in
	 * which a port is found free and the one in which its server binds it, no other
	 * socket gets it. A node that dialled a dead peer's port from that very port would be
	 * connected to itself.
	 */
	private static final int LOWEST = 10_000;

	private static final int FOR_EACH_PROCESS = 5_000;

	private static final int PROCESSES = 4;

	private Ports() {
	}

	/**
	 * Finds some. Those of the processes that run the tests of this module side by side
	 * are never the same.
	 * @param count how many
	 * @return as many, all different
	 */
	public static List<Integer> free(int count) {
		int lowest = LOWEST + Integer.getInteger("surefire.forkNumber", 1) % PROCESSES * FOR_EACH_PROCESS;
		RandomGenerator random = RandomGenerator.getDefault();
		List<Integer> ports = new ArrayList<>();
		while (ports.size() < count) {
			int port = random.nextInt(lowest, lowest + FOR_EACH_PROCESS);
			if (!ports.contains(port) && isFree(port)) {
				ports.add(port);
			}
		}
		return ports;
	}

	/**
	 * Finds one.
	 * @return a port
	 */
	public static int free() {
		return free(1).get(0);
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket(port)) {
			return socket.isBound();
		}
		catch (IOException ex) {
			return false;
		}
	}

}
