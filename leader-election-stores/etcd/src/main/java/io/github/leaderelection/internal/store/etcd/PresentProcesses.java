package io.github.leaderelection.internal.store.etcd;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.lease.HintSpread;

/**
 * Which processes take part in each record of a cluster, as a watch and one look tell it.
 * Used by one thread alone, where nothing else is said.
 */
final class PresentProcesses {

	private final Set<String> present = ConcurrentHashMap.newKeySet();

	/** What a look that is under way may still show. */
	private final Set<String> gone = new HashSet<>();

	private volatile boolean isKnown;

	/** A watch begins, and whoever came before is to be looked for. */
	void begin() {
		this.present.clear();
		this.gone.clear();
		this.isKnown = false;
	}

	/** Another look is under way, for the one before found nothing out. */
	void lookAgain() {
		this.gone.clear();
	}

	/**
	 * What that look found.
	 * @param names below the prefix of the cluster; those of records do not count
	 */
	void found(Collection<String> names) {
		names.stream().filter((name) -> !this.gone.contains(name)).forEach(this.present::add);
		this.gone.clear();
		this.isKnown = true;
	}

	void came(String name) {
		this.gone.remove(name);
		this.present.add(name);
	}

	void went(String name) {
		this.present.remove(name);
		if (!this.isKnown) {
			this.gone.add(name);
		}
	}

	/** How many processes take part, or {@link HintSpread#UNKNOWN}. */
	long count(String group) {
		String prefix = group + "/";
		return this.isKnown ? this.present.stream().filter((name) -> name.startsWith(prefix)).count()
				: HintSpread.UNKNOWN;
	}

	/**
	 * By which nodes they take part; nobody as long as that is not known. For any thread.
	 */
	Set<NodeId> nodes(String group) {
		return this.isKnown ? this.present.stream()
			.flatMap((name) -> Stream.ofNullable(EtcdKeys.node(group, name)))
			.collect(Collectors.toUnmodifiableSet()) : Set.of();
	}

}
