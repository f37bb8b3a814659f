package io.github.leaderelection.simulator.network;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * The ids of the machines: {@code n0}, {@code n1} and so on, by their indexes.
 */
public final class Machines {

	/** How many machines there may be. */
	public static final int MAX = 101;

	private static final List<NodeId> IDS = ids(MAX);

	private Machines() {
	}

	/** The id of a machine. */
	public static NodeId id(int index) {
		return IDS.get(index);
	}

	/** The machine of an id. */
	public static int index(NodeId id) {
		String value = id.value();
		int index = 0;
		for (int i = 1; i < value.length(); i++) {
			index = 10 * index + value.charAt(i) - '0';
		}
		return index;
	}

	/** The first machines. */
	public static List<NodeId> ids(int count) {
		List<NodeId> ids = new ArrayList<>(count);
		for (int i = 0; i < count; i++) {
			ids.add(NodeId.of("n" + i));
		}
		return List.copyOf(ids);
	}

}
