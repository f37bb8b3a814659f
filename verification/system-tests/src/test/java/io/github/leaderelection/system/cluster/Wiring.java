package io.github.leaderelection.system.cluster;

import java.nio.file.Path;
import java.util.List;

/**
 * How the processes of a cluster are placed, and how they reach one another. Nodes are
 * told by their position, from 0 on.
 */
public interface Wiring {

	/** All on this machine, without anything between them. */
	Wiring DIRECT = new Wiring() {
	};

	/**
	 * The base URL under which a node reaches a node.
	 * @param viewer the node that dials; asked for its own URL too
	 * @param node the node that is dialled
	 * @param port its port
	 * @return the URL
	 */
	default String url(int viewer, int node, int port) {
		return "http://localhost:" + port;
	}

	/**
	 * What stands before the command of a node.
	 * @param node the node
	 * @return a command that starts what follows in its own place, empty for none
	 */
	default List<String> launcher(int node) {
		return List.of();
	}

	/**
	 * What a node is told beside what all are told.
	 * @param node the node
	 * @param port its port
	 * @return arguments of the application
	 */
	default List<String> arguments(int node, int port) {
		return List.of();
	}

	/**
	 * Where a node keeps its state.
	 * @param node the node
	 * @param own the node's directory
	 * @return the directory
	 */
	default Path stateDirectory(int node, Path own) {
		return own.resolve("state");
	}

}
