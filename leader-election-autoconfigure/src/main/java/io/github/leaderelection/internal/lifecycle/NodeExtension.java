package io.github.leaderelection.internal.lifecycle;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.github.leaderelection.internal.view.GroupValue;
import io.github.leaderelection.node.ElectionNodeBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What another module puts beside the elections of the node, and ends before its
 * leaderships. All beans of this type are asked.
 */
public interface NodeExtension {

	/**
	 * Adds extensions to the groups of a node, which are named and checked.
	 * @throws io.github.leaderelection.internal.settings.InvalidElectionConfigurationException
	 * if its settings do not fit a group
	 */
	void extend(ElectionNodeBuilder node);

	/**
	 * Tells at each start with a store, before this node may lead, where others reach it.
	 * @param url of its application, null without one
	 */
	default void reached(@Nullable URI url) {
	}

	/**
	 * Begins to end what stands beside a group, at the stop of the application. May be
	 * called again.
	 * @return completes when leadership of the group may be given up
	 */
	CompletionStage<Void> stop(String group);

	/**
	 * What is wrong beside the election of a group, each with its remedy. Called on any
	 * thread; never blocks.
	 */
	default List<String> problems(String group) {
		return List.of();
	}

	/**
	 * Has each value of a group that outlives leaders passed on to observers.
	 * @param observers takes a value from the thread that runs the loop; never blocks
	 */
	default void showTo(Consumer<GroupValue> observers) {
	}

	/**
	 * Takes, on an observer, the value that a member shows. One thread calls it; it must
	 * not block.
	 */
	default void shown(GroupValue value) {
	}

}
