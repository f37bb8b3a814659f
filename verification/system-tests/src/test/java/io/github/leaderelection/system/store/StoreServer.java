package io.github.leaderelection.system.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.leaderelection.system.cluster.ClusterSpec;

/**
 * A server in which nodes keep their lease, in a process of its own.
 */
public interface StoreServer extends AutoCloseable {

	/**
	 * What an application sets to lead by it.
	 * @return values by key
	 */
	Map<String, String> settings();

	/**
	 * What the JVM of an application is told.
	 * @return options, none unless said otherwise
	 */
	default List<String> options() {
		return List.of();
	}

	/**
	 * What the application needs beside its own libraries.
	 * @return directories with jars
	 */
	List<Path> libraries();

	/**
	 * Kills the server where it stands.
	 */
	void kill();

	/**
	 * Starts it again where it was, with what it saved, and waits until it serves.
	 */
	void startAgain();

	/**
	 * Has a cluster lead by it.
	 * @param spec a cluster of any kind
	 * @return the same with this store, and without peers
	 */
	default ClusterSpec leading(ClusterSpec spec) {
		ClusterSpec changed = spec
			.withLibraries(Stream.concat(spec.libraries().stream(), libraries().stream()).toList())
			.withOptions(options())
			.with("leader-election.peers", "")
			// What the sample stores of its own is not what is tested.
			.with("sample.customers.every", "1h")
			.with("sample.orders.every", "1h");
		for (Map.Entry<String, String> setting : settings().entrySet()) {
			changed = changed.with(setting.getKey(), setting.getValue());
		}
		return changed;
	}

	@Override
	void close();

}
