package io.github.leaderelection.simulator.network;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * The ids of the machines: {@code n0} to {@code n9}, in the order of their indexes.
 */
public final class Machines {

	/** How many machines there may be. */
	public static final int MAX = 10;

	private static final List<NodeId> IDS = ids(MAX);

	private Machines() {
	}

	/**
	 * The id of a machine.
	 * @param index its index
	 * @return its id
	 */
	public static NodeId id(int index) {
		return IDS.get(index);
	}

	/**
	 * The machine of an id.
	 * @param id its id
	 * @return its index
	 */
	public static int index(NodeId id) {
		return id.value().charAt(1) - '0';
	}

	/**
	 * The first machines.
	 * @param count how many
	 * @return their ids
	 */
	public static List<NodeId> ids(int count) {
		List<NodeId> ids = new ArrayList<>(count);
		for (int i = 0; i < count; i++) {
			ids.add(NodeId.of("n" + i));
		}
		return List.copyOf(ids);
	}

}
