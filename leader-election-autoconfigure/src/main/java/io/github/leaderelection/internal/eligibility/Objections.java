package io.github.leaderelection.internal.eligibility;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import org.jspecify.annotations.Nullable;

/**
 * What is said against leading, by who says it. A context and its children share a node,
 * which is eligible if none of them objects. Safe for use from any thread.
 */
public final class Objections {

	/** Electors are told in the order of the changes. */
	private final ReentrantLock changing = new ReentrantLock();

	private final LeaderElectorRegistry registry;

	/** The reasons of each who may object, by group. */
	private final Map<Object, Map<String, String>> reasons = new LinkedHashMap<>();

	public Objections(LeaderElectorRegistry registry) {
		this.registry = registry;
	}

	LeaderElectorRegistry registry() {
		return this.registry;
	}

	ElectorInternals internals(String group) {
		return ElectorInternals.of(this.registry.elector(group));
	}

	/** Lets somebody object from now on. */
	void hear(Object source) {
		this.changing.lock();
		try {
			this.reasons.put(source, new HashMap<>());
		}
		finally {
			this.changing.unlock();
		}
	}

	/**
	 * Replaces what somebody said of a group. Ignored unless he is heard: a check may end
	 * late.
	 * @param reason null if there is none
	 */
	void tell(Object source, String group, @Nullable String reason) {
		this.changing.lock();
		try {
			Map<String, String> own = this.reasons.get(source);
			if (own == null) {
				return;
			}
			if (reason == null) {
				own.remove(group);
			}
			else {
				own.put(group, reason);
			}
			pass(group);
		}
		finally {
			this.changing.unlock();
		}
	}

	/** Drops what somebody said, unless he was the last: then the node has stopped. */
	void withdraw(Object source) {
		this.changing.lock();
		try {
			Map<String, String> own = this.reasons.remove(source);
			if (own != null && !this.reasons.isEmpty()) {
				own.keySet().forEach(this::pass);
			}
		}
		finally {
			this.changing.unlock();
		}
	}

	private void pass(String group) {
		internals(group).ineligible(this.reasons.values()
			.stream()
			.map((each) -> each.get(group))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null));
	}

}
