package io.github.leaderelection.internal.store.etcd;

import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.lease.HintSpread;
import org.jspecify.annotations.Nullable;

/**
 * Which processes take part in each record of a cluster, as a watch and one look tell it.
 * Used by one thread alone, where nothing else is said.
 */
final class PresentProcesses {

	/** Each with the revision of etcd at which it came. */
	private final Map<String, Long> present = new ConcurrentHashMap<>();

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
	 * @param names below the prefix of the cluster, each with the revision at which it
	 * came; those of records do not count
	 */
	void found(Map<String, Long> names) {
		names.forEach((name, revision) -> {
			if (!this.gone.contains(name)) {
				this.present.putIfAbsent(name, revision);
			}
		});
		this.gone.clear();
		this.isKnown = true;
	}

	void came(String name, long revision) {
		this.gone.remove(name);
		this.present.put(name, revision);
	}

	void went(String name) {
		this.present.remove(name);
		if (!this.isKnown) {
			this.gone.add(name);
		}
	}

	/** How many processes take part, or {@link HintSpread#UNKNOWN}. */
	long count(String group) {
		if (!this.isKnown) {
			return HintSpread.UNKNOWN;
		}
		String prefix = group + "/";
		long count = 0;
		for (String name : this.present.keySet()) {
			if (name.startsWith(prefix)) {
				count++;
			}
		}
		return count;
	}

	/**
	 * How many processes came before one, if that is known.
	 * @param leaving the node that leaves, which does not count
	 */
	OptionalLong ahead(String group, String process, @Nullable NodeId leaving) {
		Long came = came(EtcdKeys.present(group, process));
		if (!this.isKnown || came == null) {
			return OptionalLong.empty();
		}
		String prefix = group + "/";
		long ahead = 0;
		for (Map.Entry<String, Long> one : this.present.entrySet()) {
			if (one.getKey().startsWith(prefix) && one.getValue() < came
					&& (leaving == null || !leaving.equals(EtcdKeys.node(group, one.getKey())))) {
				ahead++;
			}
		}
		return OptionalLong.of(ahead);
	}

	private @Nullable Long came(String own) {
		for (Map.Entry<String, Long> one : this.present.entrySet()) {
			if (one.getKey().startsWith(own)) {
				return one.getValue();
			}
		}
		return null;
	}

	/**
	 * By which nodes they take part; nobody as long as that is not known. For any thread.
	 */
	Set<NodeId> nodes(String group) {
		return this.isKnown ? this.present.keySet()
			.stream()
			.flatMap((name) -> Stream.ofNullable(EtcdKeys.node(group, name)))
			.collect(Collectors.toUnmodifiableSet()) : Set.of();
	}

}
