package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

	private static final int END = 16_000;

	/** A byte of this file stands for each port. Whoever has it locked has the port. */
	private static final FileChannel RESERVED = open();

	private static final Map<Integer, FileLock> OWN = new ConcurrentHashMap<>();

	private Ports() {
	}

	/**
	 * Finds some. No other process that runs tests on this machine finds them before this
	 * one ends, whether or not they are bound.
	 * @param count how many
	 * @return as many, all different
	 */
	public static List<Integer> free(int count) {
		RandomGenerator random = RandomGenerator.getDefault();
		List<Integer> ports = new ArrayList<>();
		while (ports.size() < count) {
			int port = random.nextInt(LOWEST, END);
			if (reserve(port) && isFree(port)) {
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

	private static FileChannel open() {
		Path file = Path.of(System.getProperty("java.io.tmpdir"),
				"leader-election-ports-" + System.getProperty("user.name"));
		try {
			return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Ports cannot be reserved in " + file, ex);
		}
	}

	/** The system takes the lock back when this process ends. */
	private static boolean reserve(int port) {
		try {
			FileLock lock = RESERVED.tryLock(port, 1, false);
			return lock != null && OWN.put(port, lock) == null;
		}
		catch (OverlappingFileLockException ex) {
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Port " + port + " cannot be reserved", ex);
		}
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
